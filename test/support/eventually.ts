import { vi } from 'vitest';

/** Waits until what is asserted holds: how long that takes is a matter of the machine, so that only what never comes fails. */
export function eventually<Value>(assertion: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(assertion, { timeout: 30_000, interval: 20 });
}
