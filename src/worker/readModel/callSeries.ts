import type { CallPoint } from '../../protocol/inspector';

/**
 * Points a chart is drawn from at most. A snapshot carries them all, so their number may not grow with the session; at a
 * few hundred, each still has a pixel or more.
 */
const MAXIMUM_POINTS = 256;

let newestId = 0;

/** The calls of a session for the chart: once there are too many, neighbours become one that keeps their peak. */
export class CallSeries {
  /** Tells this series from that of another replay. */
  readonly id = (newestId += 1);
  #points: CallPoint[] = [];
  /** Calls one point stands for. */
  #stride = 1;
  #count = 0;

  /** Calls there were. */
  get count(): number {
    return this.#count;
  }

  get points(): readonly CallPoint[] {
    return this.#points;
  }

  /** O(1) amortised: the points are halved once for every doubling of the calls. */
  add(call: Omit<CallPoint, 'firstCall' | 'savedTokens'>): void {
    const point = { ...call, firstCall: call.call, savedTokens: call.tokensBefore - call.tokensAfter };
    const last = this.#points.at(-1);
    if (last === undefined || this.#count % this.#stride === 0) this.#points.push(point);
    else this.#points[this.#points.length - 1] = merged(last, point);
    this.#count += 1;
    if (this.#points.length < MAXIMUM_POINTS || this.#count % this.#stride !== 0) return;
    const halved: CallPoint[] = [];
    for (let place = 0; place + 1 < this.#points.length; place += 2) {
      const [first, second] = [this.#points[place], this.#points[place + 1]];
      if (first !== undefined && second !== undefined) halved.push(merged(first, second));
    }
    this.#points = halved;
    this.#stride *= 2;
  }
}

/** The point of the later call, at the higher of both peaks. */
function merged(first: CallPoint, second: CallPoint): CallPoint {
  return {
    firstCall: first.firstCall,
    call: second.call,
    tokensBefore: Math.max(first.tokensBefore, second.tokensBefore),
    tokensAfter: second.tokensAfter,
    savedTokens: first.savedTokens + second.savedTokens,
    decisions: first.decisions.length === 0 ? second.decisions : [...first.decisions, ...second.decisions],
  };
}
