import { LRUCache } from 'lru-cache';
import { FactPlaces } from '../../engine/layer3/factPlaces';
import type { ContextLedger } from '../../engine/ledger';
import { limitsFor } from '../../engine/settings';
import { PriceBook } from '../../models/priceBook';
import { profileFor } from '../../models/profile';
import type { ModelOverrides } from '../../models/profileOverrides';
import type { RunComparison, RunFigures } from '../../protocol/whatIf';
import type { WhatIfConditions, WhatIfRequest } from '../api';
import type { DeskSession } from '../deskSession';
import type { DeskTools } from '../deskTools';
import type { WhatIfFates } from '../readModel/rowSource';
import { sessionStatistics } from '../readModel/sessionStatistics';
import { FateRecord } from './fateRecord';
import type { ReplayableHistory } from './replayableHistory';
import { type RunConditions, type RunOutcome, replayRun } from './replayRun';

/** Runs that are kept: what a slider is moved back and forth between, and what is compared. */
const KEPT_RUNS = 12;

/** Who shows rows by a run asks for them soon; later ones replace it. */
const KEPT_REQUESTS = 8;

/** Milliseconds between two words on how far a run is. */
const TOLD_EVERY_MILLISECONDS = 100;

interface Subject {
  readonly session: DeskSession;
  readonly history: ReplayableHistory;
  readonly places: FactPlaces;
}

/** The runs of what-if over the session that shows. */
export class RunBook {
  #places = new FactPlaces();
  /** The history that was read, by its last message. */
  #read: ReplayableHistory | null = null;
  readonly #runs = new LRUCache<string, RunOutcome>({ max: KEPT_RUNS });
  /** What `after` came to, by request. */
  readonly #fates = new LRUCache<string, FateRecord>({ max: KEPT_REQUESTS });
  readonly #underWay = new Map<string, AbortController>();
  readonly #closing = new AbortController();
  readonly #numbers = new WeakMap<object, number>();
  #numbered = 0;

  constructor(
    private readonly tools: Pick<DeskTools, 'counterFor' | 'emit'>,
    private readonly overrides: ModelOverrides,
  ) {}

  /**
   * Both runs of a request, one after another; what was run before is known. Null where it was cancelled meanwhile.
   */
  async compare(session: DeskSession, { request, before, after }: WhatIfRequest): Promise<RunComparison | null> {
    const abort = new AbortController();
    this.#underWay.get(request)?.abort();
    this.#underWay.set(request, abort);
    const signal = AbortSignal.any([abort.signal, this.#closing.signal]);
    try {
      signal.throwIfAborted();
      const history = session.replayable();
      const subject = { session, history, places: this.#placesFor(history) };
      const one = before === null ? null : await this.#run(subject, before, request, signal);
      const other = await this.#run(subject, after, request, signal);
      this.#fates.set(request, other.fates);
      const went = asItWent(subject);
      const first = one ?? went;
      return {
        before: first.figures,
        after: other.figures,
        went: session.facts().track === 'replayed' ? null : went.figures,
        changes: first.fates.changesTo(other.fates),
        points: other.points,
      };
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      if (this.#underWay.get(request) === abort) this.#underWay.delete(request);
    }
  }

  cancel(request: string): void {
    this.#underWay.get(request)?.abort();
  }

  /**
   * What became of each message in the run that a request asked for; null where it is not known any more.
   *
   * @param call as it was when that call was made, from 0; null: at the end
   */
  fatesOf(request: string, call: number | null = null): WhatIfFates | null {
    const fates = this.#fates.get(request);
    if (fates === undefined) return null;
    if (call === null) return { id: request, at: (index) => fates.at(index) };
    const then = fates.atCall(call);
    return { id: request, at: (index) => (index < fates.length ? (then.get(index) ?? 'kept') : null) };
  }

  close(): void {
    this.#closing.abort();
  }

  /** Facts are read once for each history; one that has only grown is read on. */
  #placesFor(history: ReplayableHistory): FactPlaces {
    const { length } = this.#places;
    const isSame = length === 0 || this.#read?.messages[length - 1] === history.messages[length - 1];
    if (!isSame) this.#places = new FactPlaces();
    this.#read = history;
    return this.#places;
  }

  async #run(
    { session, history, places }: Subject,
    wanted: WhatIfConditions,
    request: string,
    signal: AbortSignal,
  ): Promise<RunOutcome> {
    const conditions = await this.#conditions(session, history, wanted);
    const key = this.#keyOf(session.ledger, history, conditions);
    const known = this.#runs.get(key);
    if (known !== undefined) return known;
    let told = Number.NEGATIVE_INFINITY;
    const outcome = await replayRun(history, conditions, places, {
      signal,
      onProgress: (share) => {
        const now = performance.now();
        if (now - told < TOLD_EVERY_MILLISECONDS) return;
        told = now;
        this.tools.emit('whatIfProgress', { request, share });
      },
    });
    this.#runs.set(key, outcome);
    return outcome;
  }

  async #conditions(
    session: DeskSession,
    history: ReplayableHistory,
    { settings, model, limits }: WhatIfConditions,
  ): Promise<RunConditions> {
    const facts = session.facts();
    const { ledger } = session;
    const toolTokens = ledger.toolSchemaTokens;
    const own = { settings, model: facts.model, counter: ledger.counter, prices: history.prices, toolTokens };
    if (model === null || model === facts.model) {
      return {
        ...own,
        limits: limits === null ? facts.limits : limitsFor(limits.window ?? facts.limits.window, limits.reserve),
      };
    }
    const window = limits?.window ?? profileFor(model, this.overrides).window;
    return {
      ...own,
      model,
      counter: await this.tools.counterFor(model),
      prices: new PriceBook(this.overrides).pricesOf('', model),
      limits: limitsFor(window, limits?.reserve ?? facts.limits.reserve),
    };
  }

  /** A history that only grows is told by its length and its last message. */
  #keyOf(ledger: ContextLedger, history: ReplayableHistory, conditions: RunConditions): string {
    const { counter, ...plain } = conditions;
    const { messages, callBoundaries, memory } = history;
    return JSON.stringify([
      plain,
      this.#numberOf(counter),
      this.#numberOf(messages.at(-1) ?? ledger),
      messages.length,
      callBoundaries.length,
      memory,
    ]);
  }

  #numberOf(object: object): number {
    const number = this.#numbers.get(object) ?? (this.#numbered += 1);
    this.#numbers.set(object, number);
    return number;
  }
}

function asItWent({ session, places }: Subject): Pick<RunOutcome, 'figures' | 'fates'> {
  const { ledger, readModel } = session;
  const { model, limits, counted } = session.facts();
  const figures: RunFigures = {
    model,
    counted,
    ...limits,
    messages: ledger.length,
    fates: { ...ledger.fates },
    contextTokens: ledger.totalTokens,
    statistics: sessionStatistics(session),
    callsThatDoNotFit: readModel.account.callsThatDoNotFit,
    facts: places.survivalIn(ledger),
  };
  return { figures, fates: FateRecord.of(ledger, []) };
}
