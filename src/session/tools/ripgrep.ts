import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { SearchTime } from './searchTime';

/** Ripgrep cannot do this search; the other way has to. */
export class RipgrepError extends Error {
  override readonly name = 'RipgrepError';
  constructor(
    readonly reason: 'start' | 'refused',
    message: string,
  ) {
    super(message);
  }
}

/** Characters of the errors that are kept. */
const MOST_ERROR_CHARACTERS = 2_000;

/** What both ways of searching look at: hidden files too, but nothing of git's own, no link, and no settings of the user's. */
const ALWAYS = [
  '--no-config',
  '--no-messages',
  '--color=never',
  '--hidden',
  '--no-follow',
  '--no-require-git',
  '--no-ignore-dot',
  '--no-ignore-exclude',
  '--no-ignore-global',
  '--path-separator=/',
  '--iglob=!**/.git',
];

const NOT_NODE_MODULES = '--glob=!**/node_modules';

export interface RipgrepRun {
  /** Absolute path of the program. */
  readonly program: string;
  /** Absolute path of the folder that is searched. */
  readonly folder: string;
  readonly includesNodeModules: boolean;
  /** Switches of this search. */
  readonly switches: readonly string[];
  /** Below the folder; what follows `--`, so that none is taken for a switch. */
  readonly path: string;
  readonly separator: '\0' | '\n';
}

/**
 * What ripgrep prints, piece by piece. It is killed when the time is over and when nobody reads on.
 * @throws RipgrepError
 */
export async function* ripgrepOutput(run: RipgrepRun, time: SearchTime): AsyncGenerator<string> {
  const { folder, switches, path, separator } = run;
  const child = spawn(
    run.program,
    [
      ...ALWAYS,
      ...(run.includesNodeModules ? [] : [NOT_NODE_MODULES]),
      // Git's rule: what stands above the repository hides nothing.
      ...(isInRepository(folder) ? [] : ['--no-ignore-parent']),
      ...switches,
      '--',
      path,
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true },
  );
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (errors.length < MOST_ERROR_CHARACTERS) errors += text;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(new RipgrepError('start', error.message)));
    child.once('close', (code) => resolve(code));
  });
  // It is waited for below; until then a failure is nobody's yet.
  ended.catch(() => undefined);
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  time.signal.addEventListener('abort', kill, { once: true });
  if (time.signal.aborted) kill();
  try {
    yield* pieces(child.stdout, separator);
    const code = await ended;
    // What was killed printed only a part.
    if (time.isOver()) return;
    if (code === 2 && errors !== '') throw new RipgrepError('refused', errors);
  } finally {
    time.signal.removeEventListener('abort', kill);
    kill();
  }
}

async function* pieces(stream: AsyncIterable<Buffer>, separator: string): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const bytes of stream) {
    const texts = (rest + decoder.write(bytes)).split(separator);
    rest = texts.pop() ?? '';
    yield* texts;
  }
  if (rest !== '') yield rest;
}

function isInRepository(folder: string): boolean {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return true;
    if (dirname(current) === current) return false;
  }
}
