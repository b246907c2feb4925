import type { JournalEntry } from '../../../src/engine/journal';
import type { Message } from '../../../src/engine/message';
import type { RowFilter } from '../../../src/protocol/inspectorRows';
import { characterMessageCounter } from '../../support/characterCounter';
import { defaultEngineSettings } from '../../support/engineFixture';

export const counter = characterMessageCounter();

export const settings = defaultEngineSettings;

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
