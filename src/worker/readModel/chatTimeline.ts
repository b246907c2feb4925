import type { Decision } from '../../engine/decision';
import type { JournalEntry } from '../../engine/journal';
import { textOf, toolCallsOf, type Message, type ToolCallPart } from '../../engine/message';
import type { ContextLimits } from '../../engine/settings';
import type { ChatItem, ChatToolCall } from '../../protocol/chat';
import { decisionTitle } from './decisionTitle';
import { oneLine } from './oneLine';
import { summaryFacts } from './summaryFacts';
import { toolCallTitle } from './toolCallTitle';

/** Characters of a tool result the chat shows; the inspector shows the whole. */
const RESULT_CHARACTERS = 2000;
/** Characters of a call's arguments the chat shows. */
const ARGUMENT_CHARACTERS = 4000;

type AssistantItem = Extract<ChatItem, { kind: 'assistant' }>;

/**
 * The conversation as the chat shows it: a fold over the journal. What a person did not say and the agent did not answer
 * (system prompt, injected text) is left to the inspector.
 */
export class ChatTimeline {
  private readonly list: ChatItem[] = [];
  private readonly positions = new Map<string, number>();
  /** Where the newest call of an id stands. */
  private readonly calls = new Map<string, { readonly messageIndex: number; readonly position: number }>();
  private length = 0;
  /** Those of the newest header or model entry: a decision is told in shares of them. */
  private limits: ContextLimits = { window: 0, reserve: 0 };

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
        return this.foldMessage(entry.message, this.length++);
      case 'decision':
        return [this.put(decisionItem(entry.decision, decisionTitle(entry.decision, this.limits)))];
      case 'restore':
        return [];
      case 'undo':
        return this.change(`decision-${entry.decisionId}`, (item) =>
          item.kind === 'decision' ? { ...item, undone: true } : item,
        );
      case 'pin':
        return this.change(messageKey(entry.index), (item) =>
          item.kind === 'user' ? { ...item, pinned: entry.pinned } : item,
        );
      case 'header':
      case 'model':
        this.setLimits(entry);
        return [];
      case 'call':
      case 'title':
        return [];
    }
  }

  /** The model's limits from here on, tokens. */
  setLimits({ window, reserve }: ContextLimits): void {
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

  private change(key: string, change: (item: ChatItem) => ChatItem): readonly ChatItem[] {
    const item = this.find(key);
    return item === undefined ? [] : [this.put(change(item))];
  }

  private foldMessage(message: Message, index: number): readonly ChatItem[] {
    switch (message.role) {
      case 'system':
        return [];
      case 'user':
        if (message.synthetic !== undefined) return [];
        return [
          this.put({
            kind: 'user',
            key: messageKey(index),
            index,
            text: textOf(message),
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

  private foldResult(message: Message, callId: string, index: number): readonly ChatItem[] {
    const place = this.calls.get(callId);
    if (place === undefined) return [];
    const text = textOf(message);
    return this.changeCall(place.messageIndex, place.position, {
      status: message.isError === true ? 'failed' : 'done',
      result: text.slice(0, RESULT_CHARACTERS).toWellFormed(),
      resultLength: text.length,
      index,
    });
  }
}

/** The key of a message's item; a reply has it from its first streamed character on. */
export function messageKey(index: number): string {
  return `message-${String(index)}`;
}

/** A call before its result is there. */
function chatToolCall(call: ToolCallPart): ChatToolCall {
  const name = oneLine(call.name, 100);
  const title = toolCallTitle(call);
  return {
    id: call.id,
    name,
    summary: title.startsWith(name) ? title.slice(name.length).trim() : title,
    arguments: call.arguments.slice(0, ARGUMENT_CHARACTERS).toWellFormed(),
    status: 'running',
    result: null,
    resultLength: 0,
    index: null,
  };
}

function assistantItem(key: string, message: Message, index: number): AssistantItem {
  return {
    kind: 'assistant',
    key,
    index,
    text: textOf(message),
    thinking: message.parts.map((part) => (part.type === 'thinking' ? part.text : '')).join(''),
    toolCalls: toolCallsOf(message).map(chatToolCall),
    streaming: false,
  };
}

function decisionItem(decision: Decision, text: string): ChatItem {
  return {
    kind: 'decision',
    key: `decision-${decision.id}`,
    decisionId: decision.id,
    text,
    savedTokens: Math.max(0, decision.tokensBefore - decision.tokensAfter),
    undone: false,
    summary: summaryFacts(decision.summary),
  };
}
