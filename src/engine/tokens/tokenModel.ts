import {
  ACCENTED_LETTER,
  HAN,
  HANGUL,
  KANA,
  LINE_BREAK,
  OTHER_SCRIPT,
  PUNCTUATION,
  SURROGATE,
  WIDE_SYMBOL,
} from './characterGroups';
import type { ContentTally } from './contentTally';
import type { ContentKind } from './tokenRatios';

/**
 * Tokens that each thing in a tally adds: a linear model.
 *
 * Fitted by least absolute relative error to the exact counts of o200k_base over some 2 200 excerpts of 800 to 4 000
 * characters: English books and documentation, program messages and manuals in Spanish, French, German, Russian,
 * Chinese, Japanese and Korean, TypeScript, JavaScript, Python, JSON, agent transcripts, and base64. On excerpts that
 * were held out the mean error is 1 to 7 % for each.
 */
const WEIGHTS = {
  word: 0.97,
  longWordLetter: 0.41,
  accentedLetter: 0.7,
  digitGroup: 1.52,
  punctuationRun: 0.67,
  punctuation: 0.07,
  indentation: 1.03,
  lineBreak: 0.62,
  hanRun: 0.94,
  han: 0.63,
  kana: 0.58,
  hangulRun: 1.65,
  hangul: 0.17,
  wideSymbol: 0.77,
  otherScriptRun: 1.22,
  otherScript: 0.09,
  // Emoji and rare ideographs were too few to be fitted: one to three tokens for each, which is two of these.
  surrogateRun: 1,
  surrogate: 0.75,
  encodedCharacter: 0.681,
} as const;

/** Share of tokens from encoded data above which text is base64, such as a data URL in a line of JSON. */
const BASE64_SHARE = 0.5;

/** Share of tokens from CJK characters above which text is CJK; the rest is names and code between them. */
const CJK_SHARE = 0.3;

/** Share of tokens from punctuation and indentation above which text is code or mark-up; in prose it is near 0.1. */
const CODE_SHARE = 0.25;

/** The tokens o200k_base would make of what was tallied, not rounded, by what they come from. */
export interface TallyTokens {
  readonly base64: number;
  readonly cjk: number;
  /** Punctuation and indentation. */
  readonly structure: number;
  /** Words, numbers and all the rest. */
  readonly words: number;
}

/** See `TallyTokens`. */
export function tallyTokens(tally: ContentTally): TallyTokens {
  return {
    base64: tally.encodedCharacters * WEIGHTS.encodedCharacter,
    cjk: cjkTokens(tally),
    structure: structureTokens(tally),
    words: wordTokens(tally),
  };
}

/** The tokens o200k_base would make of what was tallied, not rounded, and what it mostly consists of. */
export function modelTokens(tally: ContentTally): { tokens: number; kind: ContentKind } {
  const { base64, cjk, structure, words } = tallyTokens(tally);
  const tokens = base64 + cjk + structure + words;
  if (base64 > tokens * BASE64_SHARE) return { tokens, kind: 'base64' };
  if (cjk > tokens * CJK_SHARE) return { tokens, kind: 'cjk' };
  return { tokens, kind: structure > tokens * CODE_SHARE ? 'code' : 'latin' };
}

function wordTokens(tally: ContentTally): number {
  return (
    tally.words * WEIGHTS.word +
    tally.longWordLetters * WEIGHTS.longWordLetter +
    charactersOf(tally, ACCENTED_LETTER) * WEIGHTS.accentedLetter +
    tally.digitGroups * WEIGHTS.digitGroup +
    charactersOf(tally, LINE_BREAK) * WEIGHTS.lineBreak +
    runsOf(tally, OTHER_SCRIPT) * WEIGHTS.otherScriptRun +
    charactersOf(tally, OTHER_SCRIPT) * WEIGHTS.otherScript +
    runsOf(tally, SURROGATE) * WEIGHTS.surrogateRun +
    charactersOf(tally, SURROGATE) * WEIGHTS.surrogate
  );
}

function structureTokens(tally: ContentTally): number {
  return (
    runsOf(tally, PUNCTUATION) * WEIGHTS.punctuationRun +
    charactersOf(tally, PUNCTUATION) * WEIGHTS.punctuation +
    tally.indentations * WEIGHTS.indentation
  );
}

function cjkTokens(tally: ContentTally): number {
  return (
    runsOf(tally, HAN) * WEIGHTS.hanRun +
    charactersOf(tally, HAN) * WEIGHTS.han +
    charactersOf(tally, KANA) * WEIGHTS.kana +
    runsOf(tally, HANGUL) * WEIGHTS.hangulRun +
    charactersOf(tally, HANGUL) * WEIGHTS.hangul +
    charactersOf(tally, WIDE_SYMBOL) * WEIGHTS.wideSymbol
  );
}

function charactersOf(tally: ContentTally, group: number): number {
  return tally.characters[group] ?? 0;
}

function runsOf(tally: ContentTally, group: number): number {
  return tally.runs[group] ?? 0;
}
