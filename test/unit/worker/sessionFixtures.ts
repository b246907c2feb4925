import type { JournalEntry } from '../../../src/engine/journal';
import type { Message } from '../../../src/engine/message';
import { MessageCounter } from '../../../src/engine/messageCounter';
import type { EngineSettings } from '../../../src/engine/settings';
import type { TokenCounter } from '../../../src/engine/tokens/counter';
import type { RowFilter } from '../../../src/protocol/inspector';

/** Four characters a token: sizes in tests can be read off the texts. */
export const quarterCounter: TokenCounter = {
  method: 'counted',
  countText: (text) => Math.ceil(text.length / 4),
  prefixWithin: (text, tokens) => Math.min(text.length, tokens * 4),
  suffixWithin: (text, tokens) => Math.max(0, text.length - tokens * 4),
};

export const counter = new MessageCounter(quarterCounter);

export const settings: EngineSettings = {
  layer1: {
    singleToolResultShare: 0.5,
    offloadThresholdTokens: 20_000,
    inputHeadroomRatio: 0.75,
    compactTargetRatio: 0.6,
    evictInputsRatio: 0.85,
    compactableTools: ['Read File', 'Bash', 'Grep'],
  },
  layer2: { preemptiveRatio: 0.9, pruneTargetRatio: 0.6, keepLast: 6 },
  layer3: { summarizePruned: false, chunkCharacters: 50_000, maximumChunks: 4, factsShare: 0.06 },
  compression: {
    enabled: false,
    stages: [{ thresholdTokens: 50_000, targetTokens: 20_000 }],
    preserveRecentMessages: 5,
    tokensPerChar: null,
    customPrompt: '',
    summarizerModel: '',
  },
};

export const everything: RowFilter = { fates: [], roles: [], tools: [], text: '' };

export function userMessage(id: string, text: string): Message {
  return { id, role: 'user', parts: [{ type: 'text', text }] };
}

/** A reply that reads a file, and the result. */
export function readStep(number: number, path: string, result: string): [Message, Message] {
  const id = `call-${String(number)}`;
  return [
    {
      id: `assistant-${String(number)}`,
      role: 'assistant',
      parts: [{ type: 'toolCall', id, name: 'Read File', arguments: JSON.stringify({ path }) }],
    },
    {
      id: `result-${String(number)}`,
      role: 'tool',
      toolCallId: id,
      toolName: 'Read File',
      parts: [{ type: 'text', text: result }],
    },
  ];
}

/** A system prompt, a request, and `steps` reads with results of `characters` each. */
export function readingSession(steps: number, characters: number): Message[] {
  const messages: Message[] = [
    { id: 'system', role: 'system', parts: [{ type: 'text', text: 'You help.' }] },
    userMessage('request', 'Read every file.'),
  ];
  for (let step = 0; step < steps; step++) {
    messages.push(
      ...readStep(step, `src/file${String(step)}.ts`, `line of file ${String(step)}\n`.padEnd(characters, 'x')),
    );
  }
  return messages;
}

export function headerEntry(window: number, model = 'test-model'): JournalEntry {
  return {
    type: 'header',
    version: 1,
    sessionId: 'session-1',
    title: 'A session',
    createdAt: 1,
    provider: 'offline',
    model,
    window,
    reserve: Math.floor(window * 0.08),
  };
}

export function messageEntries(messages: readonly Message[]): JournalEntry[] {
  return messages.map((message) => ({ type: 'message', message }));
}
