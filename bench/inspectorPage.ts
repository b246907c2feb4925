import type { Browser, Page } from 'playwright-core';
import type { JournalEntry } from '../src/engine/journal';
import type { Message } from '../src/engine/message';
import { coalesced } from '../src/platform/coalesced';
import type { InspectorEvents, InspectorHostApi } from '../src/protocol/inspector';
import { createRpcServer, type RpcTransport, type RpcValidators } from '../src/protocol/rpc';
import { inspectorAnswers, newestFacts } from '../src/views/inspectorAnswers';
import type { SessionDesk } from '../src/worker/sessionDesk';
import { characterMessageCounter } from '../test/support/characterCounter';
import { defaultEngineSettings } from '../test/support/engineFixture';
import { inProcessWorker } from '../test/support/inProcessWorker';
import { loadView } from '../test/webview/support/viewPage';

const WINDOW = 200_000;
const RESERVE = 16_000;

/** Planned less often than in an agent, so that the session is there soon. */
const MESSAGES_PER_PLAN = 2_500;

/** A live session as the inspector follows it. */
export interface BenchSession {
  readonly desk: SessionDesk;
  /** Plans, appends a message, and notes the call where it is a reply. @returns the decisions taken */
  append(message: Message): Promise<number>;
  /** Stops when the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** A live session that has come to `messages`, with the decisions taken on the way. */
export async function benchSession(messages: readonly Message[]): Promise<BenchSession> {
  const counter = characterMessageCounter();
  const worker = inProcessWorker(() => Promise.resolve(counter));
  const { desk } = worker;
  await desk.openLive({ settings: defaultEngineSettings });
  const model = { provider: 'offline', model: 'bench', window: WINDOW, reserve: RESERVE };
  await desk.append([
    { type: 'header', version: 1, sessionId: 'bench', title: 'Make the upload test stable', createdAt: 1, ...model },
  ]);
  let historyLength = 0;
  const entriesOf = (message: Message, inputTokens: number): JournalEntry[] => {
    const entry: JournalEntry = { type: 'message', message };
    const call: JournalEntry = { type: 'call', historyLength, inputTokens, model: 'bench' };
    historyLength += 1;
    return message.role === 'assistant' ? [entry, call] : [entry];
  };
  const append = async (batch: readonly Message[]): Promise<number> => {
    const { decisions, inputTokens } = await desk.plan({ kind: 'beforeCall' });
    await desk.append([
      ...decisions.map((decision): JournalEntry => ({ type: 'decision', decision })),
      ...batch.flatMap((message) => entriesOf(message, inputTokens)),
    ]);
    return decisions.length;
  };
  for (let start = 0; start < messages.length; start += MESSAGES_PER_PLAN) {
    await append(messages.slice(start, start + MESSAGES_PER_PLAN));
  }
  // Comes down under the thresholds again, so that what is measured next is a message and not a compaction.
  await append([]);
  return { desk, append: (message) => append([message]), onChange: (listener) => worker.on('changed', listener) };
}

export interface BenchPage {
  readonly page: Page;
  /** Bytes of all messages between page and host since it was last asked. */
  takeBytes(): number;
  /** Resolves once nothing has been said for `quietMilliseconds`. */
  quiet(quietMilliseconds?: number): Promise<void>;
}

export interface BenchPageOptions {
  /** Runs in the page before its own scripts. */
  readonly before?: () => void;
}

/** The real page beside the real read model; in between the wire is measured. */
export async function openInspector(
  browser: Browser,
  session: BenchSession,
  { before }: BenchPageOptions = {},
): Promise<BenchPage> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  if (before !== undefined) await page.addInitScript(before);
  let bytes = 0;
  let lastSaid = performance.now();
  const measured = <Value>(message: Value): Value => {
    bytes += Buffer.byteLength(JSON.stringify(message));
    lastSaid = performance.now();
    return message;
  };
  await loadView(page, {
    view: 'inspector',
    theme: 'dark',
    serve: (wire) => {
      serve(session, {
        post: (message) => {
          wire.post(measured(message));
        },
        listen: (listener) =>
          wire.listen((message) => {
            listener(measured(message));
          }),
      });
    },
  });
  return {
    page,
    takeBytes: () => {
      const taken = bytes;
      bytes = 0;
      return taken;
    },
    quiet: async (quietMilliseconds = 400) => {
      while (performance.now() - lastSaid < quietMilliseconds) await page.waitForTimeout(50);
    },
  };
}

/** As the inspector's controller does, without what needs an editor. */
function serve(session: BenchSession, transport: RpcTransport): void {
  const nothing = (): Promise<void> => Promise.resolve();
  const unasked = (): Promise<never> => Promise.reject(new Error('No bench opens this panel.'));
  const api: InspectorHostApi = {
    ...inspectorAnswers({ worker: session.desk, shown: Promise.resolve() }),
    openOriginal: nothing,
    openDiff: nothing,
    openSetting: nothing,
    openSourceLine: nothing,
    chooseSession: nothing,
    restoreSession: nothing,
    setPinned: nothing,
    undo: nothing,
    restore: nothing,
    compact: nothing,
    exportSession: nothing,
    whatIfOptions: unasked,
    whatIf: unasked,
    applyWhatIf: unasked,
    openSettingsFile: nothing,
    copyText: nothing,
    statistics: unasked,
    resetStatistics: nothing,
  };
  const unchecked = Object.fromEntries(
    Object.keys(api).map((method) => [method, () => undefined]),
  ) as unknown as RpcValidators<InspectorHostApi>;
  const server = createRpcServer<InspectorHostApi, InspectorEvents>(transport, api, unchecked, String);
  session.onChange(
    coalesced(async () => {
      server.emit('changed', { facts: await newestFacts(session.desk) });
    }),
  );
}
