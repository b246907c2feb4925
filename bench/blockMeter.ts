import { closeSync, openSync, readSync } from 'node:fs';

/** Nanoseconds the main thread has run, first of three numbers. */
const RUN_TIME_FILE = '/proc/self/schedstat';

/**
 * Longest stretch of work between two turns of the event loop. Where the system tells it, only the time the thread really ran
 * counts, so that other load on the machine does not.
 */
export class BlockMeter {
  #longest = 0;
  readonly #clock = threadClock();
  #last = this.#clock.now();
  readonly #timer = setInterval(() => {
    this.#note();
  }, 1);

  /** The longest block since the last time this was asked, ms. */
  take(): number {
    this.#note();
    const longest = this.#longest;
    this.#longest = 0;
    return longest;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#clock.close();
  }

  #note(): void {
    const now = this.#clock.now();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
  }
}

interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  close(): void;
}

function threadClock(): Clock {
  try {
    const file = openSync(RUN_TIME_FILE, 'r');
    const buffer = Buffer.alloc(80);
    return {
      now: () => Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 80, 0)), 10) / 1e6,
      close: () => {
        closeSync(file);
      },
    };
  } catch {
    // Without it the timer's own millisecond and waiting for a processor count too.
    return { now: () => performance.now(), close: () => undefined };
  }
}
