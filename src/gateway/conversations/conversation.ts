import { randomUUID } from 'node:crypto';
import { engineSettings } from '../../config/engineSettings';
import { LONG_CONTEXT_TOKENS } from '../../config/resolveCompression';
import { planBeforeCall, type CascadeOptions, type CascadeResult } from '../../engine/cascade';
import type { Decision } from '../../engine/decision';
import type { CallEntry, JournalEntry, SessionOrigin } from '../../engine/journal';
import { JournalFold } from '../../engine/journalFold';
import { wishProactive } from '../../engine/layer3/summaryWish';
import type { ContextLedger } from '../../engine/ledger';
import { typedTextOf, type Message, type Usage } from '../../engine/message';
import type { MessageCounter } from '../../engine/messageCounter';
import { planOverflow, type Overflow } from '../../engine/retry';
import type { SessionStore, StoredSession } from '../../session/sessionStore';
import { titleOf } from '../../session/sessionTitle';
import { TimeSlices } from '../../session/timeSlices';
import type { ReadRequest, WireFormat } from '../formats/wireFormat';
import { writeContext } from '../formats/writeContext';
import type { Reply } from '../replies/reply';
import { ConversationJournal, forkedAt } from './conversationJournal';
import { nextFingerprint } from './fingerprint';
import { PathArchive, withPaths } from './pathArchive';
import { PendingReply } from './pendingReply';
import { SummaryWriter } from './summaryWriter';
import type { ConversationTools, Prepared, RequestFacts } from './tools';

/** Above this share of the window even a single question may have to be cut. */
const LARGE_SHARE = 0.5;

/** One conversation of a client: its messages, what was decided on them, and the session it is kept in. */
export class Conversation {
  readonly id = randomUUID();
  /** The hash of every prefix of the history. */
  readonly chain: string[] = [];
  /** Requests so far. */
  requests = 0;
  /** Characters of the history, for a bound on memory. */
  characters = 0;
  readonly #journal: ConversationJournal;
  readonly #summaries: SummaryWriter;
  #fold: JournalFold | null = null;
  #counter: MessageCounter | null = null;
  #tools = '';
  #toolTokens = 0;
  #limits = { window: 0, reserve: 0 };
  readonly #pending = new PendingReply(() => void this.run(() => this.#settleReply()));
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    store: SessionStore,
    private readonly tools: ConversationTools,
    private readonly origin: SessionOrigin | null,
    stored: StoredSession | null = null,
    entries: readonly JournalEntry[] = [],
  ) {
    this.#journal = new ConversationJournal(store, stored, entries);
    this.#summaries = new SummaryWriter(
      () => tools.now(),
      (words) => {
        tools.onFailure(words);
      },
    );
  }

  /** A session that was kept before. @param chain hash of every prefix of its messages */
  static restored(
    store: SessionStore,
    tools: ConversationTools,
    stored: StoredSession,
    chain: readonly string[],
  ): Conversation {
    const folder = store.archivePath(stored.id);
    const entries = stored.entries
      .filter(({ type }) => type !== 'header')
      .map((entry) => (entry.type === 'decision' ? { ...entry, decision: withPaths(entry.decision, folder) } : entry));
    const conversation = new Conversation(store, tools, null, stored, entries);
    conversation.chain.push(...chain);
    conversation.requests = 1;
    return conversation;
  }

  /** Another way from an earlier message on. */
  fork(store: SessionStore, length: number): Conversation {
    const sessionId = this.sessionId;
    const origin = sessionId === null ? null : ({ relation: 'forks', sessionId, historyLength: length } as const);
    const fork = new Conversation(store, this.tools, origin, null, forkedAt(this.#journal.entries, length));
    fork.chain.push(...this.chain.slice(0, length));
    fork.requests = this.requests;
    return fork;
  }

  get sessionId(): string | null {
    return this.#journal.sessionId;
  }

  get length(): number {
    return this.chain.length;
  }

  /** Texts of the history, to find out whether another request has some of it. */
  get history(): readonly Message[] {
    return this.#journal.entries.flatMap((entry) => (entry.type === 'message' ? [entry.message] : []));
  }

  /** One request after another. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const running = this.#queue.then(work);
    this.#queue = running.catch(() => undefined);
    return running;
  }

  /** Takes the messages of a request in and decides what of them is sent. Never fails: what goes wrong is told. */
  async prepare(
    format: WireFormat,
    text: string,
    request: ReadRequest,
    chain: readonly string[],
    facts: RequestFacts,
  ): Promise<Prepared> {
    this.requests += 1;
    const fold = await this.#useModel(request);
    const patience = this.tools.settings()['gateway.patienceSeconds'] * 1_000;
    const isCounted = await this.#append(fold, request, chain, this.tools.now() + Math.max(patience, 1_000));
    let saved: number | null = null;
    if (!isCounted) this.tools.onFailure('Counting the tokens of a request took too long; it went on as it came.');
    else if (this.#isWorthKeeping(request)) saved = await this.#compress(fold, facts, request, patience);
    this.#flushAside();
    return { ...this.#written(format, text, request), saved };
  }

  /** The provider refused the request as too long. Null where nothing more can go. */
  async prepareAgain(
    format: WireFormat,
    text: string,
    request: ReadRequest,
    overflow: Overflow,
    facts: RequestFacts,
  ): Promise<Prepared | null> {
    const fold = this.#fold;
    if (fold === null || fold.ledger.length !== request.messages.length) return null;
    try {
      await this.#begin(facts, request);
      const saved = await this.#take(fold, (options) => planOverflow(fold.ledger, options, overflow), facts, request);
      return saved === null ? null : { ...this.#written(format, text, request), saved };
    } catch (error) {
      this.#tell('A request that was too long could not be compressed', error);
      return null;
    }
  }

  /** A reply, complete; it is written when the client sends it back, or when nothing more comes. */
  noteReply(reply: Reply, model: string, inputTokens: number, historyLength: number): void {
    if (this.#fold === null) return;
    const usage: Usage | null = reply.usage;
    const call: CallEntry = {
      type: 'call',
      historyLength: Math.min(historyLength, this.length),
      inputTokens,
      model: reply.model ?? model,
      ...(usage === null ? {} : { usage }),
    };
    this.#journal.add(call);
    this.#fold.fold(call);
    if (historyLength === this.length && reply.parts.length > 0) {
      const id = `message-${String(this.length)}`;
      const message: Message = {
        id,
        role: 'assistant',
        parts: reply.parts,
        createdAt: this.tools.now(),
        model: reply.model ?? model,
        ...(usage === null ? {} : { usage }),
      };
      this.#pending.note(message);
    }
    this.#flushAside();
  }

  async close(): Promise<void> {
    await this.run(() => this.#settleReply());
    this.#summaries.stop();
    await this.#journal.close();
  }

  /** No request waits for the disk. */
  #flushAside(): void {
    void this.#journal.flush().catch((error: unknown) => this.#tell('The session could not be written', error));
  }

  #tell(what: string, error: unknown): void {
    this.tools.onFailure(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }

  /** A single question is no conversation yet. */
  #isWorthKeeping(request: ReadRequest): boolean {
    const isLarge = (this.#fold?.ledger.totalTokens ?? 0) > LARGE_SHARE * this.#limits.window;
    return this.requests > 1 || request.tools !== '' || request.messages.length > 2 || isLarge;
  }

  async #useModel({ model, tools }: ReadRequest): Promise<JournalFold> {
    const counter = await this.tools.counterFor(model);
    this.#limits = this.tools.limitsOf(model);
    let fold = this.#fold;
    if (fold === null || counter !== this.#counter) {
      fold = new JournalFold(counter);
      for (const entry of this.#journal.entries) fold.fold(entry);
      if (this.#counter !== null) this.#journal.add({ type: 'model', provider: 'gateway', model, ...this.#limits });
      this.#counter = counter;
      this.#tools = '';
      this.#fold = fold;
    }
    if (tools !== this.#tools) this.#toolTokens = counter.countText(tools);
    this.#tools = tools;
    fold.setToolSchemaTokens(this.#toolTokens);
    return fold;
  }

  /** @returns whether all of them were taken in before the deadline */
  async #append(fold: JournalFold, request: ReadRequest, chain: readonly string[], deadline: number): Promise<boolean> {
    const slices = new TimeSlices();
    const now = this.tools.now();
    const pending = this.#pending.take();
    for (let index = this.length; index < request.messages.length; index += 1) {
      const message = request.messages[index];
      const hash = chain[index];
      if (message === undefined || hash === undefined) break;
      const isReply = pending !== null && message.role === 'assistant' && message.id === pending.id;
      const { usage, model, createdAt = now } = isReply ? pending : ({} as Partial<Message>);
      this.#addMessage(fold, {
        ...message,
        createdAt,
        ...(usage === undefined ? {} : { usage }),
        ...(model === undefined ? {} : { model }),
      });
      this.chain.push(hash);
      const othersTurn = slices.look();
      if (othersTurn === null) continue;
      await othersTurn;
      if (this.tools.now() > deadline) return false;
    }
    return fold.ledger.length === request.messages.length;
  }

  #addMessage(fold: JournalFold, message: Message): void {
    const entry: JournalEntry = { type: 'message', message };
    this.#journal.add(entry);
    fold.fold(entry);
    for (const part of message.parts) this.characters += JSON.stringify(part).length;
    if (message.role !== 'user' || message.synthetic !== undefined || fold.title !== '') return;
    const typed = typedTextOf(message)
      .replaceAll(/<system-reminder>[^]*?<\/system-reminder>/g, '')
      .trim();
    if (typed === '') return;
    const title: JournalEntry = { type: 'title', title: titleOf(typed) };
    this.#journal.add(title);
    fold.fold(title);
  }

  /** The reply that nobody has sent back becomes part of the history. */
  #settleReply(): Promise<void> {
    const message = this.#pending.take();
    const fold = this.#fold;
    const last = this.chain.at(-1);
    if (message !== null && fold !== null && last !== undefined) {
      this.#addMessage(fold, message);
      this.chain.push(nextFingerprint(last, message));
      this.#flushAside();
    }
    return Promise.resolve();
  }

  async #begin(facts: RequestFacts, { model }: ReadRequest): Promise<void> {
    if (this.#journal.sessionId !== null) return;
    const { provider, client } = facts;
    const origin = this.origin === null ? {} : { origin: this.origin };
    await this.#journal.begin({ provider, model, client, ...this.#limits, ...origin }, this.tools.now());
  }

  /** @returns tokens taken out; null where nothing was */
  async #compress(
    fold: JournalFold,
    facts: RequestFacts,
    request: ReadRequest,
    patience: number,
  ): Promise<number | null> {
    try {
      await this.#begin(facts, request);
      const isFull = this.tools.settings()['gateway.compressWhenFull'];
      return await this.#take(
        fold,
        (options) => {
          const ready = this.#summaries.takeReady({ ...options, ledger: fold.ledger });
          const result = isFull ? planBeforeCall(fold.ledger, options) : onlyProactive(fold.ledger, options);
          return ready === null ? result : { ...result, decisions: [ready, ...result.decisions] };
        },
        facts,
        request,
        patience,
      );
    } catch (error) {
      this.#tell('A request could not be compressed and went on as it came', error);
      return null;
    }
  }

  /** Decides, keeps the originals, and lets the decisions hold; where they cannot be kept none of them holds. */
  async #take(
    fold: JournalFold,
    plan: (options: CascadeOptions) => CascadeResult,
    facts: RequestFacts,
    request: ReadRequest,
    patience: number | null = null,
  ): Promise<number | null> {
    const before = fold.ledger.totalTokens;
    const archive = new PathArchive(this.#journal.archivePath ?? '');
    const options = this.#options(fold, archive, facts, request);
    const taken: Decision[] = [];
    try {
      const result = plan(options);
      taken.push(...result.decisions);
      if (patience !== null) {
        const { summarizerModel } = options.settings.compression;
        const summarizer = facts.summarizer(summarizerModel === '' ? request.model : summarizerModel);
        const context = { ...options, ledger: fold.ledger, summarizer, patience, signal: facts.signal };
        const summary = await this.#summaries.write(context, result.summary);
        if (summary !== null) taken.push(summary);
      }
      if (taken.length === 0) return null;
      await this.#journal.archive(archive.takeNew());
      const takenAt = this.tools.now();
      for (const decision of taken) {
        fold.noteTaken(decision);
        this.#journal.add({ type: 'decision', decision: { ...decision, takenAt } });
      }
      await this.#journal.flush();
    } catch (error) {
      this.#undo(fold, taken);
      throw error;
    }
    return Math.max(0, before - fold.ledger.totalTokens);
  }

  #undo(fold: JournalFold, decisions: readonly Decision[]): void {
    const ids = new Set(decisions.map(({ id }) => id));
    this.#journal.takeBack((entry) => entry.type === 'decision' && ids.has(entry.decision.id));
    // Also what a plan had done when it failed half-way.
    fold.forget([...ids, ...fold.ledger.decisions.map(({ id }) => id).filter((id) => !fold.knows(id))]);
    fold.setToolSchemaTokens(this.#toolTokens);
  }

  #options(fold: JournalFold, archive: PathArchive, facts: RequestFacts, { model }: ReadRequest): CascadeOptions {
    const values = this.tools.settings();
    const named = facts.profile === null ? values : { ...values, 'compression.profile': facts.profile };
    const { window } = this.#limits;
    const scenario = fold.ledger.originalTokens > LONG_CONTEXT_TOKENS ? 'longContext' : 'default';
    const place = { provider: facts.provider, model, window, scenario } as const;
    return {
      settings: engineSettings(named, place),
      limits: this.#limits,
      archive,
      nextDecisionId: () => randomUUID(),
    };
  }

  #written(format: WireFormat, text: string, request: ReadRequest): Omit<Prepared, 'saved'> {
    const ledger = this.#fold?.ledger;
    const counts = { inputTokens: ledger?.totalTokens ?? 0, originalTokens: ledger?.originalTokens ?? 0 };
    // Without a decision nothing differs from what the client sent.
    if (ledger === undefined || ledger.decisions.length === 0 || ledger.length !== request.messages.length) {
      return { ...counts, inputTokens: counts.originalTokens, body: null };
    }
    try {
      return { ...counts, body: writeContext(format, text, request, ledger) };
    } catch (error) {
      this.#tell('The compressed request could not be written; it went on as it came', error);
      return { ...counts, inputTokens: counts.originalTokens, body: null };
    }
  }
}

function onlyProactive(ledger: ContextLedger, options: CascadeOptions): CascadeResult {
  return { decisions: [], tooLarge: null, summary: wishProactive({ ...options, ledger }) };
}
