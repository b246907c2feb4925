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

/** Time on the processor, so that waiting for one on a busy machine does not count. */
function processorMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Bytes of JavaScript heap and array buffers in use. Collects twice, because buffers are freed behind their owners. */
export async function bytesInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 2; round++) {
    collect();
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
