import { standsIn } from './facts';
import type { Fact } from './facts';

const WORD = /[\p{L}\p{N}_]+/gu;

/** Longer facts looked at for one fact; words that stand in more of them tell little. */
const MOST_CONTAINERS = 40;

/**
 * For each fact the positions of others that it is a part of, so that where one of those stands the fact stands too. They
 * are found by the longest word of the fact: a fact that begins or ends inside a word of another one is not found.
 */
export function containersOf(facts: readonly Fact[]): readonly (readonly number[])[] {
  const byWord = new Map<string, number[]>();
  const longest = facts.map(({ text }, position) => {
    const words = text.match(WORD) ?? [];
    for (const word of words.length > 1 ? new Set(words) : words) {
      const positions = byWord.get(word);
      if (positions === undefined) byWord.set(word, [position]);
      else if (positions.length < MOST_CONTAINERS) positions.push(position);
    }
    return longestOf(words);
  });
  return facts.map(({ text }, position) => {
    const others = byWord.get(longest[position] ?? '') ?? [];
    return others.filter((other) => other !== position && contains(facts[other]?.text ?? '', text, other < position));
  });
}

/** Of two facts with one text the first contains the other. */
function contains(container: string, text: string, isBefore: boolean): boolean {
  if (container.length === text.length) return isBefore && container === text;
  return container.length > text.length && standsIn(text, container);
}

function longestOf(words: readonly string[]): string {
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}
