import type { CachedPrefix, CallPoint } from '../../protocol/inspectorFacts';

/**
 * Points a chart is drawn from at most. A snapshot carries them all, so their number may not grow with the session; at a
 * few hundred, each still has a pixel or more.
 */
const MAXIMUM_POINTS = 256;

let newestId = 0;

/** Calls that the share of the cached prefix is told of. */
const RECENT_CALLS = 20;

type CallPrefix = Pick<CallPoint, 'prefixTokens' | 'previousTokens'>;

/** One call as it was made. */
export interface Call extends Pick<CallPoint, 'call' | 'tokensBefore' | 'tokensAfter' | 'decisionCount'> {
  /** Messages it was rendered from. */
  readonly historyLength: number;
  /**
   * Tokens at the start of the input that nothing has touched since the call before, infinite where nothing was touched at
   * all; null where that is not known.
   */
  readonly unchangedTokens: number | null;
}

/** A call with what it has in common with the one before. */
export type MadeCall = CallPoint & Pick<Call, 'historyLength'>;

/** The calls of a session for the chart: once there are too many, neighbours become one that keeps their peak. */
export class CallSeries {
  /** Tells this series from that of another replay. */
  readonly id = (newestId += 1);
  readonly #calls: MadeCall[] = [];
  #points: CallPoint[] = [];
  /** Calls one point stands for. */
  #stride = 1;
  /** Calls there were when the points were last halved. */
  #halvedAt = 0;

  /** Calls there were. */
  get count(): number {
    return this.#calls.length;
  }

  get points(): readonly CallPoint[] {
    return this.#points;
  }

  /** @param number of the call, from 0 */
  at(number: number): MadeCall | undefined {
    return this.#calls[number];
  }

  /** Of the newest calls before there were `count`; null before there are two calls to compare. */
  cachedPrefix(count = this.count): CachedPrefix | null {
    // The first call has none before it.
    const recent: readonly CallPrefix[] = this.#calls.slice(Math.max(1, count - RECENT_CALLS), count);
    const previous = recent.reduce((sum, { previousTokens }) => sum + previousTokens, 0);
    if (previous === 0) return null;
    const prefix = recent.reduce((sum, { prefixTokens }) => sum + prefixTokens, 0);
    const known = recent.filter(({ previousTokens }) => previousTokens > 0).length;
    return { calls: known, unknownCalls: recent.length - known, share: prefix / previous };
  }

  /** Points at the start that are as they were when there were `count` calls. */
  unchangedSince(count: number): number {
    if (count < this.#halvedAt || count > this.count) return 0;
    // The newest point takes calls in until it stands for a whole stride.
    return Math.floor(count / this.#stride);
  }

  /** O(1) amortised: the points are halved once for every doubling of the calls. */
  add({ unchangedTokens, ...call }: Call): void {
    const prefix = prefixOf(this.#calls.at(-1)?.tokensAfter ?? 0, unchangedTokens);
    const savedTokens = call.tokensBefore - call.tokensAfter;
    const made: MadeCall = { ...call, firstCall: call.call, savedTokens, ...prefix };
    const point = pointOf(made);
    const last = this.#points.at(-1);
    if (last === undefined || this.count % this.#stride === 0) this.#points.push(point);
    else this.#points[this.#points.length - 1] = merged(last, point);
    this.#calls.push(made);
    if (this.#points.length < MAXIMUM_POINTS || this.count % this.#stride !== 0) return;
    const halved: CallPoint[] = [];
    for (let place = 0; place + 1 < this.#points.length; place += 2) {
      const [first, second] = [this.#points[place], this.#points[place + 1]];
      if (first !== undefined && second !== undefined) halved.push(merged(first, second));
    }
    this.#points = halved;
    this.#stride *= 2;
    this.#halvedAt = this.count;
  }
}

/** How much of the call before, of `previousTokens`, the call begins with. */
function prefixOf(previousTokens: number, unchangedTokens: number | null): CallPrefix {
  if (unchangedTokens === null) return { prefixTokens: 0, previousTokens: 0 };
  return { prefixTokens: Math.min(previousTokens, unchangedTokens), previousTokens };
}

function pointOf({ historyLength, ...point }: MadeCall): CallPoint {
  return point;
}

/** The point of the later call, at the higher of both peaks. */
function merged(first: CallPoint, second: CallPoint): CallPoint {
  return {
    firstCall: first.firstCall,
    call: second.call,
    tokensBefore: Math.max(first.tokensBefore, second.tokensBefore),
    tokensAfter: second.tokensAfter,
    savedTokens: first.savedTokens + second.savedTokens,
    prefixTokens: first.prefixTokens + second.prefixTokens,
    previousTokens: first.previousTokens + second.previousTokens,
    decisionCount: first.decisionCount + second.decisionCount,
  };
}
