import { MessageCounter } from '../../src/engine/messageCounter';
import type { TokenCounter } from '../../src/engine/tokens/counter';

const CHARACTERS_PER_TOKEN = 4;

/** A counter whose results can be worked out by hand: four characters a token, rounded up. */
export const characterCounter: TokenCounter = {
  method: 'counted',
  countText: (text) => Math.ceil(text.length / CHARACTERS_PER_TOKEN),
  prefixWithin: (text, tokens) =>
    keepPairs(text, Math.min(text.length, Math.max(0, tokens) * CHARACTERS_PER_TOKEN), -1),
  suffixWithin: (text, tokens) =>
    keepPairs(text, Math.max(0, text.length - Math.max(0, tokens) * CHARACTERS_PER_TOKEN), 1),
};

function keepPairs(text: string, offset: number, step: 1 | -1): number {
  const code = text.charCodeAt(offset);
  const isInsidePair = offset > 0 && code >= 0xdc00 && code <= 0xdfff;
  return isInsidePair ? offset + step : offset;
}

export function characterMessageCounter(): MessageCounter {
  return new MessageCounter(characterCounter);
}
