import type { LastCompression, ReferenceSums } from '../engine/statistics';

/** Figures over the requests of the gateway: a request is a call, and one for which something was compressed anew a compression. */
export interface StatsFigures extends ReferenceSums {
  readonly last: Pick<LastCompression, 'at'> | null;
}

export const NO_FIGURES: StatsFigures = { calls: 0, compressions: 0, savedTokens: 0, last: null };

/** @param saved tokens that were taken out for this request; null where nothing was compressed */
export function withRequest(figures: StatsFigures, saved: number | null, now: number): StatsFigures {
  const calls = figures.calls + 1;
  if (saved === null) return { ...figures, calls };
  return {
    calls,
    compressions: figures.compressions + 1,
    savedTokens: figures.savedTokens + saved,
    last: { at: now },
  };
}
