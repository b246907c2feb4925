import type { Message } from '../../../engine/message';
import type { ProblemList } from '../../problemList';
import type { RecordedCompaction, RecordedEffect } from '../../transcript';
import { UniqueIds } from '../../uniqueIds';
import { messageOf, type Entry, type EntryContent } from './entry';

export interface SessionThread {
  readonly messages: readonly Message[];
  readonly compactions: readonly RecordedCompaction[];
  /** Replies that never came. */
  readonly failed: ReadonlySet<Message>;
}

type Compaction = Extract<EntryContent, { kind: 'compaction' }>;

/** The entries of a session; what is shown is the way from its newest entry back to the root. */
export class SessionTree {
  /** By their place in the file, which the first version names entries by; null for the header. */
  private readonly entries: (Entry | null)[] = [];
  /** Of the entries, by id. */
  private readonly places = new Map<string, number>();
  private readonly ids = new UniqueIds();
  private readonly failed = new Set<Message>();

  constructor(private readonly problems: ProblemList) {}

  /** A line that is no entry. */
  skip(): void {
    this.entries.push(null);
  }

  add(entry: Entry): void {
    if (entry.id !== null && this.places.has(entry.id)) {
      this.problems.report('info', entry.source, `The entry repeats the id ${entry.id}; the first one is shown.`);
      this.skip();
      return;
    }
    if (entry.content?.kind === 'message') {
      entry.content.message.id = this.ids.take(entry.content.message.id);
      if (entry.content.failed) this.failed.add(entry.content.message);
    } else if (entry.content !== null) entry.content.summary.id = this.ids.take(entry.content.summary.id);
    if (entry.id !== null) this.places.set(entry.id, this.entries.length);
    this.entries.push(entry);
  }

  finish(problems: ProblemList): SessionThread {
    const isShown = new Uint8Array(this.entries.length);
    const path = this.path(isShown, problems);
    const messages: Message[] = [];
    const compactions: RecordedCompaction[] = [];
    /** By place, how many messages are before an entry of the path. */
    const before = new Int32Array(this.entries.length).fill(-1);
    const summaries: number[] = [];
    let excluded = 0;
    for (const place of path) {
      before[place] = messages.length;
      const entry = this.entries[place];
      if (entry == null || entry.content === null) continue;
      const { content, source } = entry;
      if (content.kind === 'message' && content.excluded) {
        excluded += 1;
        continue;
      }
      if (content.kind === 'compaction') {
        const kept = before[this.placeOf(content.firstKept)] ?? -1;
        if (kept < 0) problems.report('warning', source, NOT_KEPT);
        compactions.push(compactionOf(content, source, messages.length, kept, summaries));
        summaries.push(messages.length);
      }
      messages.push(messageOf(content));
    }
    if (excluded > 0) {
      const words = `${String(excluded)} commands the user kept out of the conversation are left out.`;
      problems.report('info', this.entries[path[0] ?? 0]?.source, words);
    }
    this.reportLeft(isShown, problems);
    return { messages, compactions, failed: this.failed };
  }

  /** Places from the root to the newest entry. A parent that is not in the file, or comes twice, gives way to the line before. */
  private path(isShown: Uint8Array, problems: ProblemList): readonly number[] {
    const path: number[] = [];
    let place = this.placeBefore(this.entries.length, isShown);
    for (let entry = this.entries[place]; entry != null; entry = this.entries[place]) {
      path.push(place);
      isShown[place] = 1;
      place = this.parentOf(entry, place, isShown, problems);
    }
    return path.reverse();
  }

  /** The place of the entry that one follows, or -1 for a root. */
  private parentOf({ parent, source }: Entry, place: number, isShown: Uint8Array, problems: ProblemList): number {
    if (parent === null) return -1;
    if (parent !== undefined) {
      // Most entries follow the line before them.
      const known = this.entries[place - 1]?.id === parent ? place - 1 : this.placeOf(parent);
      if (isShown[known] === 0) return known;
      const words = `Broken link: the parent ${parent} is not before the entry; the order of the lines was followed.`;
      problems.report('warning', source, words);
    }
    return this.placeBefore(place, isShown);
  }

  /** The last place before another that has an entry not yet shown, or -1. */
  private placeBefore(place: number, isShown: Uint8Array): number {
    let before = place - 1;
    while (before >= 0 && (this.entries[before] === null || isShown[before] === 1)) before -= 1;
    return before;
  }

  /** Of an entry named by its id or by its place; -1 where there is none. */
  private placeOf(name: string | number | null): number {
    return typeof name === 'number' ? name : (this.places.get(name ?? '') ?? -1);
  }

  private reportLeft(isShown: Uint8Array, problems: ProblemList): void {
    const left = this.entries.filter(
      (entry, place) => entry !== null && entry.content !== null && isShown[place] === 0,
    );
    const [first] = left;
    if (first == null) return;
    const words = `${String(left.length)} messages on branches the user went back from are left out.`;
    problems.report('info', first.source, words);
  }
}

const NOT_KEPT = 'The first entry a compaction kept is not before it; all before it counts as out.';

/** @param kept how many messages are before the first that stayed; negative where it is not known */
function compactionOf(
  { tokensBefore, byExtension }: Compaction,
  source: Entry['source'],
  index: number,
  kept: number,
  summaries: readonly number[],
): RecordedCompaction {
  return {
    index,
    kind: 'compaction',
    ...(byExtension ? { trigger: 'extension' } : {}),
    ...(tokensBefore === null ? {} : { tokensBefore }),
    effects: effectsOf(kept < 0 ? index : kept, index, summaries),
    summary: index,
    source,
  };
}

/** What is before the first kept message is out, and so is each earlier summary; the rest is in, also what was out. */
function effectsOf(kept: number, index: number, summaries: readonly number[]): readonly RecordedEffect[] {
  const effects: RecordedEffect[] = [];
  if (kept > 0) effects.push({ from: 0, to: kept, fate: 'summarized' });
  let from = kept;
  for (const summary of summaries) {
    if (summary < from) continue;
    if (summary > from) effects.push({ from, to: summary, fate: 'kept' });
    effects.push({ from: summary, to: summary + 1, fate: 'summarized' });
    from = summary + 1;
  }
  if (from < index) effects.push({ from, to: index, fate: 'kept' });
  return effects;
}
