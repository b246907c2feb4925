import type { BatchKind } from '../engine/cascade';
import type { Decision } from '../engine/decision';
import type { JournalEntry, LinkEntry } from '../engine/journal';
import type { JournalFold } from '../engine/journalFold';
import { ProviderError } from '../providers/chatProvider';
import { t } from '../l10n/text';
import type { AgentEvent, SessionState } from './agentEvents';
import type { AgentSessionOptions } from './agentSessionOptions';
import { ApprovalDesk } from './approvalDesk';
import type { ApprovalReply } from './approvals';
import { ApprovalPolicy } from './approvals';
import { carriedSession, type CarriedSession } from './continueSession';
import { foldInSlices } from './foldInSlices';
import { JournalError } from './journalError';
import type { ModelConnection } from './modelConnection';
import { MessageQueue } from './messageQueue';
import type { ProviderWait } from './patience';
import { ReplyRequester } from './replyRequest';
import { SessionError, failureOf } from './sessionFailure';
import { SessionRecord } from './sessionRecord';
import { cleanTitle } from './sessionTitle';
import { SessionMemory } from './sessionMemory';
import { Summaries } from './summaries';
import { ToolRunner } from './toolRunner';
import { ToolTurn } from './toolTurn';
import { Turn } from './turn';
import { toolDefinitions } from './tools/registry';
import type { FileProposal, Tool } from './tools/tool';

/** One conversation: the only writer of its journal. What happens is told as events; failures too. */
export class AgentSession {
  readonly #record: SessionRecord;
  readonly #requester: ReplyRequester;
  readonly #turn: Turn;
  readonly #approvals: ApprovalPolicy;
  readonly #memory: SessionMemory;
  readonly #queue: MessageQueue;
  readonly #summaries: Summaries;
  readonly #desk = new ApprovalDesk(() => {
    this.#emitState();
  });
  readonly #listeners = new Set<(event: AgentEvent) => void>();
  readonly #tools: readonly Tool[];
  #connection: ModelConnection;
  #waiting: ProviderWait | null = null;
  #running: { readonly abort: AbortController; readonly done: Promise<void> } | null = null;

  private constructor(private readonly options: AgentSessionOptions) {
    const emit = (event: AgentEvent): void => {
      this.#emit(event);
    };
    const { archive, fold, journal, planner, restriction, now, makeId } = options;
    this.#connection = options.connection;
    this.#tools = options.root === null ? [] : options.tools;
    this.#record = new SessionRecord(fold, journal, planner, emit);
    const approvals = (this.#approvals = new ApprovalPolicy({
      ask: this.#desk.ask,
      restriction,
      makeId,
      rules: options.rules,
    }));
    const toolTurn = new ToolTurn({
      record: this.#record,
      runner: new ToolRunner(this.#tools, approvals),
      archive,
      files: options.files,
      ripgrep: options.ripgrep ?? null,
      memory: options.memory,
      root: options.root,
      emit,
      now,
      makeId,
    });
    this.#memory = new SessionMemory(options.memory, this.#record, emit);
    const emitState = (): void => {
      this.#emitState();
    };
    this.#queue = new MessageQueue(emitState, options.queued);
    const tools = toolDefinitions(this.#tools);
    const patience = options.patience === undefined ? {} : { patience: options.patience };
    const summaries = (this.#summaries = new Summaries(planner, emitState, options.patience));
    this.#requester = new ReplyRequester({
      record: this.#record,
      planner,
      summaries,
      archive,
      tools,
      emit,
      now,
      makeId,
      ...patience,
      onWait: (wait) => {
        this.#waiting = wait;
        this.#emitState();
      },
    });
    this.#turn = new Turn({
      record: this.#record,
      requester: this.#requester,
      toolTurn,
      memory: this.#memory,
      queue: this.#queue,
      connection: () => this.#connection,
      root: options.root,
      files: options.files,
      maker: options,
      ...(options.maxToolRounds === undefined ? {} : { maxToolRounds: options.maxToolRounds }),
    });
  }

  /**
   * Takes up a session where its journal ends; a new one holds nothing but its header. Whatever is asked of it waits until
   * its planner has read the journal, which takes seconds for a long one.
   */
  static async start(options: AgentSessionOptions): Promise<AgentSession> {
    await foldInSlices(options.fold, options.entries);
    const session = new AgentSession(options);
    await options.planner.setToolSchemas({ json: JSON.stringify(toolDefinitions(session.#tools)) });
    session.#record.load(options.entries);
    return session;
  }

  get fold(): JournalFold {
    return this.options.fold;
  }

  get state(): SessionState {
    return {
      busy: this.#running !== null,
      approval: this.#desk.request,
      summary: this.#summaries.progress,
      waiting: this.#waiting,
      queued: this.#queue.items,
    };
  }

  /** Nothing will be written any more until the session is opened anew. */
  get isBroken(): boolean {
    return this.#record.isBroken;
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
   * Says something to the agent; resolves when its turn is over. While it is at work the text waits, and goes to it with
   * the next results of tools, or as soon as it is done. Failures of the turn are told as events; where the text itself
   * could not be written it rejects, so that it goes back to where it was typed.
   * @throws JournalError the text is not part of the session
   */
  async send(text: string): Promise<void> {
    if (this.#running !== null) {
      this.#queue.add({ id: this.options.makeId(), text });
      return;
    }
    await this.#runTurn([text]);
  }

  /** Sends what waits; it stays waiting where it could not be written. */
  async sendQueued(): Promise<void> {
    if (this.#queue.items.length > 0 && this.#running === null) await this.#runTurn([]);
  }

  /** Takes back what waits. */
  unqueue(id: string): void {
    this.#queue.remove(id);
  }

  /** Goes on from the end of the history, after a failure or a stop. */
  retry(): Promise<void> {
    return this.#run(async (signal) => {
      await this.#turn.say([]);
      const { ledger } = this.fold;
      if (ledger.length > 0 && ledger.message(ledger.length - 1).role !== 'assistant') await this.#turn.run(signal);
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

  /**
   * What a session that goes on from this one begins with; null where there is nothing to go on from, or it was stopped.
   * @throws SessionError `busy`
   */
  async carryOver(): Promise<CarriedSession | null> {
    let carried: CarriedSession | null = null;
    await this.#run(async (signal) => {
      const carry = await this.#summaries.carryOver(this.#connection, signal);
      if (carry !== null) carried = carriedSession(this.fold, carry, this.options);
    });
    return carried;
  }

  /** Notes which session came from this one. */
  async link(link: Omit<LinkEntry, 'type'>): Promise<void> {
    await this.#record.commit([{ type: 'link', ...link }]);
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

  /**
   * Keeps a note for this and every later session of the workspace.
   * @throws MemoryError
   */
  async remember(note: string): Promise<void> {
    await this.#memory.add(note);
  }

  /** @param title one line; the list and the chat show it */
  async rename(title: string): Promise<void> {
    await this.#record.commit([{ type: 'title', title: cleanTitle(title) }]);
  }

  answerApproval(id: string, reply: ApprovalReply): void {
    this.#desk.answer(id, reply);
  }

  /** What was allowed until the session ends. */
  get grants(): ApprovalPolicy['grants'] {
    return this.#approvals.grants;
  }

  revokeGrant(id: string): void {
    this.#approvals.revokeGrant(id);
  }

  /** What the call in question would make of its file; null where it changes none, or the question is settled. */
  proposal(approvalId: string): Promise<FileProposal | null> {
    return this.#desk.proposal(approvalId);
  }

  /** Stops what is under way and gives up the right to write. */
  async dispose(): Promise<void> {
    await this.stop();
    await this.#summaries.close();
    await this.#record.close();
    await this.options.journal.close();
    this.#listeners.clear();
  }

  async #runTurn(texts: readonly string[]): Promise<void> {
    const unwritten: JournalError[] = [];
    await this.#run(async (signal) => {
      try {
        await this.#turn.say(texts);
      } catch (error) {
        if (!(error instanceof JournalError)) throw error;
        unwritten.push(error);
        return;
      }
      await this.#turn.run(signal);
    });
    const [failure] = unwritten;
    if (failure !== undefined) throw failure;
  }

  async #run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.#running !== null)
      throw new SessionError('busy', t('The agent is still at work. Stop it first, or wait.'));
    const abort = new AbortController();
    const guarded = this.#guard(work, abort.signal);
    const done = guarded.then(() => undefined);
    this.#running = { abort, done };
    this.#emitState();
    const isWell = await guarded;
    this.#running = null;
    this.#emitState();
    // After a failure or a stop it is the person who says when what waits is sent.
    if (isWell && this.#queue.items.length > 0) void this.sendQueued().catch(() => undefined);
  }

  /**
   * Failures end a turn, never the session.
   * @returns whether it ended by itself and well
   */
  async #guard(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#record.loaded();
      await work(signal);
      return !signal.aborted;
    } catch (error) {
      const isStop = signal.aborted && error instanceof ProviderError && error.reason === 'cancelled';
      if (!isStop) this.#emit({ type: 'failure', failure: failureOf(error) });
      return false;
    }
  }

  #emitState(): void {
    this.#emit({ type: 'state', state: this.state });
  }

  #emit(event: AgentEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
