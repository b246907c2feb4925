import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { printLine } from '../scripts/printLine';
import type { Message } from '../src/engine/message';
import type { EncodingName } from '../src/engine/tokens/encodingName';
import { repositoryRoot } from '../test/support/repositoryRoot';

/** Others' packages that do what Strata does. They have a lock file of their own and are fetched when first wanted. */
const folder = join(repositoryRoot, 'bench/peers');

/** Fetching takes seconds; a registry that does not answer must not hold up the bench, ms. */
const FETCH_TIMEOUT_MILLISECONDS = 180_000;

export interface PeerTokenizer {
  readonly name: 'tiktoken WASM' | 'gpt-tokenizer' | 'ai-tokenizer';
  /** Tokens of a text, by a counter with nothing cached yet. */
  readonly start: () => (text: string) => number;
}

interface TokenizerModule {
  readonly peerTokenizers: (encoding: EncodingName) => Promise<readonly PeerTokenizer[]>;
}

/** What `bench/peers/contexts.js` exports. */
export interface ContextPeers {
  readonly toLangChain: (messages: readonly Message[]) => readonly unknown[];
  readonly countApproximately: (history: readonly unknown[]) => number;
  readonly callWithDeepAgents: (history: readonly unknown[], triggerTokens: number) => Promise<number>;
}

/** The other tokenizers; null where they cannot be fetched, which is said. */
export async function peerTokenizers(encoding: EncodingName): Promise<readonly PeerTokenizer[] | null> {
  const module = (await importPeers('tokenizers.js')) as TokenizerModule | null;
  return module === null ? null : module.peerTokenizers(encoding);
}

/** Others that keep a context small; null where they cannot be fetched, which is said. */
export async function contextPeers(): Promise<ContextPeers | null> {
  return (await importPeers('contexts.js')) as ContextPeers | null;
}

async function importPeers(file: string): Promise<unknown> {
  if (!(await isInstalled()) && !(await install())) return null;
  return import(pathToFileURL(join(folder, file)).href);
}

/** npm leaves its own lock file in the folder when it is done. */
async function isInstalled(): Promise<boolean> {
  const [wanted, installed] = await Promise.all(
    ['package-lock.json', 'node_modules/.package-lock.json'].map((file) => modifiedAt(join(folder, file))),
  );
  return installed !== undefined && installed >= (wanted ?? 0);
}

async function modifiedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return -1;
  }
}

async function install(): Promise<boolean> {
  printLine('Fetching the packages to compare with (npm ci in bench/peers) …');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const run = await execa('npm', args, { cwd: folder, reject: false, timeout: FETCH_TIMEOUT_MILLISECONDS });
  if (run.exitCode === 0) return true;
  const cause = run.timedOut
    ? 'npm did not finish in time'
    : (/^npm error (.+)$/m.exec(run.stderr)?.[1] ?? 'npm failed');
  printLine(`They cannot be fetched: ${cause}.`);
  return false;
}
