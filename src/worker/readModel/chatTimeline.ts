import { type Decision, touchedIndexes } from '../../engine/decision';
import type { CallEntry, JournalEntry, PinEntry, RestoreEntry, SessionOrigin, UndoEntry } from '../../engine/journal';
import { isBrokenReplyNote } from '../../engine/brokenReply';
import { textOf, toolCallsOf, typedTextOf, type Message } from '../../engine/message';
import { messagesPutBack } from '../../engine/putBack';
import type { ContextLimits } from '../../engine/settings';
import { StepIndex } from '../../engine/stepIndex';
import { t } from '../../l10n/text';
import { PriceBook } from '../../models/priceBook';
import type { ModelOverrides } from '../../models/profileOverrides';
import type { ChatItem, ChatToolCall } from '../../protocol/chat';
import {
  assistantItem,
  attachmentsOf,
  brokenReplyItem,
  decisionItem,
  decisionKey,
  endingOf,
  linkItem,
  originItem,
  messageKey,
} from './chatItems';
import { countedUsage, reportedUsage } from './callUsage';
import { oneLine } from './oneLine';

/** Characters of a tool result the chat shows; the inspector shows the whole. */
const RESULT_CHARACTERS = 2000;

interface ShownDecision {
  readonly decision: Decision;
  /** Those it was taken under. */
  readonly limits: ContextLimits;
  /** Indexes of its messages that were put back since. */
  readonly putBack: Set<number>;
}

/**
 * The conversation as the chat shows it: a fold over the journal. What a person did not say and the agent did not answer
 * (system prompt, injected text) is left to the inspector.
 */
export class ChatTimeline {
  private readonly list: ChatItem[] = [];
  private readonly positions = new Map<string, number>();
  /** Where the newest call of an id stands. */
  private readonly calls = new Map<string, { readonly messageIndex: number; readonly position: number }>();
  /** Which call of which message a result answers, by the result's index. */
  private readonly results = new Map<number, { readonly messageIndex: number; readonly position: number }>();
  private readonly steps = new StepIndex();
  private readonly decisions = new Map<string, ShownDecision>();
  private length = 0;
  private memory = '';
  /** Where the session came from, until the place is reached where it is told. */
  private origin: SessionOrigin | null = null;
  private memoryChanges = 0;
  /** Those of the newest header or model entry: a decision is told in shares of them. */
  private limits: ContextLimits = { window: 0, reserve: 0 };
  private provider = '';
  private readonly prices: PriceBook;

  /** @param overrides what the user says of models */
  constructor(overrides: ModelOverrides = {}) {
    this.prices = new PriceBook(overrides);
  }

  get items(): readonly ChatItem[] {
    return this.list;
  }

  /** Messages folded in so far, shown or not. */
  get historyLength(): number {
    return this.length;
  }

  /** @returns the items that are new or changed. */
  fold(entry: JournalEntry): readonly ChatItem[] {
    switch (entry.type) {
      case 'message':
        return [...this.foldMessage(entry.message, this.length++), ...this.tellOrigin()];
      case 'decision':
        return [this.foldDecision(entry.decision)];
      case 'restore':
        return this.foldPutBack(entry);
      case 'undo': {
        const undone = this.change(decisionKey(entry.decisionId), (item) =>
          item.kind === 'decision' ? { ...item, undone: true } : item,
        );
        return [...undone, ...this.foldPutBack(entry)];
      }
      case 'pin':
        return this.foldPin(entry);
      case 'memory':
        return this.foldMemory(entry.text);
      case 'link':
        return [this.put(linkItem(entry))];
      case 'header':
        this.setModel(entry);
        this.origin = entry.origin ?? null;
        return this.tellOrigin();
      case 'model':
        this.setModel(entry);
        return [];
      case 'call':
        return this.foldCall(entry);
      case 'title':
        return [];
    }
  }

  /** The model from here on. */
  setModel({ provider, window, reserve }: ContextLimits & { readonly provider: string }): void {
    this.provider = provider;
    this.limits = { window, reserve };
  }

  /** Adds the item, or takes it in place of the one with the same key. */
  put(item: ChatItem): ChatItem {
    const position = this.positions.get(item.key);
    if (position === undefined) {
      this.positions.set(item.key, this.list.length);
      this.list.push(item);
    } else {
      this.list[position] = item;
    }
    return item;
  }

  find(key: string): ChatItem | undefined {
    const position = this.positions.get(key);
    return position === undefined ? undefined : this.list[position];
  }

  /** Takes back a reply that never became a message. */
  remove(key: string): void {
    const position = this.positions.get(key);
    if (position === undefined) return;
    this.list.splice(position, 1);
    this.positions.clear();
    this.list.forEach((item, index) => this.positions.set(item.key, index));
  }

  /** Changes how a call is shown: the call at `position` among those of the message at `messageIndex`. */
  changeCall(messageIndex: number, position: number, change: Partial<ChatToolCall>): readonly ChatItem[] {
    return this.change(messageKey(messageIndex), (item) =>
      item.kind === 'assistant'
        ? { ...item, toolCalls: item.toolCalls.map((call, at) => (at === position ? { ...call, ...change } : call)) }
        : item,
    );
  }

  private foldPin({ index, pinned }: PinEntry): readonly ChatItem[] {
    const place = this.results.get(index);
    if (place !== undefined) return this.changeCall(place.messageIndex, place.position, { pinned });
    return this.change(messageKey(index), (item) =>
      item.kind === 'user' || item.kind === 'assistant' ? { ...item, pinned } : item,
    );
  }

  /** A fork is told of behind what it took over, and what goes on from elsewhere at the beginning. */
  private tellOrigin(): readonly ChatItem[] {
    const { origin } = this;
    if (origin === null || (origin.relation === 'forks' && this.length < origin.historyLength)) return [];
    this.origin = null;
    return [this.put(originItem(origin))];
  }

  private foldDecision(decision: Decision): ChatItem {
    this.decisions.set(decision.id, { decision, limits: this.limits, putBack: new Set() });
    return this.put(decisionItem(decision, this.limits, new Set()));
  }

  /** Each decision says how many of its messages were put back since. */
  private foldPutBack(entry: UndoEntry | RestoreEntry): readonly ChatItem[] {
    const indexes = new Set(messagesPutBack(entry, this.steps, (id) => this.decisions.get(id)?.decision));
    const changed: ChatItem[] = [];
    for (const { decision, limits, putBack } of this.decisions.values()) {
      const key = decisionKey(decision.id);
      const item = this.find(key);
      if (item?.kind !== 'decision' || item.undone) continue;
      const added = touchedIndexes(decision).filter((index) => indexes.has(index) && !putBack.has(index));
      if (added.length === 0) continue;
      for (const index of added) putBack.add(index);
      changed.push(this.put(decisionItem(decision, limits, putBack)));
    }
    return changed;
  }

  private change(key: string, change: (item: ChatItem) => ChatItem): readonly ChatItem[] {
    const item = this.find(key);
    return item === undefined ? [] : [this.put(change(item))];
  }

  private foldMessage(message: Message, index: number): readonly ChatItem[] {
    this.steps.append(message, index);
    switch (message.role) {
      case 'system':
        return [];
      case 'user':
        if (isBrokenReplyNote(message)) return [this.put(brokenReplyItem(index))];
        if (message.synthetic !== undefined) return [];
        return [
          this.put({
            kind: 'user',
            key: messageKey(index),
            index,
            text: typedTextOf(message),
            attachments: attachmentsOf(message),
            pinned: message.pinned ?? false,
          }),
        ];
      case 'assistant': {
        const key = messageKey(index);
        toolCallsOf(message).forEach((call, position) => this.calls.set(call.id, { messageIndex: index, position }));
        return [this.put(assistantItem(key, message, index))];
      }
      case 'tool':
        return message.toolCallId === undefined ? [] : this.foldResult(message, message.toolCallId, index);
    }
  }

  /** Where nothing was reported only the input is known: here nobody counts. */
  private foldCall({ historyLength, inputTokens, usage, model }: CallEntry): readonly ChatItem[] {
    const biller = { model, prices: this.prices.pricesOf(this.provider, model) };
    const taken =
      usage === undefined ? countedUsage({ inputTokens, outputTokens: null }, biller) : reportedUsage(usage, biller);
    return this.change(messageKey(historyLength), (item) =>
      item.kind === 'assistant' ? { ...item, usage: taken } : item,
    );
  }

  /** What a session begins with is no news. */
  private foldMemory(text: string): readonly ChatItem[] {
    const known = new Set(this.memory.split(/\r?\n/));
    const added = text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '' && !known.has(line))
      .map((line) => line.replace(/^-\s+/, ''));
    this.memory = text;
    // What a session starts with did not change: before the first reply only what was just asked for is news.
    const isStart = !this.list.some(({ kind }) => kind === 'assistant');
    const news = isStart ? added.filter((line) => this.wasAskedFor(line)) : added;
    if (isStart && news.length === 0) return [];
    this.memoryChanges += 1;
    const first = news.length === 1 ? news[0] : undefined;
    return [
      this.put({
        kind: 'note',
        key: `memory-${String(this.memoryChanges)}`,
        text: first === undefined ? t('The memory changed.') : t('Remembered: {0}', oneLine(first, 200)),
        action: { label: t('Edit memory'), command: 'editMemory' },
      }),
    ];
  }

  private wasAskedFor(note: string): boolean {
    const words = note.toLowerCase();
    return this.list.some((item) => item.kind === 'user' && item.text.toLowerCase().includes(words));
  }

  private foldResult(message: Message, callId: string, index: number): readonly ChatItem[] {
    const place = this.calls.get(callId);
    if (place === undefined) return [];
    const text = textOf(message);
    this.results.set(index, place);
    return this.changeCall(place.messageIndex, place.position, {
      status: message.isError === true ? endingOf(text) : 'done',
      result: text.slice(0, RESULT_CHARACTERS).toWellFormed(),
      resultLength: text.length,
      images: message.parts.filter((part) => part.type === 'media' && part.kind === 'image').length,
      pinned: message.pinned ?? false,
      index,
    });
  }
}
