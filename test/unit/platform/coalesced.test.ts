import { describe, expect, it } from 'vitest';
import { coalesced } from '../../../src/platform/coalesced';

/** Work that ends when the test says so. */
function gatedWork(): { work: () => Promise<void>; started: () => number; end: () => Promise<void> } {
  let started = 0;
  let release: (() => void) | undefined;
  return {
    work: () => {
      started += 1;
      return new Promise((resolve) => {
        release = resolve;
      });
    },
    started: () => started,
    end: async () => {
      release?.();
      // Lets what waits for the promise go on.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('coalesced', () => {
  it('runs once more for any number of calls during a run', async () => {
    const { work, started, end } = gatedWork();
    const run = coalesced(work);
    run();
    run();
    run();
    expect(started()).toBe(1);
    await end();
    expect(started()).toBe(2);
    await end();
    expect(started()).toBe(2);
  });

  it('runs again for a call after the end', async () => {
    const { work, started, end } = gatedWork();
    const run = coalesced(work);
    run();
    await end();
    run();
    expect(started()).toBe(2);
  });
});
