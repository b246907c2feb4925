import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { MOST_LINES, SearchError, type FileHit } from './fileHit';

/** Nothing of the user's own settings, nothing left out, only where the words stand: lines may be megabytes long. */
const SWITCHES = [
  '--no-config',
  '--no-messages',
  '--color=never',
  '--no-heading',
  '--with-filename',
  '--null',
  '--text',
  '--no-ignore',
  '--hidden',
  '--ignore-case',
  '--line-number',
  '--byte-offset',
  '--only-matching',
  `--max-count=${String(MOST_LINES)}`,
];

/** Characters of the errors that are kept. */
const MOST_ERROR_CHARACTERS = 2_000;

/**
 * Where an expression matches in files, the first match of each line. The search is killed when nobody reads on.
 * @param program absolute path of ripgrep
 * @param paths absolute
 * @throws SearchError
 * @throws the signal's reason
 */
export async function* ripgrepHits(
  program: string,
  expression: string,
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<FileHit> {
  const child = spawn(program, [...SWITCHES, `--regexp=${expression}`, '--', ...paths], {
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (errors.length < MOST_ERROR_CHARACTERS) errors += text;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(new SearchError('start', error.message)));
    child.once('close', resolve);
  });
  // It is waited for below; until then a failure is nobody's yet.
  ended.catch(() => undefined);
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  try {
    let last: FileHit | null = null;
    for await (const hit of printedHits(child.stdout)) {
      signal.throwIfAborted();
      if (hit.path !== last?.path || hit.line !== last.line) yield hit;
      last = hit;
    }
    const status = await ended;
    signal.throwIfAborted();
    if (status === 2 && errors !== '') throw new SearchError('refused', errors);
  } finally {
    signal.removeEventListener('abort', kill);
    kill();
  }
}

/** Each is printed as `PATH NUL LINE:OFFSET:WORDS LF`; a path may hold a line feed. */
async function* printedHits(stream: AsyncIterable<Buffer>): AsyncGenerator<FileHit> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const bytes of stream) {
    rest += decoder.write(bytes);
    let start = 0;
    for (;;) {
      const zero = rest.indexOf('\0', start);
      const end = zero < 0 ? -1 : rest.indexOf('\n', zero);
      if (end < 0) break;
      const numbers = /^(\d+):(\d+):/.exec(rest.slice(zero + 1, Math.min(end, zero + 64)));
      if (numbers !== null) {
        yield { path: rest.slice(start, zero), line: Number(numbers[1]), byteOffset: Number(numbers[2]) };
      }
      start = end + 1;
    }
    rest = rest.slice(start);
  }
}
