/** What a text consists of, as far as its tokens are concerned. Code, JSON and mark-up are one kind. */
export type ContentKind = 'latin' | 'cjk' | 'code' | 'base64';

/** Tokens per character (UTF-16 unit) of ordinary text of each kind. */
export type TokenRatios = Readonly<Record<ContentKind, number>>;

/**
 * Tokens per character of o200k_base, rounded, over the excerpts that the model of `tokenModel.ts` is fitted to. `latin`
 * is also the default of the setting `tokensPerChar`.
 */
export const ORDINARY_RATIOS: TokenRatios = { latin: 0.25, cjk: 0.6, code: 0.28, base64: 0.68 };

/** The ratios for a value of the setting `tokensPerChar`: the other kinds keep their proportion to Latin text. */
export function ratiosFor(tokensPerChar: number): TokenRatios {
  const factor = tokensPerChar / ORDINARY_RATIOS.latin;
  return {
    latin: tokensPerChar,
    cjk: ORDINARY_RATIOS.cjk * factor,
    code: ORDINARY_RATIOS.code * factor,
    base64: ORDINARY_RATIOS.base64 * factor,
  };
}
