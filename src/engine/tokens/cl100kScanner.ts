import {
  characterAt,
  kindOf,
  lengthOf,
  LETTER,
  MARK,
  NEWLINE,
  NUMBER,
  OTHER,
  skipKinds,
  SPACE,
} from './characterKinds';
import { contractionEnd, NO_MATCH, numberEnd, punctuationEnd, whiteSpaceEnd } from './pieceRules';

// The split pattern of cl100k_base (openai/tiktoken, tiktoken_ext/openai_public.py), one alternative a line:
//   1  contraction
//   2  [^\r\n\p{L}\p{N}]?\p{L}+
//   3  \p{N}{1,3}
//   4   ?[^\s\p{L}\p{N}]+[\r\n]*
//   5  \s*[\r\n]+    6  \s+(?!\S)    7  \s+

const MAY_LEAD_A_WORD = SPACE | OTHER | MARK;

/** Where the piece of cl100k_base that starts at `start` ends. */
export function cl100kPieceEnd(bytes: Uint8Array, start: number, end: number): number {
  const contraction = contractionEnd(bytes, start, end);
  if (contraction > start) return contraction;
  const first = characterAt(bytes, start);
  const word = wordEnd(bytes, start, end, first);
  if (word !== NO_MATCH) return word;
  if (kindOf(first) === NUMBER) return numberEnd(bytes, start, end);
  const punctuation = punctuationEnd(bytes, start, end);
  if (punctuation !== NO_MATCH) return skipKinds(bytes, punctuation, end, NEWLINE);
  return whiteSpaceEnd(bytes, start, end);
}

function wordEnd(bytes: Uint8Array, start: number, end: number, first: number): number {
  if ((first & LETTER) !== 0) return skipKinds(bytes, start, end, LETTER);
  if ((first & MAY_LEAD_A_WORD) === 0) return NO_MATCH;
  const body = start + lengthOf(first);
  const position = skipKinds(bytes, body, end, LETTER);
  return position > body ? position : NO_MATCH;
}
