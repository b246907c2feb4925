import type { ContentKind, TokenRatios } from './tokenRatios';

/**
 * What was learnt about one model's tokenizer: for each kind of content the factor between its tokens and the default
 * estimate. A plain object, to be kept between sessions as JSON.
 */
export type EstimateCalibration = Readonly<Record<ContentKind, number>>;

/** Estimated tokens by kind of content: a text, or a whole request. */
export type EstimatedShares = Readonly<Partial<Record<ContentKind, number>>>;

/** Nothing learnt yet. */
export const UNCALIBRATED: EstimateCalibration = { latin: 1, cjk: 1, code: 1, base64: 1 };

/** Weight of one observation in the exponential moving average: after ten like ones, 90 % of a change is taken over. */
const SMOOTHING = 0.2;

/** How far a factor may move, so that a wrong report (cached tokens left out, an image) cannot spoil the estimates. */
const LOWEST_FACTOR = 0.5;
const HIGHEST_FACTOR = 2;

const KINDS: readonly ContentKind[] = ['latin', 'cjk', 'code', 'base64'];

/**
 * Takes over what a provider reported.
 *
 * @param estimated the estimate for the same content, made with this calibration; each kind learns by its share of it
 * @param counted tokens that were reported or counted
 * @returns the same calibration when the observation says nothing: no tokens on either side
 */
export function calibrate(
  calibration: EstimateCalibration,
  estimated: EstimatedShares,
  counted: number,
): EstimateCalibration {
  const total = KINDS.reduce((sum, kind) => sum + (estimated[kind] ?? 0), 0);
  if (!(total > 0 && counted > 0)) return calibration;
  const correction = counted / total - 1;
  const learn = (kind: ContentKind): number => {
    const share = (estimated[kind] ?? 0) / total;
    return clamp(calibration[kind] * (1 + SMOOTHING * share * correction));
  };
  return { latin: learn('latin'), cjk: learn('cjk'), code: learn('code'), base64: learn('base64') };
}

/** The same calibration with every factor within its bounds, and 1 for what is no number, as in a damaged store. */
export function boundedCalibration({ latin, cjk, code, base64 }: EstimateCalibration): EstimateCalibration {
  return { latin: clamp(latin), cjk: clamp(cjk), code: clamp(code), base64: clamp(base64) };
}

/** The default ratios with what was learnt about the model. A stored calibration that is out of bounds is cut to them. */
export function calibratedRatios(ratios: TokenRatios, calibration: EstimateCalibration): TokenRatios {
  return {
    latin: ratios.latin * clamp(calibration.latin),
    cjk: ratios.cjk * clamp(calibration.cjk),
    code: ratios.code * clamp(calibration.code),
    base64: ratios.base64 * clamp(calibration.base64),
  };
}

function clamp(factor: number): number {
  // Not a number, as in a damaged store, falls back to the default.
  return Number.isFinite(factor) ? Math.min(HIGHEST_FACTOR, Math.max(LOWEST_FACTOR, factor)) : 1;
}
