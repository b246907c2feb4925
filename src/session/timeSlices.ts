import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work at a stretch: half of a frame, as whatever shares the thread takes some of it too. */
const SLICE_MILLISECONDS = 8;

/** Items between two looks at the clock, where an item takes microseconds. */
const ITEMS_PER_LOOK = 16;

/** Cuts long work into slices, so that a thread that has to answer others is never held up for long. */
export class TimeSlices {
  #start = performance.now();
  #items = 0;

  /** Counts one small item; resolves at once unless the slice is used up. Only to be awaited where it gives a promise. */
  item(): Promise<void> | null {
    this.#items += 1;
    return this.#items % ITEMS_PER_LOOK === 0 ? this.look() : null;
  }

  /** The same for an item that may be large. */
  look(): Promise<void> | null {
    return performance.now() - this.#start < SLICE_MILLISECONDS ? null : this.#next();
  }

  async #next(): Promise<void> {
    await setImmediate();
    this.#start = performance.now();
  }
}
