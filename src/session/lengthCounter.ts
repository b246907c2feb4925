import type { TokenCounter } from '../engine/tokens/counter';

/** Characters of a token in English and in code, about. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Takes the length of a text for its tokens. The extension host folds a session to know what is said and what is out; what
 * counts is decided in the worker, over the model's own counter, and counting a long session here would hold up every
 * other extension for seconds. Its numbers order messages by size and are not shown but as `about`.
 */
export const lengthCounter: TokenCounter = {
  method: 'estimated',
  countText: (text) => Math.ceil(text.length / CHARACTERS_PER_TOKEN),
  prefixWithin: (text, tokens) => boundary(text, Math.min(text.length, Math.floor(tokens) * CHARACTERS_PER_TOKEN)),
  suffixWithin: (text, tokens) => {
    const from = Math.max(0, text.length - Math.floor(tokens) * CHARACTERS_PER_TOKEN);
    return isLowSurrogate(text, from) ? from + 1 : from;
  },
};

/** The offset, or the one before it where it would part a surrogate pair. */
function boundary(text: string, offset: number): number {
  return isLowSurrogate(text, offset) ? offset - 1 : offset;
}

function isLowSurrogate(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  return offset > 0 && unit >= 0xdc00 && unit <= 0xdfff && text.charCodeAt(offset - 1) >> 10 === 0x36;
}
