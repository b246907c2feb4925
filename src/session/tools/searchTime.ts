import type { ToolContext } from './tool';
import { ToolError } from './tool';

/** Milliseconds one search may take. */
const MOST_MILLISECONDS = 30_000;

/** The time of one search: until the person stops it, or until it has taken too long. */
export class SearchTime {
  /** Aborts at either end. */
  readonly signal: AbortSignal;
  readonly #limit: AbortSignal;
  readonly #stop: AbortSignal;

  constructor({ signal }: Pick<ToolContext, 'signal'>, milliseconds = MOST_MILLISECONDS) {
    this.#stop = signal;
    this.#limit = AbortSignal.timeout(milliseconds);
    this.signal = AbortSignal.any([signal, this.#limit]);
  }

  /**
   * Whether the time is up; what was found until then counts.
   * @throws ToolError `cancelled` when the person stopped the search
   */
  isOver(): boolean {
    if (this.#stop.aborted) throw new ToolError('cancelled', 'The search was stopped.');
    return this.#limit.aborted;
  }

  /** The last line of a result, where the time was too short. */
  get notes(): readonly string[] {
    return this.#limit.aborted
      ? ['[stopped for taking too long; narrow the path or the pattern to find the rest]']
      : [];
  }
}
