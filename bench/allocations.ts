import type { HeapProfiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

/** Every so many bytes allocated one is noted, on average. */
const SAMPLING_INTERVAL_BYTES = 256;

/** Bytes of JavaScript heap that `work` allocates, also those that are free again when it is done. */
export async function bytesAllocated(work: () => void): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: SAMPLING_INTERVAL_BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    work();
    const { profile } = await session.post('HeapProfiler.stopSampling');
    return bytesBelow(profile.head);
  } finally {
    session.disconnect();
  }
}

function bytesBelow({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + bytesBelow(child), selfSize);
}
