import type { Message } from '../../../engine/message';
import { effectRanges, type MessageEffect } from '../../effectRanges';
import type { ProblemList } from '../../problemList';
import type { RecordedCompaction } from '../../transcript';
import type { TaskItem } from '../clineTask/taskMessages';
import type { UiCondensation } from '../clineTask/uiMessages';

/** What an item of the history is marked with. */
export interface RooMarks {
  readonly item: TaskItem;
  readonly isSummary: boolean;
  readonly isMarker: boolean;
  readonly condenseId: string | null;
  /** The summary that stands for it. */
  readonly condenseParent: string | null;
  readonly truncationId: string | null;
  /** The marker of the truncation that hid it. */
  readonly truncationParent: string | null;
}

/**
 * Every time the context was condensed or truncated: by the marks of the history, with the numbers and the time of the
 * chat beside it. In the order of the history.
 */
export function rooCompactions(
  { messages }: { readonly messages: readonly Message[] },
  marks: readonly RooMarks[],
  shown: readonly UiCondensation[],
  problems: ProblemList,
): readonly RecordedCompaction[] {
  const events = new ShownEvents(shown, marks);
  const hidden = new HiddenItems(marks);
  const compactions: RecordedCompaction[] = [];
  const placeOf = placesByTime(messages);
  for (const { item, isSummary, isMarker, condenseId, truncationId } of marks) {
    if (!isSummary && !isMarker) continue;
    const event = events.take(isSummary ? 'condense' : 'truncation', isSummary ? condenseId : truncationId);
    const effects = isSummary ? hidden.take('summarized', condenseId) : hidden.take('pruned', truncationId);
    compactions.push({
      // A summary may stand before messages that it left alone and that were there already.
      index: Math.max(item.from, event?.at == null ? 0 : placeOf(event.at)),
      ...numbersOf(event),
      kind: isSummary ? 'condense' : 'truncation',
      ...(effects.length === 0 ? {} : { effects: effectRanges(effects) }),
      ...(isSummary ? { summary: item.from } : {}),
    });
  }
  for (const event of events.rest()) {
    // Older versions kept neither what was condensed nor, after the next time, its summary.
    compactions.push({ index: event.at === null ? 0 : placeOf(event.at), ...numbersOf(event), kind: event.kind });
  }
  hidden.reportRest(problems);
  return compactions.sort((a, b) => a.index - b.index);
}

function numbersOf(event: UiCondensation | undefined): Pick<RecordedCompaction, 'tokensBefore' | 'tokensAfter'> {
  return {
    ...(event?.tokensBefore == null ? {} : { tokensBefore: event.tokensBefore }),
    ...(event?.tokensAfter == null ? {} : { tokensAfter: event.tokensAfter }),
  };
}

/** Index of the first message later than a time; their number where none is. */
function placesByTime(messages: readonly Message[]): (at: number) => number {
  const latest: number[] = [];
  let time = -Infinity;
  for (const { createdAt } of messages) latest.push((time = Math.max(time, createdAt ?? time)));
  return (at) => {
    let [low, high] = [0, latest.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((latest[middle] ?? Infinity) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** What the chat shows of condensations, each to be matched with one of the history: by its id, else by its turn. */
class ShownEvents {
  private readonly byId = new Map<string, UiCondensation>();
  private readonly taken = new Set<UiCondensation>();
  private readonly withoutId: Readonly<Record<UiCondensation['kind'], UiCondensation[]>>;

  constructor(
    private readonly events: readonly UiCondensation[],
    marks: readonly RooMarks[],
  ) {
    // Of those without an id the history holds the newest.
    const newest = (kind: UiCondensation['kind'], count: number): UiCondensation[] => {
      const without = events.filter((event) => event.kind === kind && event.id === null);
      return without.slice(Math.max(0, without.length - count));
    };
    this.withoutId = {
      condense: newest('condense', marks.filter((mark) => mark.isSummary && mark.condenseId === null).length),
      truncation: newest('truncation', marks.filter((mark) => mark.isMarker && mark.truncationId === null).length),
    };
    for (const event of events) if (event.id !== null) this.byId.set(`${event.kind} ${event.id}`, event);
  }

  take(kind: UiCondensation['kind'], id: string | null): UiCondensation | undefined {
    const event = id === null ? this.withoutId[kind].shift() : this.byId.get(`${kind} ${id}`);
    if (event !== undefined) this.taken.add(event);
    return event;
  }

  /** Those nobody took. */
  rest(): readonly UiCondensation[] {
    return this.events.filter((event) => !this.taken.has(event));
  }
}

/** Items that are not sent any more, by what stands for them. */
class HiddenItems {
  private readonly byParent = new Map<string, TaskItem[]>();

  constructor(marks: readonly RooMarks[]) {
    for (const { item, condenseParent, truncationParent } of marks) {
      if (condenseParent !== null) this.note('summarized', condenseParent, item);
      if (truncationParent !== null) this.note('pruned', truncationParent, item);
    }
  }

  take(fate: 'summarized' | 'pruned', id: string | null): readonly MessageEffect[] {
    const key = `${fate} ${id ?? ''}`;
    const items = id === null ? undefined : this.byParent.get(key);
    if (items === undefined) return [];
    this.byParent.delete(key);
    const effects: MessageEffect[] = [];
    for (const { from, to } of items) for (let index = from; index < to; index += 1) effects.push({ index, fate });
    return effects;
  }

  /** What hid them is gone, so they are sent again. */
  reportRest(problems: ProblemList): void {
    let count = 0;
    for (const items of this.byParent.values()) count += items.length;
    if (count === 0) return;
    const words = `In the context again, as their summary or truncation is not in the file: ${String(count)} messages.`;
    problems.report('info', undefined, words);
  }

  private note(fate: 'summarized' | 'pruned', id: string, item: TaskItem): void {
    const key = `${fate} ${id}`;
    const items = this.byParent.get(key);
    if (items === undefined) this.byParent.set(key, [item]);
    else items.push(item);
  }
}
