import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { engineSettings } from '../src/config/engineSettings';
import { validateSettings } from '../src/config/validateSettings';
import { JournalFold } from '../src/engine/journalFold';
import { OfflineProvider } from '../src/providers/offline';
import { AgentSession } from '../src/session/agentSession';
import { NO_RULES } from '../src/session/approvals';
import { nodeWorkspaceFiles } from '../src/session/nodeWorkspaceFiles';
import { SessionStore } from '../src/session/sessionStore';
import { TOOLS } from '../src/session/tools/registry';
import { WorkerPlanner } from '../src/worker/workerPlanner';
import { inProcessWorker } from '../test/support/inProcessWorker';
import { TokenCounters } from '../src/models/tokenCounters';

/**
 * Records the session that `npm start` opens: the offline provider working on this very repository in a window of
 * 16 000 tokens, long enough that every fate of Layers 1 and 2 occurs. What it quotes is what the files said that day.
 */

const ROOT = resolve(import.meta.dirname, '..', '..');
const SAMPLE = join(ROOT, 'media', 'sample');
const WINDOW = 16_000;

/** What a newcomer would ask, in turns; each line is one tool call. */
const TURNS = [
  'read package.json',
  'glob src/engine/**/*.ts',
  'read src/engine/message.ts\nread src/engine/decision.ts',
  'grep compactTargetRatio in src',
  'read src/engine/ledger.ts',
  'run git ls-files src webview test scripts | xargs wc -c',
  'read src/engine/layer1/truncate.ts\nread src/engine/layer1/compact.ts',
  'search tool result',
  'read src/engine/cascade.ts',
  'run cat src/engine/*.ts',
  'read src/engine/render.ts\nread src/engine/stepIndex.ts',
  'grep "export function" in src/engine',
  'read src/session/agentSession.ts',
  'read src/worker/sessionDesk.ts',
  'grep TODO in src',
  'read src/protocol/inspector.ts',
  'glob webview/**/*.tsx',
  'read src/engine/layer2/prune.ts\nread src/engine/layer2/fit.ts',
  'grep singleToolResultShare in src',
  'read src/transcripts/lineReader.ts\nread src/transcripts/registry.ts',
  'run git ls-files src | wc -l',
  'search context window',
  'read src/session/systemPrompt.ts\nread src/session/approvals.ts\nread src/session/toolRunner.ts',
  'read webview/inspector/timeline.tsx',
  'grep aria- in webview',
  'read src/providers/offline.ts',
  'glob test/**/*.test.ts',
  'read src/config/settings.ts',
  'read src/engine/retry.ts\nread src/engine/replay.ts',
  'grep "class .*Error" in src',
  'read src/session/journalFile.ts\nread src/session/archiveFolder.ts',
  'read src/engine/notices.ts',
  'run cat src/engine/layer1/*.ts src/engine/layer2/*.ts src/engine/tokens/*.ts',
  'help',
];

/** The turn after which the person asks for a summary. */
const SUMMARY_TURN = 9;

async function record(): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'strata-sample-'));
  const store = new SessionStore(scratch);
  const started = Date.now();
  const stored = await store.create({ provider: 'offline', model: 'offline', window: WINDOW, reserve: 1_280 }, started);
  const counters = new TokenCounters(join(ROOT, 'dist', 'ranks'));
  const worker = inProcessWorker((model) => counters.counterFor(model));
  // Summaries on command only, so that the sample has every fate.
  const { settings } = validateSettings({ 'layer3.summarizePruned': false });
  await worker.desk.openLive({ settings: engineSettings(settings) });
  const counter = await counters.counterFor('offline');
  const session = await AgentSession.start({
    ...stored,
    fold: new JournalFold(counter),
    planner: new WorkerPlanner(worker),
    connection: {
      provider: new OfflineProvider({ windowTokens: WINDOW, pieceMilliseconds: 0 }),
      model: 'offline',
      window: WINDOW,
      reserve: 1_280,
      summaryModel: null,
    },
    root: ROOT,
    files: nodeWorkspaceFiles,
    memory: null,
    tools: TOOLS,
    restriction: () => null,
    rules: NO_RULES,
    now: () => Date.now(),
    makeId: () => randomUUID(),
  });
  session.onEvent((event) => {
    if (event.type === 'state' && event.state.approval !== null)
      session.answerApproval(event.state.approval.id, { answer: 'once', reason: '' });
    if (event.type === 'failure') throw new Error(event.failure.text);
  });
  const pasted = await readFile(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  for (const [turn, text] of TURNS.entries()) {
    // Words of people cannot be compacted: from the second on they have Layer 2 take old steps out.
    if (turn === 12 || turn === 24) await session.send(`Keep this in mind:\n\n${pasted}`);
    await session.send(text);
    if (turn === SUMMARY_TURN) await session.summarize();
  }
  const { fates } = session.fold.ledger;
  await session.dispose();
  await keep(join(scratch, stored.id));
  await rm(scratch, { recursive: true });
  console.log(JSON.stringify(fates));
}

/** The journal under the name that opens in the inspector, and its archive beside it. */
async function keep(folder: string): Promise<void> {
  await rm(SAMPLE, { recursive: true, force: true });
  await mkdir(SAMPLE, { recursive: true });
  const journal = await readFile(join(folder, 'journal.jsonl'), 'utf8');
  await writeFile(join(SAMPLE, 'session.strata.jsonl'), journal.replaceAll(ROOT, '/workspace'));
  if ((await readdir(folder)).includes('archive'))
    await cp(join(folder, 'archive'), join(SAMPLE, 'archive'), { recursive: true });
}

await record();
