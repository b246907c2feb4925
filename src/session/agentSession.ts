import { basename } from 'node:path';
import type { BatchKind } from '../engine/cascade';
import type { Decision } from '../engine/decision';
import type { JournalEntry } from '../engine/journal';
import type { JournalFold } from '../engine/journalFold';
import type { Message } from '../engine/message';
import { toolCallsOf } from '../engine/message';
import { ProviderError } from '../providers/chatProvider';
import type { AgentEvent, SessionState } from './agentEvents';
import { ApprovalDesk } from './approvalDesk';
import type { ApprovalAnswer } from './approvals';
import { ApprovalPolicy } from './approvals';
import type { ArchiveFolder } from './archiveFolder';
import type { ContextPlanner } from './contextPlanner';
import type { Journal } from './journalFile';
import type { ModelConnection } from './modelConnection';
import { ReplyRequester } from './replyRequest';
import { SessionError, failureOf } from './sessionFailure';
import { SessionRecord } from './sessionRecord';
import { titleOf } from './sessionTitle';
import { Summaries } from './summaries';
import { systemPrompt } from './systemPrompt';
import { ToolRunner } from './toolRunner';
import { ToolTurn } from './toolTurn';
import { toolDefinitions } from './tools/registry';
import type { Tool } from './tools/tool';
import type { WorkspaceFiles } from './workspaceFiles';

/** Calls of the model in one turn, after which a person has to say whether it should go on. */
const DEFAULT_TOOL_ROUNDS = 100;

export interface AgentSessionOptions {
  /** Everything the journal holds already, in order. */
  readonly entries: readonly JournalEntry[];
  readonly journal: Journal;
  readonly archive: ArchiveFolder;
  /** Empty; the session folds the entries into it. */
  readonly fold: JournalFold;
  readonly planner: ContextPlanner;
  readonly connection: ModelConnection;
  /** Absolute path of the workspace folder, links resolved; null when none is open. Tools need one. */
  readonly root: string | null;
  readonly files: WorkspaceFiles;
  readonly tools: readonly Tool[];
  /** Why nothing may be written or run now, in words for the model, or null. */
  readonly restriction: () => string | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly makeId: () => string;
  readonly maxToolRounds?: number;
}

/** One conversation: the only writer of its journal. What happens is told as events; failures too. */
export class AgentSession {
  readonly #record: SessionRecord;
  readonly #requester: ReplyRequester;
  readonly #toolTurn: ToolTurn;
  readonly #summaries: Summaries;
  readonly #desk = new ApprovalDesk(() => {
    this.#emitState();
  });
  readonly #listeners = new Set<(event: AgentEvent) => void>();
  readonly #tools: readonly Tool[];
  #connection: ModelConnection;
  #running: { readonly abort: AbortController; readonly done: Promise<void> } | null = null;

  private constructor(private readonly options: AgentSessionOptions) {
    const emit = (event: AgentEvent): void => {
      this.#emit(event);
    };
    const { archive, fold, journal, planner, restriction, now, makeId } = options;
    this.#connection = options.connection;
    this.#tools = options.root === null ? [] : options.tools;
    this.#record = new SessionRecord(fold, journal, planner, emit);
    const approvals = new ApprovalPolicy({ ask: this.#desk.ask, restriction, makeId });
    this.#toolTurn = new ToolTurn({
      record: this.#record,
      runner: new ToolRunner(this.#tools, approvals),
      archive,
      files: options.files,
      root: options.root,
      emit,
      now,
      makeId,
    });
    const tools = toolDefinitions(this.#tools);
    this.#summaries = new Summaries(planner, () => {
      this.#emitState();
    });
    const summaries = this.#summaries;
    this.#requester = new ReplyRequester({
      record: this.#record,
      planner,
      summaries,
      archive,
      tools,
      emit,
      now,
      makeId,
    });
  }

  /** Takes up a session where its journal ends; a new one holds nothing but its header. */
  static async start(options: AgentSessionOptions): Promise<AgentSession> {
    for (const entry of options.entries) options.fold.fold(entry);
    const session = new AgentSession(options);
    await options.planner.setToolSchemas({ json: JSON.stringify(toolDefinitions(session.#tools)) });
    await options.planner.append(options.entries);
    return session;
  }

  get fold(): JournalFold {
    return this.options.fold;
  }

  get state(): SessionState {
    return { busy: this.#running !== null, approval: this.#desk.request, summary: this.#summaries.progress };
  }

  get connection(): ModelConnection {
    return this.#connection;
  }

  /** Holds from the next call on. */
  set connection(connection: ModelConnection) {
    this.#connection = connection;
  }

  /** @returns A function that ends the subscription. */
  onEvent(listener: (event: AgentEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /**
   * Says something to the agent; resolves when its turn is over. Failures are told as events.
   * @throws SessionError `busy`
   */
  send(text: string): Promise<void> {
    return this.#run(async (signal) => {
      await this.#toolTurn.answerOpenCalls();
      await this.#record.commit([...this.#openingEntries(text), this.#messageEntry('user', text)]);
      await this.#turn(signal);
    });
  }

  /** Goes on from the end of the history, after a failure or a stop. */
  retry(): Promise<void> {
    return this.#run(async (signal) => {
      await this.#toolTurn.answerOpenCalls();
      const { ledger } = this.fold;
      if (ledger.length > 0 && ledger.message(ledger.length - 1).role !== 'assistant') await this.#turn(signal);
    });
  }

  /** Ends the reply and the tools under way, and everything they started. Resolves when all is quiet. */
  async stop(): Promise<void> {
    this.#running?.abort.abort();
    await this.#running?.done;
  }

  /**
   * Compacts now, whatever the thresholds say. Gives the decisions taken, none when nothing is left to compact.
   * @param skip batches that are not to be taken
   * @throws SessionError `busy`
   */
  async compact(skip: readonly BatchKind[] = []): Promise<readonly Decision[]> {
    let decisions: readonly Decision[] = [];
    await this.#run(async () => {
      decisions = (await this.#requester.takePlan({ kind: 'command', skip })).decisions;
    });
    return decisions;
  }

  /**
   * Summarizes all but the newest messages now. Gives the decision taken, none where there is nothing to summarize; a
   * failing model never fails it, the decision then says how far it had to step down.
   * @throws SessionError `busy`
   */
  async summarize(): Promise<readonly Decision[]> {
    let decisions: readonly Decision[] = [];
    await this.#run(async (signal) => {
      const isReady = await this.#summaries.write('command', this.#connection, signal);
      if (isReady) decisions = (await this.#requester.takePlan({ kind: 'swap' })).decisions;
    });
    return decisions;
  }

  /** Goes on with the summary under way without the model. */
  async skipSummary(): Promise<void> {
    await this.#summaries.skip();
  }

  /** Puts one message back into the context, with the call or the results that belong to it. */
  async restore(index: number): Promise<void> {
    if (!Number.isInteger(index) || index < 0 || index >= this.fold.ledger.length) return;
    if (this.fold.ledger.state(index).fate === 'kept') return;
    await this.#record.commit([{ type: 'restore', index }]);
  }

  /** Takes a decision back; from the next call on the context is as if it had not been taken. */
  async undo(decisionId: string): Promise<void> {
    if (!this.fold.knows(decisionId) || this.fold.undone.has(decisionId)) return;
    await this.#record.commit([{ type: 'undo', decisionId }]);
  }

  /**
   * A message that is pinned is seen whole: what had left the context is put back.
   * @param index Of the message in the history.
   */
  async setPinned(index: number, pinned: boolean): Promise<void> {
    if (!Number.isInteger(index) || index < 0 || index >= this.fold.ledger.length) return;
    if (this.fold.ledger.state(index).pinned === pinned) return;
    const isWhole = this.fold.ledger.state(index).fate === 'kept';
    const putBack: readonly JournalEntry[] = pinned && !isWhole ? [{ type: 'restore', index }] : [];
    await this.#record.commit([{ type: 'pin', index, pinned }, ...putBack]);
  }

  answerApproval(id: string, answer: ApprovalAnswer): void {
    this.#desk.answer(id, answer);
  }

  /** Stops what is under way and gives up the right to write. */
  async dispose(): Promise<void> {
    await this.stop();
    await this.#summaries.close();
    await this.#record.settled();
    await this.options.journal.close();
    this.#listeners.clear();
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const rounds = this.options.maxToolRounds ?? DEFAULT_TOOL_ROUNDS;
    for (let round = 0; round < rounds; round += 1) {
      const index = await this.#requester.request(this.#connection, signal);
      const calls = toolCallsOf(this.fold.ledger.message(index));
      if (calls.length === 0) return;
      await this.#toolTurn.run(calls, index, signal);
      if (signal.aborted) return;
    }
    throw new SessionError('toolRounds', `The agent has used tools ${rounds} times without an answer. Go on?`);
  }

  #openingEntries(text: string): readonly JournalEntry[] {
    if (this.fold.ledger.length > 0) return [];
    const { root } = this.options;
    const folder = root === null ? null : basename(root);
    return [
      this.#messageEntry('system', systemPrompt({ folder, platform: process.platform })),
      { type: 'title', title: titleOf(text) },
    ];
  }

  #messageEntry(role: 'system' | 'user', text: string): JournalEntry {
    const message: Message = {
      id: this.options.makeId(),
      role,
      parts: [{ type: 'text', text }],
      createdAt: this.options.now(),
    };
    return { type: 'message', message };
  }

  async #run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.#running !== null) throw new SessionError('busy', 'The agent is still at work. Stop it first, or wait.');
    const abort = new AbortController();
    const done = this.#guard(work, abort.signal);
    this.#running = { abort, done };
    this.#emitState();
    await done;
    this.#running = null;
    this.#emitState();
  }

  /** Failures end a turn, never the session. */
  async #guard(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    try {
      await work(signal);
    } catch (error) {
      const isStop = signal.aborted && error instanceof ProviderError && error.reason === 'cancelled';
      if (!isStop) this.#emit({ type: 'failure', failure: failureOf(error) });
    }
  }

  #emitState(): void {
    this.#emit({ type: 'state', state: this.state });
  }

  #emit(event: AgentEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
