import { boundedCalibration, calibrate, type EstimatedShares, type EstimateCalibration } from './calibration';

/** What was learnt about one model from the calls made to it. */
export interface ModelCalibration {
  readonly calibration: EstimateCalibration;
  /** How far estimates were off lately, as a share of what was reported: 0.07 for ±7 %. */
  readonly errorBand: number;
  /** Calls it was learnt from. */
  readonly calls: number;
}

/** One call: what its input was estimated at, and what the provider reported. All in tokens. */
export interface CalibrationSample {
  /** The whole input as estimated: texts, images, overhead and tool definitions. */
  readonly estimatedTokens: number;
  /** The part of it that comes from texts, by kind of content; what is missing to the whole is not learnt from. */
  readonly shares: EstimatedShares;
  /** Input tokens of the provider's usage, the cached ones included. */
  readonly reportedTokens: number;
}

/** Error of a model nobody has called yet: published figures and measurements differ by about so much. */
export const UNKNOWN_ERROR_BAND = 0.2;

/** Weight of a call in the band once it narrows; the same as of a call in the factors. */
const SMOOTHING = 0.2;

/** A report that is further off says something else, such as the input without what was cached. */
const PLAUSIBLE_RATIO = 3;

/** Models remembered; the one not called for longest gives way. */
const MOST_MODELS = 50;

/** Characters of a model's name that count. */
const LONGEST_NAME = 200;

/** What was learnt about each model, to be kept between sessions as JSON. */
export class CalibrationBook {
  /** By name, the one called last at the end. */
  readonly #models = new Map<string, ModelCalibration>();

  /** Reads what `toJSON` gave. What is damaged is left out: it is learnt again. */
  static fromJSON(value: unknown): CalibrationBook {
    const book = new CalibrationBook();
    const entries: unknown = isRecord(value) ? value['models'] : undefined;
    if (!Array.isArray(entries)) return book;
    for (const entry of entries.slice(-MOST_MODELS) as unknown[]) {
      const [model, learnt] = Array.isArray(entry) ? (entry as unknown[]) : [];
      const calibration = readCalibration(learnt);
      if (typeof model === 'string' && calibration !== null) book.#models.set(keyOf(model), calibration);
    }
    return book;
  }

  /** Plain data for JSON. */
  toJSON(): { readonly models: readonly (readonly [model: string, ModelCalibration])[] } {
    return { models: [...this.#models] };
  }

  /** What was learnt about a model; null where it was never called. */
  of(model: string): ModelCalibration | null {
    return this.#models.get(keyOf(model)) ?? null;
  }

  /** The error band of a model: a share of the estimate, to be shown beside it. */
  errorBandOf(model: string): number {
    return this.of(model)?.errorBand ?? UNKNOWN_ERROR_BAND;
  }

  /**
   * Takes over what a provider reported of one call.
   *
   * @param start the factors before the first call
   * @returns false where the call says nothing and nothing changed
   */
  observe(model: string, sample: CalibrationSample, start: EstimateCalibration): boolean {
    const { estimatedTokens, shares, reportedTokens } = sample;
    const ratio = reportedTokens / estimatedTokens;
    if (!(ratio > 1 / PLAUSIBLE_RATIO && ratio < PLAUSIBLE_RATIO)) return false;
    const known = this.of(model);
    const texts = Object.values(shares).reduce((sum, tokens) => sum + tokens, 0);
    // Images and overhead follow published rules; only the rest is put down to the tokenizer.
    const reportedForTexts = reportedTokens - Math.max(0, estimatedTokens - texts);
    const learnt: ModelCalibration = {
      calibration: calibrate(known?.calibration ?? start, shares, reportedForTexts),
      errorBand: nextBand(known?.errorBand ?? UNKNOWN_ERROR_BAND, Math.abs(1 / ratio - 1)),
      calls: (known?.calls ?? 0) + 1,
    };
    this.#models.delete(keyOf(model));
    this.#models.set(keyOf(model), learnt);
    const [oldest] = this.#models.keys();
    if (this.#models.size > MOST_MODELS && oldest !== undefined) this.#models.delete(oldest);
    return true;
  }
}

/** A larger error counts at once, smaller ones bit by bit: a band that is too narrow does more harm than a wide one. */
function nextBand(band: number, error: number): number {
  return error > band ? error : band + SMOOTHING * (error - band);
}

function keyOf(model: string): string {
  return model.trim().toLowerCase().slice(0, LONGEST_NAME);
}

function readCalibration(value: unknown): ModelCalibration | null {
  if (!isRecord(value) || !isRecord(value['calibration'])) return null;
  const { latin, cjk, code, base64 } = value['calibration'];
  const { errorBand, calls } = value;
  if (![latin, cjk, code, base64, errorBand, calls].every((number) => typeof number === 'number' && number >= 0)) {
    return null;
  }
  return {
    calibration: boundedCalibration({ latin, cjk, code, base64 } as EstimateCalibration),
    errorBand: Math.min(errorBand as number, PLAUSIBLE_RATIO - 1),
    calls: Math.floor(calls as number),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
