import type { ContextLedger } from '../engine/ledger';
import type { Message } from '../engine/message';
import { toOpenAiMessages, type OpenAiChatMessage } from '../engine/openAiMessages';
import { renderContext } from '../engine/render';

/** Reasoning is part of it, as the engine counts it too. */
const WRITING = { includesReasoning: true } as const;

/** The context as OpenAI chat messages. */
export function contextMessages(ledger: ContextLedger): readonly OpenAiChatMessage[] {
  return toOpenAiMessages(contextOf(ledger), WRITING);
}

/**
 * Writes the contexts of one call after another as JSON. Most of a context was in the one before, so the texts of one are
 * kept for the next; of all of them, they would hold a long session once more.
 */
export class ContextWriter {
  private texts: ReadonlyMap<Message, string> = new Map();

  /** The context as a JSON list in one line. */
  write(ledger: ContextLedger): string {
    const messages = contextOf(ledger);
    // Media of results stand in a message behind them, so what is written for a message is no longer its own alone.
    if (messages.some(isResultWithMedia)) return JSON.stringify(contextMessages(ledger));
    const texts = messages.map((message) => this.texts.get(message) ?? messageText(message));
    this.texts = new Map(messages.map((message, position) => [message, texts[position] ?? '']));
    return `[${texts.filter((text) => text !== '').join(',')}]`;
  }
}

/** Empty for a message of which nothing is written. */
function messageText(message: Message): string {
  return toOpenAiMessages([message], WRITING)
    .map((written) => JSON.stringify(written))
    .join(',');
}

function contextOf(ledger: ContextLedger): readonly Message[] {
  return renderContext(ledger).map(({ message }) => message);
}

function isResultWithMedia({ role, parts }: Message): boolean {
  return role === 'tool' && parts.some(({ type }) => type === 'media');
}
