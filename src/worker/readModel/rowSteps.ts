import type { Fate } from '../../engine/decision';
import type { HitStep, StepRequest } from '../../protocol/inspectorRows';
import { lastAtOrBefore } from './foldedRows';

type Step = Pick<StepRequest, 'from' | 'direction'>;

/** The hit next to a message; behind the last one comes the first. @param hits indexes of messages, ascending */
export function hitStep(hits: readonly number[], { from, direction }: Step): HitStep {
  const count = hits.length;
  if (count === 0) return { count, hit: null };
  const place = (nextPlace(hits, { from, direction }) + count) % count;
  return { count, hit: { index: hits[place] ?? 0, number: place + 1 } };
}

/**
 * The next message of another fate than the one listed before it. Backward that is where the run of fates begins that one
 * is in, and then the run before.
 *
 * @param messages indexes, ascending
 */
export function fateChangeStep(
  messages: readonly number[],
  fateOf: (index: number) => Fate,
  { from, direction }: Step,
): number | null {
  const step = direction === 'forward' ? 1 : -1;
  const start = nextPlace(messages, { from, direction });
  for (let place = direction === 'forward' ? Math.max(1, start) : start; place > 0; place += step) {
    const index = messages[place];
    const before = messages[place - 1];
    if (index === undefined || before === undefined) return null;
    if (fateOf(index) !== fateOf(before)) return index;
  }
  return null;
}

/** Place of the message after or before another one, which need not be listed. */
function nextPlace(messages: readonly number[], { from, direction }: Step): number {
  if (direction === 'forward') return from === null ? 0 : lastAtOrBefore(messages, from) + 1;
  return from === null ? messages.length - 1 : lastAtOrBefore(messages, from - 1);
}
