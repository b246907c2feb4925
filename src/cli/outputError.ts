/** Something the command was to write could not be written; the message is one line for the user. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  readonly reason = 'output';
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist and cannot be made',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'writing there is not permitted',
  EPERM: 'writing there is not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'its links lead in a circle',
};

/** An error of the file system as one that names the file and says what to do. */
export function outputError(option: string, path: string, cause: unknown): OutputError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const why = WORDS[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new OutputError(`${path} cannot be written: ${why}. Give ${option} another path.`, { cause });
}
