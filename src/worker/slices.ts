import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work before other requests get their turn. */
const SLICE_MILLISECONDS = 20;

/** Lets requests that arrived meanwhile be answered. */
export async function pause(): Promise<void> {
  await setImmediate();
}

/** Cuts long work into slices. */
export class Slices {
  #start = performance.now();

  /** Whether the slice is used up. */
  get isOver(): boolean {
    return performance.now() - this.#start >= SLICE_MILLISECONDS;
  }

  async next(): Promise<void> {
    await pause();
    this.#start = performance.now();
  }
}
