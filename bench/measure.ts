import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The result of `work` and the milliseconds it took, once. */
export async function timed<T>(work: () => T | Promise<T>): Promise<{ result: T; milliseconds: number }> {
  const start = processorMilliseconds();
  const result = await work();
  return { result, milliseconds: processorMilliseconds() - start };
}

/** The milliseconds of the fastest of several runs: other load on the machine only ever adds. */
export function fastest(runs: number, work: () => unknown): number {
  const milliseconds = Array.from({ length: runs }, () => {
    const start = processorMilliseconds();
    work();
    return processorMilliseconds() - start;
  });
  return Math.min(...milliseconds);
}

/**
 * As `fastest`, for works compared with each other: they take turns, so that other load strikes all of them alike. Each is
 * prepared first, which is not timed, and what others left behind is collected.
 */
export async function fastestInTurn<Name extends string>(
  runs: number,
  works: Readonly<Record<Name, () => () => unknown>>,
): Promise<Record<Name, number>> {
  const best = {} as Record<Name, number>;
  const entries = Object.entries(works) as [Name, () => () => unknown][];
  for (const [name] of entries) best[name] = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    for (const [name, prepare] of entries) {
      const work = prepare();
      // Not the whole heap: that would throw compiled code away too.
      collectGarbage('minor');
      best[name] = Math.min(best[name], (await timed(work)).milliseconds);
    }
  }
  return best;
}

/** The middle one of the values; of an even number of them, the higher of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Time on the processor, so that waiting for one on a busy machine does not count. */
function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function collectGarbage(type: 'minor' | 'major'): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;
  collect({ type });
}

/** Bytes of JavaScript heap and array buffers in use. Collects twice, because buffers are freed behind their owners. */
export async function bytesInUse(): Promise<number> {
  for (let round = 0; round < 2; round++) {
    collectGarbage('major');
    await sleep(200);
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Encodes each text and looks at every byte once: what no counter in JavaScript can be faster than. */
export function scanBytes(texts: readonly string[]): number {
  const encoder = new TextEncoder();
  let sum = 0;
  for (const text of texts) {
    for (const byte of encoder.encode(text)) sum = (sum + byte) | 0;
  }
  return sum;
}
