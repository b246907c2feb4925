/** Figures of proactive and preemptive compression over the requests of the gateway, as the reference counts them. */
export interface StatsFigures {
  readonly requests: number;
  /** Requests for which something was compressed anew. */
  readonly compressions: number;
  /** Tokens these compressions took out of the context. */
  readonly tokensSaved: number;
  /** Milliseconds since the epoch; null before the first. */
  readonly lastCompression: number | null;
}

export const NO_FIGURES: StatsFigures = { requests: 0, compressions: 0, tokensSaved: 0, lastCompression: null };

/** @param saved tokens that were taken out for this request; null where nothing was compressed */
export function withRequest(figures: StatsFigures, saved: number | null, now: number): StatsFigures {
  const requests = figures.requests + 1;
  if (saved === null) return { ...figures, requests };
  return {
    requests,
    compressions: figures.compressions + 1,
    tokensSaved: figures.tokensSaved + saved,
    lastCompression: now,
  };
}

/** What `GET /api/v1/compression/stats` answers, by the names of the reference. */
export interface StatsAnswer {
  readonly enabled: boolean;
  readonly total_compressions: number;
  readonly tokens_saved: number;
  /** Tokens per compression, rounded down. */
  readonly average_savings: number;
  /** Share of the requests that were compressed, 0 to 1. */
  readonly compression_rate: number;
  /** ISO 8601 in whole seconds; null before the first. */
  readonly last_compression: string | null;
}

export function statsAnswer(figures: StatsFigures, enabled: boolean): StatsAnswer {
  const { requests, compressions, tokensSaved, lastCompression } = figures;
  return {
    enabled,
    total_compressions: compressions,
    tokens_saved: tokensSaved,
    average_savings: compressions === 0 ? 0 : Math.floor(tokensSaved / compressions),
    compression_rate: requests === 0 ? 0 : Math.round((compressions / requests) * 10_000) / 10_000,
    last_compression: lastCompression === null ? null : new Date(lastCompression).toISOString().replace(/\.\d+Z$/, 'Z'),
  };
}
