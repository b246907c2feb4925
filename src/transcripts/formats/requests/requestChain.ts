import type { SourcePosition, Usage } from '../../../engine/message';
import { matchItems } from './matchItems';
import { contentText, itemKey, roleOf, sameItem } from './requestItems';

/** One call of a model, as a log has it. */
export interface LoggedRequest {
  /** All that was sent, the system prompt first. */
  readonly items: readonly unknown[];
  /** What came back; undefined where the log does not have it. */
  readonly reply: unknown;
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly source: SourcePosition;
}

/** An item of a history that was put together from requests. */
export interface ChainItem {
  /** In the history. */
  readonly index: number;
  readonly value: unknown;
  readonly source: SourcePosition;
  readonly model: string | null;
  readonly usage: Usage | null;
  /** Whether it stands for items that are out. */
  readonly isSummary: boolean;
}

/** What became of an item of the history. */
export type ItemEffect =
  | { readonly index: number; readonly fate: 'pruned' | 'summarized' }
  /** Something else stands in its place, or it stands there again. */
  | { readonly index: number; readonly fate: 'replaced'; readonly value: unknown };

/** A change of the context between two requests, in indexes of items. */
export interface ChainCompaction {
  readonly index: number;
  readonly effects: readonly ItemEffect[];
  readonly summary: number | null;
  readonly source: SourcePosition;
}

/**
 * A conversation told by its requests, each of which repeats what came before. Where one does not, its client had taken
 * something out of the context, or its user had gone back.
 */
export class RequestChain {
  readonly items: ChainItem[] = [];
  readonly compactions: ChainCompaction[] = [];
  /** Requests it is made of. */
  requests = 0;
  /** Items that were taken back. */
  takenBack = 0;
  /** What the newest request says of its reply, as long as that is not there. */
  private awaited: Pick<LoggedRequest, 'model' | 'usage'> | null = null;
  /** Items of the newest request and its reply, and what stands for each of them. */
  private context: Pick<ChainItem, 'index' | 'value'>[] = [];

  /** What the first message is known by, to find the conversation a request belongs to. */
  get firstKey(): string {
    const first = this.context.find(({ value }) => roleOf(value) !== 'system');
    return first === undefined ? '' : itemKey(first.value);
  }

  /** How much of its context a request repeats: the number of items, the system prompt aside. */
  overlap(items: readonly unknown[]): number {
    const keys = new Set(this.context.flatMap(({ value }) => (roleOf(value) === 'system' ? [] : itemKey(value))));
    return items.filter((item) => roleOf(item) !== 'system' && keys.has(itemKey(item))).length;
  }

  /** Whether items hold words that stand for the context, before what is asked now. */
  isSummarizedBy(items: readonly unknown[]): boolean {
    const spoken = items.filter((item) => roleOf(item) !== 'system');
    if (spoken.length === 0 || spoken.length >= this.context.length - 1) return false;
    const older = spoken.length === 1 ? spoken : spoken.slice(0, -1);
    return older.some((item) => SUMMARY_WORDS.test(contentText(item).slice(0, LOOKED_AT)));
  }

  add(request: LoggedRequest): void {
    const { items, reply } = request;
    this.requests += 1;
    let same = 0;
    while (same < items.length && same < this.context.length && this.isRepeated(items[same], same)) same += 1;
    if (same === this.context.length) this.append(items.slice(same), request);
    else this.change(items, same, request);
    const { model, usage } = request;
    this.awaited = { model, usage };
    if (reply !== undefined) this.append([reply], request);
  }

  /** Adds what came after the newest request and stands in none. */
  answer(items: readonly unknown[], source: SourcePosition): void {
    this.append(items, { source });
  }

  private append(items: readonly unknown[], { source }: Pick<LoggedRequest, 'source'>): void {
    for (const value of items) {
      const isReply = this.awaited !== null && roleOf(value) === 'assistant';
      const { model, usage } = (isReply ? this.awaited : null) ?? NOTHING;
      if (isReply) this.awaited = null;
      const item = { index: this.items.length, value, source, model, usage, isSummary: false };
      this.context.push(item);
      this.items.push(item);
    }
  }

  /** Whether an item is the one at a place of the context. System prompts differ by a date, and replies by what is sent back of them. */
  private isRepeated(item: unknown, place: number): boolean {
    const known = this.context[place];
    if (known === undefined) return false;
    return (
      sameItem(item, known.value) || (place === 0 && roleOf(item) === 'system' && roleOf(known.value) === 'system')
    );
  }

  /** Takes a request that is no continuation of the context from some place on. */
  private change(items: readonly unknown[], same: number, request: LoggedRequest): void {
    const rest = items.slice(same);
    const stale = this.context.slice(same);
    const places = matchItems(
      rest,
      stale.map(({ value }) => value),
    );
    const lastMatched = places.findLastIndex((place) => place !== null);
    const isSummarized = lastMatched < 0 && this.isSummarizedBy(rest);
    // The newest item is what is asked now, and not what stands for the rest.
    const inserted = isSummarized ? Math.max(1, rest.length - 1) : lastMatched;
    const before = isSummarized ? stale : this.takeBackBehind(same + (places[lastMatched] ?? -1) + 1).slice(same);
    const context = this.context.slice(0, same);
    const effects: ItemEffect[] = [];
    let summary: number | null = null;
    let index = this.items.length;
    for (const [position, value] of rest.entries()) {
      const known = before[places[position] ?? -1];
      if (known === undefined) {
        const isSummary = position < inserted;
        if (isSummary) summary ??= this.items.length;
        const item = { index: this.items.length, value, source: request.source, ...NOTHING, isSummary };
        context.push(item);
        this.items.push(item);
        // A reply that is only told now came before the change.
        if (!isSummary && summary === null && roleOf(value) === 'assistant') index = this.items.length;
        continue;
      }
      if (this.isReplaced(value, known.value)) effects.push({ index: known.index, fate: 'replaced', value });
      context.push({ index: known.index, value });
    }
    const kept = new Set(context.map((entry) => entry.index));
    const fate = summary === null ? 'pruned' : 'summarized';
    for (const entry of before) if (!kept.has(entry.index)) effects.push({ index: entry.index, fate });
    this.context = context;
    if (effects.length > 0) this.compactions.push({ index, effects, summary, source: request.source });
  }

  /**
   * Takes back what follows a place of the context, as its user went back to there, unless something older stands behind
   * it. Returns the context as it is then.
   */
  private takeBackBehind(place: number): RequestChain['context'] {
    const tail = this.context.slice(place);
    const first = tail[0]?.index ?? this.items.length;
    if (tail.length === 0 || this.context.slice(0, place).some(({ index }) => index > first)) return this.context;
    this.takenBack += this.items.length - first;
    this.items.length = first;
    while ((this.compactions.at(-1)?.index ?? 0) > first) this.compactions.pop();
    this.context = this.context.slice(0, place);
    return this.context;
  }

  /** Thoughts a client does not send back are no change of what is said. */
  private isReplaced(value: unknown, known: unknown): boolean {
    return !sameItem(value, known) && contentText(value) !== contentText(known);
  }
}

const NOTHING = { model: null, usage: null } as const;

/** How clients introduce what stands for a conversation. */
const SUMMARY_WORDS = new RegExp(
  [
    '(?:summary|summari[sz]ed|compacted|condensed)[^\\n]{0,80}(?:conversation|context|session|history)',
    '(?:conversation|context|session|history)[^\\n]{0,80}(?:summary|summari[sz]ed|compacted|condensed)',
    'continued from a previous',
    '<(?:conversation_)?summary>',
  ].join('|'),
  'i',
);

/** Characters of an item that are looked at. */
const LOOKED_AT = 2_000;
