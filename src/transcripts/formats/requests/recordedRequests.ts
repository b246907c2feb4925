import { textOf, type Message } from '../../../engine/message';
import { effectRanges, replacedFate, type MessageEffect } from '../../effectRanges';
import type { RecordedFacts } from '../../transcript';
import type { ChainCompaction, ItemEffect } from './requestChain';

/** A history of messages, with the message each of its items starts at. */
export interface ReadItems {
  readonly messages: readonly Message[];
  /** Index of the first message of each item, and behind them the number of messages. */
  readonly starts: readonly number[];
}

/**
 * What clients did to their contexts between requests, in terms of messages.
 *
 * @param read one item, as the messages it is made of
 */
export function recordedRequests(
  compactions: readonly ChainCompaction[],
  { messages, starts }: ReadItems,
  read: (value: unknown) => readonly Message[],
): { readonly recorded?: RecordedFacts } {
  if (compactions.length === 0) return {};
  const changed = new Set<number>();
  const at = (item: number): number => starts[item] ?? messages.length;
  return {
    recorded: {
      compactions: compactions.map(({ index, effects, summary, source }) => ({
        index: at(index),
        kind: 'requests',
        effects: effectRanges(
          effects.flatMap((effect) => messageEffects(effect, at(effect.index), at(effect.index + 1))),
        ),
        ...(summary === null ? {} : { summary: at(summary) }),
        source,
      })),
    },
  };

  function messageEffects(effect: ItemEffect, from: number, to: number): readonly MessageEffect[] {
    const own = messages.slice(from, to);
    if (effect.fate !== 'replaced') return own.map((_, offset) => ({ index: from + offset, fate: effect.fate }));
    const standing = read(effect.value);
    return own.flatMap((message, offset): readonly MessageEffect[] => {
      const index = from + offset;
      const now = standing[offset];
      if (now === undefined) return [{ index, fate: 'pruned' }];
      const [original, text] = [textOf(message), textOf(now)];
      if (text === original) return changed.delete(index) ? [{ index, fate: 'kept' }] : [];
      changed.add(index);
      return [{ index, fate: replacedFate(original, text), text }];
    });
  }
}
