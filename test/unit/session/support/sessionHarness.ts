import { join } from 'node:path';
import { afterEach } from 'vitest';
import { JournalFold } from '../../../../src/engine/journalFold';
import type { ChatProvider } from '../../../../src/providers/chatProvider';
import type { AgentEvent } from '../../../../src/session/agentEvents';
import type { AgentSessionOptions } from '../../../../src/session/agentSessionOptions';
import { AgentSession } from '../../../../src/session/agentSession';
import type { ApprovalAnswer } from '../../../../src/session/approvals';
import { NO_RULES } from '../../../../src/session/approvals';
import { nodeWorkspaceFiles } from '../../../../src/session/nodeWorkspaceFiles';
import type { SummaryModel } from '../../../../src/session/modelSummarizer';
import type { Patience } from '../../../../src/session/patience';
import { SessionStore } from '../../../../src/session/sessionStore';
import { TOOLS } from '../../../../src/session/tools/registry';
import { LocalPlanner, testCounter } from './localPlanner';
import { temporaryFolder } from './temporaryFolder';

/** Failures are final, so that no test waits for a second try it does not want. */
export const ONE_TRY: Patience = { tries: 1, firstWaitMilliseconds: 0 };

const running: AgentSession[] = [];

afterEach(async () => {
  for (const session of running.splice(0)) await session.dispose();
});

export interface HarnessOptions extends Partial<Omit<AgentSessionOptions, 'connection'>> {
  readonly files_?: Readonly<Record<string, string | Uint8Array>>;
  readonly window?: number;
  readonly summaryModel?: SummaryModel;
  readonly answer?: ApprovalAnswer;
}

export interface Harness {
  readonly session: AgentSession;
  readonly events: AgentEvent[];
  readonly planner: LocalPlanner;
  readonly store: SessionStore;
  readonly id: string;
  readonly root: string;
}

/** A session on the disk with the engine behind it; approvals are answered at once. */
export async function startSession(provider: ChatProvider, options: HarnessOptions = {}): Promise<Harness> {
  const root = await temporaryFolder(options.files_);
  const store = new SessionStore(join(await temporaryFolder(), 'sessions'));
  const window = options.window ?? 16_000;
  const stored = await store.create(
    { provider: provider.id, model: 'test-model', window, reserve: 500 },
    1_700_000_000_000,
  );
  return startStored(provider, store, stored, root, options);
}

/** The same session again, as after a restart. */
export async function resumeSession(
  provider: ChatProvider,
  harness: Harness,
  options: HarnessOptions = {},
): Promise<Harness> {
  return startStored(provider, harness.store, await harness.store.open(harness.id), harness.root, options);
}

async function startStored(
  provider: ChatProvider,
  store: SessionStore,
  stored: Awaited<ReturnType<SessionStore['open']>>,
  root: string,
  options: HarnessOptions,
): Promise<Harness> {
  const planner = await LocalPlanner.open();
  const events: AgentEvent[] = [];
  let clock = 1_700_000_000_000;
  let id = stored.entries.length;
  const session = await AgentSession.start({
    entries: stored.entries,
    journal: stored.journal,
    archive: stored.archive,
    fold: new JournalFold(testCounter()),
    planner,
    connection: {
      provider,
      model: 'test-model',
      window: options.window ?? 16_000,
      reserve: 500,
      summaryModel: options.summaryModel ?? null,
    },
    root,
    files: nodeWorkspaceFiles,
    memory: null,
    tools: TOOLS,
    restriction: () => null,
    rules: NO_RULES,
    now: () => (clock += 1),
    makeId: () => `id-${(id += 1)}`,
    patience: ONE_TRY,
    ...options,
  });
  running.push(session);
  session.onEvent((event) => {
    events.push(event);
    if (event.type === 'state' && event.state.approval !== null && options.answer !== undefined) {
      session.answerApproval(event.state.approval.id, { answer: options.answer, reason: '' });
    }
  });
  return { session, events, planner, store, id: stored.id, root };
}
