import type { Message, Part, ToolCallPart, Usage } from '../engine/message';
import type { ChatStreamEvent } from '../providers/chatProvider';

type Finish = Extract<ChatStreamEvent, { readonly type: 'finish' }>;

/** Puts one reply together from its stream. */
export class ReplyBuilder {
  finish: Finish | null = null;
  #text = '';
  #thinking = '';
  readonly #calls: ToolCallPart[] = [];

  add(event: ChatStreamEvent): void {
    switch (event.type) {
      case 'text-delta':
        this.#text += event.text;
        return;
      case 'thinking-delta':
        this.#thinking += event.text;
        return;
      case 'tool-call':
        this.#calls.push({ type: 'toolCall', id: event.id, name: event.name, arguments: event.arguments });
        return;
      case 'finish':
        this.finish = event;
        return;
    }
  }

  get usage(): Usage | undefined {
    return this.finish?.usage;
  }

  /** The reply as a message, or null when it says nothing. A reply that was cut off has no calls: they may be half. */
  message(facts: { readonly id: string; readonly createdAt: number; readonly model: string }): Message | null {
    const calls = this.finish === null ? [] : this.#calls;
    if (this.#text.trim() === '' && calls.length === 0) return null;
    const parts: Part[] = [];
    if (this.#thinking !== '') parts.push({ type: 'thinking', text: this.#thinking });
    if (this.#text !== '') parts.push({ type: 'text', text: this.#text });
    parts.push(...calls);
    return { ...facts, role: 'assistant', parts, ...(this.usage === undefined ? {} : { usage: this.usage }) };
  }
}
