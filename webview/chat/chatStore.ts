import { batch, computed, signal, type Signal } from '@preact/signals';
import type { ChatEvents, ChatItem, ChatSnapshot } from '../../src/protocol/chat';

/** Everything of a snapshot but its items, which have signals of their own. */
type ChatFacts = Omit<ChatSnapshot, 'items' | 'earlierCount'>;

export type ChatUpdate =
  | { readonly kind: 'reset'; readonly snapshot: ChatSnapshot }
  | { readonly kind: 'state'; readonly state: ChatEvents['state'] }
  | { readonly kind: 'item'; readonly item: ChatItem }
  | { readonly kind: 'toolOutput'; readonly output: ChatEvents['toolOutput'] }
  | { readonly kind: 'delta'; readonly delta: ChatEvents['delta'] };

/** Items drawn at first, and how many more each "show earlier" adds: a sidebar shows about ten. */
export const itemsPerStep = 60;

/** The host's facts as signals: one per item, so that a streamed word renders one item again and nothing else. */
export class ChatStore {
  /** Null until the host has answered. */
  readonly facts = signal<ChatFacts | null>(null);
  /** Whether the agent is at work. */
  readonly busy = computed(() => this.facts.value?.busy === true);
  /** Keys of the items here, oldest first. */
  readonly order = signal<readonly string[]>([]);
  /** Items the host has before the first one here. */
  readonly hostEarlierCount = signal(0);
  /** Items drawn, counted from the newest. */
  readonly shownCount = signal(itemsPerStep);
  /** Texts sent from this page: one who sends wants to see the answer. */
  readonly sentCount = signal(0);
  /** A failure of this page's own doing, in words, until it is dismissed. */
  readonly notice = signal<string | null>(null);
  /** The notice came while the agent was at work, and is about that as a rule. */
  private isNoticeOfWork = false;
  private readonly items = new Map<string, Signal<ChatItem>>();

  item(key: string): Signal<ChatItem> | undefined {
    return this.items.get(key);
  }

  /** Index in the history of the newest message a person typed, as far as it is here. */
  newestUserIndex(): number | null {
    const key = this.order.value.findLast((candidate) => this.items.get(candidate)?.value.kind === 'user');
    const item = key === undefined ? undefined : this.items.get(key)?.value;
    return item?.kind === 'user' ? item.index : null;
  }

  tellFailure(text: string): void {
    this.notice.value = text;
    this.isNoticeOfWork = this.facts.peek()?.busy === true;
  }

  /** Applies what came since the last frame, in the order it came: an item or a reset contains the deltas before it. */
  update(updates: readonly ChatUpdate[]): void {
    batch(() => {
      for (const update of updates) this.apply(update);
    });
  }

  /** Takes in items from before the first one here, oldest first. */
  prepend(earlier: readonly ChatItem[]): void {
    batch(() => {
      const unknown = earlier.filter(({ key }) => !this.items.has(key));
      for (const item of unknown) this.items.set(item.key, signal(item));
      this.order.value = [...unknown.map(({ key }) => key), ...this.order.value];
      this.hostEarlierCount.value = Math.max(0, this.hostEarlierCount.value - earlier.length);
      this.shownCount.value += earlier.length;
    });
  }

  private apply(update: ChatUpdate): void {
    switch (update.kind) {
      case 'reset':
        this.reset(update.snapshot);
        return;
      case 'state':
        this.takeState(update.state);
        return;
      case 'item':
        this.put(update.item);
        return;
      case 'toolOutput':
        this.showOutput(update.output);
        return;
      case 'delta':
        this.append(update.delta);
        return;
    }
  }

  private takeState(state: ChatEvents['state']): void {
    const known = this.facts.value;
    if (known === null) return;
    if (known.busy && !state.busy && this.isNoticeOfWork) this.notice.value = null;
    this.facts.value = { ...known, ...state };
  }

  private reset({ items, earlierCount, ...facts }: ChatSnapshot): void {
    const sameSession = this.facts.value?.sessionId === facts.sessionId;
    this.facts.value = facts;
    this.items.clear();
    for (const item of items) this.items.set(item.key, signal(item));
    this.order.value = items.map(({ key }) => key);
    this.hostEarlierCount.value = earlierCount;
    if (!sameSession) this.shownCount.value = itemsPerStep;
  }

  private put(item: ChatItem): void {
    const present = this.items.get(item.key);
    if (present !== undefined) {
      present.value = item;
      return;
    }
    this.items.set(item.key, signal(item));
    this.order.value = [...this.order.value, item.key];
  }

  private showOutput({ key, position, text }: ChatEvents['toolOutput']): void {
    const item = this.items.get(key);
    if (item?.value.kind !== 'assistant') return;
    const toolCalls = item.value.toolCalls.map((call, at) => (at === position ? { ...call, output: text } : call));
    item.value = { ...item.value, toolCalls };
  }

  private append({ key, text, thinking }: ChatEvents['delta']): void {
    const item = this.items.get(key);
    if (item?.value.kind !== 'assistant') return;
    item.value = { ...item.value, text: item.value.text + text, thinking: item.value.thinking + thinking };
  }
}
