import type { ByKind } from './contentMix';

/** Nothing, by kind. */
export const NO_TOKENS: ByKind = { latin: 0, cjk: 0, code: 0, base64: 0 };

/** The sum, kind by kind. */
export function addShares(one: ByKind, other: ByKind): ByKind {
  return {
    latin: one.latin + other.latin,
    cjk: one.cjk + other.cjk,
    code: one.code + other.code,
    base64: one.base64 + other.base64,
  };
}

/** So much of each kind. */
export function scaleShares(shares: ByKind, factor: number): ByKind {
  return {
    latin: shares.latin * factor,
    cjk: shares.cjk * factor,
    code: shares.code * factor,
    base64: shares.base64 * factor,
  };
}
