import type { ContentTally } from './contentTally';
import { type Sampling, tallySample } from './estimate';
import { tallyTokens } from './tokenModel';
import type { ContentKind } from './tokenRatios';

/** Tokens, or shares of them, by kind of content. */
export type ByKind = Readonly<Record<ContentKind, number>>;

/** Share of tokens from punctuation and indentation up to which text is prose, and from which it is code or mark-up. */
const PROSE_STRUCTURE_SHARE = 0.1;
const CODE_STRUCTURE_SHARE = 0.3;

/** Shares need less of a text than counts do, so that they add little to the cost of counting it exactly. */
const MIX_SAMPLING: Sampling = { whole: 768, windows: 6, windowCharacters: 128 };

const NO_CONTENT: ByKind = { latin: 1, cjk: 0, code: 0, base64: 0 };

/**
 * What share of the tokens of a text belongs to each kind of content, together 1. Shares move by little where a text
 * grows by little, so that a factor for each kind makes no steps.
 */
export function contentMix(text: string): ByKind {
  return mixOf(tallySample(text, MIX_SAMPLING).tally);
}

/** Kinds that any part of what was tallied may be of. */
export function kindsIn(tally: ContentTally): readonly ContentKind[] {
  const { base64, cjk } = tallyTokens(tally);
  return ['latin', 'code', ...(base64 > 0 ? (['base64'] as const) : []), ...(cjk > 0 ? (['cjk'] as const) : [])];
}

function mixOf(tally: ContentTally): ByKind {
  const { base64, cjk, structure, words } = tallyTokens(tally);
  const plain = structure + words;
  const total = base64 + cjk + plain;
  if (total === 0) return NO_CONTENT;
  const structureShare = plain === 0 ? 0 : structure / plain;
  const ramp = (structureShare - PROSE_STRUCTURE_SHARE) / (CODE_STRUCTURE_SHARE - PROSE_STRUCTURE_SHARE);
  const codeness = Math.min(1, Math.max(0, ramp));
  return {
    latin: (plain * (1 - codeness)) / total,
    cjk: cjk / total,
    code: (plain * codeness) / total,
    base64: base64 / total,
  };
}
