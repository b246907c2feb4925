import { BROKEN_REPLY_NOTE } from '../engine/brokenReply';
import type { Message } from '../engine/message';
import { renderContext } from '../engine/render';
import { MAXIMUM_RETRIES } from '../engine/retry';
import { limitsFor } from '../engine/settings';
import type { ToolDefinition } from '../providers/chatProvider';
import { ProviderError } from '../providers/chatProvider';
import { t } from '../l10n/text';
import type { AgentEvent } from './agentEvents';
import type { ArchiveFolder } from './archiveFolder';
import type { ContextPlan, ContextPlanner, PlanRequest } from './contextPlanner';
import type { ModelConnection } from './modelConnection';
import { type Patience, type ProviderWait, REPLY_PATIENCE, withPatience } from './patience';
import { ReplyBuilder } from './replyBuilder';
import { SessionError, largestMessages } from './sessionFailure';
import type { SessionRecord } from './sessionRecord';
import type { Summaries } from './summaries';

export interface ReplyRequestOptions {
  readonly record: SessionRecord;
  readonly planner: ContextPlanner;
  readonly summaries: Summaries;
  readonly archive: Pick<ArchiveFolder, 'write'>;
  readonly tools: readonly ToolDefinition[];
  readonly emit: (event: AgentEvent) => void;
  readonly now: () => number;
  readonly makeId: () => string;
  readonly patience?: Patience;
  /** Told before the provider is asked again, and with null when it is. */
  readonly onWait: (wait: ProviderWait | null) => void;
}

/** Asks the model for one reply: makes the context fit, sends it, and makes it smaller when the provider refuses it. */
export class ReplyRequester {
  /** Windows that overflow errors named, by model; they are nearer the truth than any table. */
  readonly #learnedWindows = new Map<string, number>();

  constructor(private readonly options: ReplyRequestOptions) {
    const known = options.record.fold.model;
    if (known?.learned === true) this.#learnedWindows.set(known.model, known.window);
  }

  /** Writes the reply to the history and gives its index. Throws `ProviderError` or `SessionError`. */
  async request(connection: ModelConnection, signal: AbortSignal): Promise<number> {
    await this.#recordModel(connection);
    let plan = await this.takePlan({ kind: 'beforeCall' });
    if (plan.summary === 'aside') this.options.summaries.writeAside(connection);
    for (let attempt = 1; ; attempt += 1) {
      if (plan.tooLarge !== null) throw new SessionError('tooLarge', plan.tooLarge);
      try {
        return await this.#sendPatiently(connection, plan, signal);
      } catch (error) {
        if (!(error instanceof ProviderError) || error.reason !== 'contextOverflow') throw error;
        const smaller = await this.#smallerPlan(connection, error, attempt, signal);
        plan = smaller.plan;
        attempt = smaller.attempt;
      }
    }
  }

  /** Plans, archives what the context lets go of, and only then records the decisions. */
  async takePlan(request: PlanRequest): Promise<ContextPlan> {
    const plan = await this.options.planner.plan(request);
    await this.options.archive.write(plan.originals);
    const takenAt = this.options.now();
    await this.options.record.commit(
      plan.decisions.map((decision) => ({ type: 'decision', decision: { ...decision, takenAt } })),
    );
    return plan;
  }

  /** The next plan that takes something out. Sending the same input again would be refused again. */
  async #smallerPlan(
    connection: ModelConnection,
    error: ProviderError,
    firstAttempt: number,
    signal: AbortSignal,
  ): Promise<{ readonly plan: ContextPlan; readonly attempt: number }> {
    const windowTokens = error.details.windowTokens ?? null;
    if (windowTokens !== null && windowTokens < connection.window) {
      this.#learnedWindows.set(connection.model, windowTokens);
      await this.#recordModel(connection);
    }
    for (let attempt = firstAttempt; attempt <= MAXIMUM_RETRIES; attempt += 1) {
      const inputTokens = error.details.inputTokens ?? null;
      const overflow = { kind: 'overflow', attempt, windowTokens, inputTokens } as const;
      let plan = await this.takePlan({ ...overflow, canSummarize: true });
      const hasTaken = plan.decisions.length > 0;
      if (plan.summary === 'first') {
        await this.options.summaries.write('planned', connection, signal);
        plan = await this.takePlan({ ...overflow, canSummarize: false });
      }
      if (hasTaken || plan.decisions.length > 0 || plan.tooLarge !== null) return { plan, attempt };
    }
    throw new SessionError(
      'tooLarge',
      [
        t('{0} refused the request as too long, also after {1} smaller tries.', connection.model, MAXIMUM_RETRIES),
        t('The largest: {0}.', largestMessages(this.options.record.fold.ledger)),
        t('Unpin or shorten these, or choose a model with a larger window.'),
      ].join(' '),
      { cause: error },
    );
  }

  /** Asks again where the failure may pass by itself. What a reply said before it broke off stays, and is gone on from. */
  #sendPatiently(connection: ModelConnection, first: ContextPlan, signal: AbortSignal): Promise<number> {
    const { record, now, onWait, patience = REPLY_PATIENCE } = this.options;
    let plan = first;
    let plannedLength = record.fold.ledger.length;
    const send = async (): Promise<number> => {
      if (record.fold.ledger.length > plannedLength) {
        plannedLength = record.fold.ledger.length;
        plan = await this.takePlan({ kind: 'beforeCall' });
        if (plan.tooLarge !== null) throw new SessionError('tooLarge', plan.tooLarge);
      }
      return this.#send(connection, plan.inputTokens, signal);
    };
    return withPatience(send, { patience, signal, now, onWait });
  }

  async #send(connection: ModelConnection, inputTokens: number, signal: AbortSignal): Promise<number> {
    const { record, emit } = this.options;
    const historyLength = record.fold.ledger.length;
    const key = this.options.makeId();
    const reply = new ReplyBuilder();
    let index: number | null = null;
    emit({ type: 'reply-start', key });
    try {
      await this.#stream(connection, reply, { key, inputTokens }, signal);
      index = await this.#record(reply, connection.model, historyLength, inputTokens);
    } catch (error) {
      // What was said before the person stopped it was said.
      if (signal.aborted) index = await this.#record(reply, connection.model, historyLength, inputTokens);
      else if (error instanceof ProviderError) {
        index = await this.#record(reply, connection.model, historyLength, inputTokens);
        if (index !== null) await this.#recordBreak();
      }
      throw error;
    } finally {
      emit({ type: 'reply-end', key, index });
    }
    if (index !== null) return index;
    throw new SessionError('emptyReply', t('{0} sent an empty reply. Try again.', connection.model));
  }

  async #stream(
    connection: ModelConnection,
    reply: ReplyBuilder,
    { key, inputTokens }: { readonly key: string; readonly inputTokens: number },
    signal: AbortSignal,
  ): Promise<void> {
    const messages = renderContext(this.options.record.fold.ledger).map((entry) => entry.message);
    const { model, maxOutputTokens } = connection;
    const request = {
      model,
      messages,
      tools: this.options.tools,
      countedTokens: inputTokens,
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    };
    for await (const event of connection.provider.stream(request, signal)) {
      reply.add(event);
      if (event.type === 'text-delta') this.options.emit({ type: 'reply-delta', key, text: event.text, thinking: '' });
      if (event.type === 'thinking-delta')
        this.options.emit({ type: 'reply-delta', key, text: '', thinking: event.text });
    }
  }

  /** @returns The reply's index, or null when it says nothing. */
  async #record(
    reply: ReplyBuilder,
    model: string,
    historyLength: number,
    inputTokens: number,
  ): Promise<number | null> {
    const message = reply.message({ id: this.options.makeId(), createdAt: this.options.now(), model });
    if (message === null) return null;
    const { usage } = reply;
    const call = {
      type: 'call',
      historyLength,
      inputTokens,
      model,
      ...(usage === undefined ? {} : { usage }),
    } as const;
    await this.options.record.commit([{ type: 'message', message }, call]);
    return historyLength;
  }

  async #recordBreak(): Promise<void> {
    const message: Message = {
      id: this.options.makeId(),
      role: 'user',
      parts: [{ type: 'text', text: BROKEN_REPLY_NOTE }],
      synthetic: 'injected',
      createdAt: this.options.now(),
    };
    await this.options.record.commit([{ type: 'message', message }]);
  }

  /** Writes the model and its limits to the journal when they are not what it says already. */
  async #recordModel(connection: ModelConnection): Promise<void> {
    const learned = this.#learnedWindows.get(connection.model);
    const limits =
      learned === undefined || learned >= connection.window
        ? { window: connection.window, reserve: connection.reserve }
        : { ...limitsFor(learned, connection.reserve), learned: true };
    const next = { provider: connection.provider.id, model: connection.model, ...limits };
    const known = this.options.record.fold.model;
    const isKnown =
      known !== null &&
      known.provider === next.provider &&
      known.model === next.model &&
      known.window === next.window &&
      known.reserve === next.reserve;
    if (!isKnown) await this.options.record.commit([{ type: 'model', ...next }]);
  }
}
