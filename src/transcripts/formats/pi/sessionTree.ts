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
  private readonly byId = new Map<string, Entry>();
  private readonly previous = new Map<Entry, Entry>();
  private readonly ids = new UniqueIds();
  private readonly failed = new Set<Message>();
  private newest: Entry | null = null;

  constructor(private readonly problems: ProblemList) {}

  /** A line that is no entry. */
  skip(): void {
    this.entries.push(null);
  }

  add(entry: Entry): void {
    if (entry.id !== null && this.byId.has(entry.id)) {
      this.problems.report('info', entry.source, `The entry repeats the id ${entry.id}; the first one is shown.`);
      this.skip();
      return;
    }
    if (entry.content?.kind === 'message') {
      entry.content.message.id = this.ids.take(entry.content.message.id);
      if (entry.content.failed) this.failed.add(entry.content.message);
    } else if (entry.content !== null) entry.content.summary.id = this.ids.take(entry.content.summary.id);
    if (entry.id !== null) this.byId.set(entry.id, entry);
    if (this.newest !== null) this.previous.set(entry, this.newest);
    this.entries.push(entry);
    this.newest = entry;
  }

  finish(problems: ProblemList): SessionThread {
    const path = this.path(problems);
    const messages: Message[] = [];
    const compactions: RecordedCompaction[] = [];
    const places = new Map<Entry, number>();
    const summaries: number[] = [];
    let excluded = 0;
    for (const entry of path) {
      places.set(entry, messages.length);
      const { content } = entry;
      if (content === null) continue;
      if (content.kind === 'message' && content.excluded) {
        excluded += 1;
        continue;
      }
      if (content.kind === 'compaction') {
        compactions.push(this.compaction(content, entry, messages.length, places, summaries, problems));
        summaries.push(messages.length);
      }
      messages.push(messageOf(content));
    }
    if (excluded > 0) {
      const words = `${String(excluded)} commands the user kept out of the conversation are left out.`;
      problems.report('info', path[0]?.source, words);
    }
    this.reportLeft(path, problems);
    return { messages, compactions, failed: this.failed };
  }

  /** From the root to the newest entry. A parent that is not in the file, or comes twice, gives way to the line before. */
  private path(problems: ProblemList): readonly Entry[] {
    const path: Entry[] = [];
    const visited = new Set<Entry>();
    for (let entry = this.newest ?? undefined; entry !== undefined;) {
      path.push(entry);
      visited.add(entry);
      entry = this.parentOf(entry, visited, problems);
    }
    return path.reverse();
  }

  private parentOf(entry: Entry, visited: ReadonlySet<Entry>, problems: ProblemList): Entry | undefined {
    if (entry.parent === null) return undefined;
    if (entry.parent !== undefined) {
      const parent = this.byId.get(entry.parent);
      if (parent !== undefined && !visited.has(parent)) return parent;
      const words = `Broken link: the parent ${entry.parent} is not before the entry; the order of the lines was followed.`;
      problems.report('warning', entry.source, words);
    }
    let before = this.previous.get(entry);
    while (before !== undefined && visited.has(before)) before = this.previous.get(before);
    return before;
  }

  private compaction(
    { firstKept, tokensBefore, byExtension }: Compaction,
    { source }: Entry,
    index: number,
    places: ReadonlyMap<Entry, number>,
    summaries: readonly number[],
    problems: ProblemList,
  ): RecordedCompaction {
    const named = typeof firstKept === 'number' ? this.entries[firstKept] : this.byId.get(firstKept ?? '');
    const kept = named == null ? undefined : places.get(named);
    if (kept === undefined) {
      problems.report(
        'warning',
        source,
        'The first entry a compaction kept is not before it; all before it counts as out.',
      );
    }
    return {
      index,
      kind: 'compaction',
      ...(byExtension ? { trigger: 'extension' } : {}),
      ...(tokensBefore === null ? {} : { tokensBefore }),
      effects: effectsOf(kept ?? index, index, summaries),
      summary: index,
      source,
    };
  }

  private reportLeft(path: readonly Entry[], problems: ProblemList): void {
    const shown = new Set(path);
    const left = this.entries.filter((entry) => entry !== null && entry.content !== null && !shown.has(entry));
    const [first] = left;
    if (first == null) return;
    const words = `${String(left.length)} messages on branches the user went back from are left out.`;
    problems.report('info', first.source, words);
  }
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
