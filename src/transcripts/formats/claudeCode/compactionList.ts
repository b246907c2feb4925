import type { Message } from '../../../engine/message';
import { effectRanges, type MessageEffect } from '../../effectRanges';
import type { RecordedCompaction } from '../../transcript';
import type { Entry, EntryCompaction } from './entry';

/** What stands in the place of a result that Claude Code itself cleared. */
const CLEARED_MARK = '[Old tool result content cleared]';

/** A compaction as the thread is read; what it did is told once all messages are there. */
interface Draft {
  /** Messages before it. */
  readonly index: number;
  readonly line: Entry;
  readonly compaction: EntryCompaction | null;
  /** Index of the message that is its summary. */
  summary: number | null;
  /** Of the oldest results, how many the API cleared. */
  readonly clearedToolUses: number;
}

/** Collects the compactions of a thread while its messages are built. */
export class CompactionList {
  private readonly drafts: Draft[] = [];
  /** Lines that became a message or part of one, and the indexes of the messages. */
  private readonly lines: Entry[] = [];
  private readonly indexes: number[] = [];
  /** The boundary that still waits for its summary. */
  private open: Draft | null = null;
  private cleared = 0;

  /** A line that became the message of this index, or part of it. */
  noteLine(entry: Entry, index: number): void {
    this.lines.push(entry);
    this.indexes.push(index);
  }

  /** The first line of a reply: the request it answers may have gone out with results cleared by the API. */
  noteReply(entry: Entry, index: number): void {
    this.noteLine(entry, index);
    const { clearedToolUses } = entry;
    if (clearedToolUses > this.cleared) {
      this.drafts.push({ index, line: entry, compaction: null, summary: null, clearedToolUses });
    }
    // Each request is edited anew from the whole history.
    if (clearedToolUses > 0) this.cleared = clearedToolUses;
  }

  addBoundary(entry: Entry, index: number): void {
    const draft = { index, line: entry, compaction: entry.compaction, summary: null, clearedToolUses: 0 };
    this.drafts.push(draft);
    if (entry.compaction?.cleared != null) return;
    this.open = draft;
    this.cleared = 0;
  }

  /** Older files have only the summary, newer ones a boundary before it; either way it is one compaction. */
  addSummary(entry: Entry, index: number): void {
    if (this.open === null) {
      this.drafts.push({ index, line: entry, compaction: null, summary: index, clearedToolUses: 0 });
      this.cleared = 0;
    } else {
      this.open.summary = index;
    }
    this.open = null;
  }

  finish(messages: readonly Message[]): readonly RecordedCompaction[] {
    return this.drafts.map((draft): RecordedCompaction => {
      const { index, line, compaction, summary } = draft;
      const facts = compaction?.facts ?? { kind: draft.clearedToolUses > 0 ? 'clear_tool_uses' : 'compact' };
      return {
        index,
        ...facts,
        effects: effectRanges(this.effectsOf(draft, messages)),
        ...(summary === null ? {} : { summary }),
        source: { line: line.line, byteOffset: line.byteOffset },
      };
    });
  }

  private effectsOf({ index, compaction, clearedToolUses }: Draft, messages: readonly Message[]): MessageEffect[] {
    const before = messages.slice(0, index);
    if (clearedToolUses > 0) return oldestResults(before, clearedToolUses);
    const cleared = compaction?.cleared ?? null;
    if (cleared !== null) {
      return before.flatMap(({ id, toolCallId }, at): MessageEffect[] =>
        cleared.has(toolCallId ?? id) ? [{ index: at, fate: 'compacted', text: CLEARED_MARK }] : [],
      );
    }
    const preserved = this.preservedBy(compaction);
    return before.flatMap((_, at): MessageEffect[] => (preserved.has(at) ? [] : [{ index: at, fate: 'summarized' }]));
  }

  /** Made when it is asked for, as few compactions name lines. */
  private positions(): ReadonlyMap<string, number> {
    return new Map(this.lines.map(({ uuid }, place) => [uuid, this.indexes[place] ?? -1]));
  }

  /** Indexes of messages that stayed as they were. */
  private preservedBy(compaction: EntryCompaction | null): ReadonlySet<number> {
    const preserved = new Set<number>();
    if (compaction === null || (compaction.preserved.length === 0 && compaction.segment === null)) return preserved;
    const positions = this.positions();
    for (const uuid of compaction.preserved) preserved.add(positions.get(uuid) ?? -1);
    const { head, tail } = compaction.segment ?? {};
    const from = positions.get(head ?? '');
    const to = positions.get(tail ?? '');
    for (let index = from ?? 0; from !== undefined && to !== undefined && index <= to; index++) preserved.add(index);
    return preserved;
  }
}

function oldestResults(messages: readonly Message[], count: number): MessageEffect[] {
  const effects: MessageEffect[] = [];
  for (const [index, { role }] of messages.entries()) {
    if (effects.length === count) break;
    if (role === 'tool') effects.push({ index, fate: 'compacted' });
  }
  return effects;
}
