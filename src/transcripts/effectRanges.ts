import type { RecordedEffect } from './transcript';

/** What became of one message. */
export interface MessageEffect {
  readonly index: number;
  readonly fate: RecordedEffect['fate'];
  /** What stands in its place, for `truncated` and `compacted`. */
  readonly text?: string;
}

/** Effects on single messages as ranges: neighbours with the same fate and text become one. In the order of the indexes. */
export function effectRanges(effects: readonly MessageEffect[]): readonly RecordedEffect[] {
  const ranges: { from: number; to: number; fate: RecordedEffect['fate']; text?: string }[] = [];
  for (const { index, fate, text } of [...effects].sort((a, b) => a.index - b.index)) {
    const last = ranges.at(-1);
    if (last?.to === index && last.fate === fate && last.text === text) last.to = index + 1;
    else ranges.push({ from: index, to: index + 1, fate, ...(text === undefined ? {} : { text }) });
  }
  return ranges;
}

/** Whether a text that stands in another's place is what was left of it, or says something else in its stead. */
export function replacedFate(original: string, standing: string): 'truncated' | 'compacted' {
  const length = Math.min(original.length, standing.length);
  let head = 0;
  while (head < length && original.charCodeAt(head) === standing.charCodeAt(head)) head += 1;
  let tail = 0;
  while (tail < length - head && original.at(-1 - tail) === standing.at(-1 - tail)) tail += 1;
  return head + tail > 0 && 2 * (head + tail) >= standing.length ? 'truncated' : 'compacted';
}
