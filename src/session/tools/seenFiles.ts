import { createHash } from 'node:crypto';

/**
 * What the model last saw of each file, so that it never overwrites what somebody changed since. It is not kept with the
 * session: after a restart a file counts as not seen, and nothing is said about it.
 */
export class SeenFiles {
  readonly #hashes = new Map<string, string>();

  /** @param path Absolute, links resolved. */
  note(path: string, content: Uint8Array): void {
    this.#hashes.set(path, hashOf(content));
  }

  /**
   * Whether the file is not as the model saw it last; false for one it has not seen.
   * @param content As it is now; null for a file that is gone.
   */
  hasChanged(path: string, content: Uint8Array | null): boolean {
    const seen = this.#hashes.get(path);
    return seen !== undefined && (content === null || hashOf(content) !== seen);
  }
}

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('base64');
}
