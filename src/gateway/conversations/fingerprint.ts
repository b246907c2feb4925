import { createHash } from 'node:crypto';
import { textOf, toolCallsOf, type Message } from '../../engine/message';

/**
 * Hashes by which a conversation is known again: one for every prefix of its messages. What clients leave out or write
 * otherwise when they send a message again, such as reasoning, marks for a cache and white space, is not in them.
 */

/** Characters of the system prompt that tell one agent from another; what stands behind them may change, such as a date. */
const PROMPT_CHARACTERS = 200;

/**
 * @param seed what else has to be the same, such as the protocol
 * @returns the hash of every prefix, the shortest first
 */
export function fingerprints(seed: string, messages: readonly Message[]): string[] {
  let previous = createHash('sha256')
    .update(`${seed}\n${promptKey(messages)}`)
    .digest('base64');
  return messages.map((message) => {
    previous = createHash('sha256').update(previous).update(wordsOf(message)).digest('base64');
    return previous;
  });
}

/** The prefix after one more message. */
export function nextFingerprint(previous: string, message: Message): string {
  return createHash('sha256').update(previous).update(wordsOf(message)).digest('base64');
}

/** The start of the longest part of the system prompt: shorter ones hold versions and dates. */
function promptKey(messages: readonly Message[]): string {
  let longest = '';
  for (const message of messages) {
    if (message.role !== 'system') continue;
    for (const part of message.parts)
      if (part.type === 'text' && part.text.length > longest.length) longest = part.text;
  }
  return longest.slice(0, PROMPT_CHARACTERS);
}

function wordsOf(message: Message): string {
  switch (message.role) {
    case 'system':
      // It may change from call to call without the conversation being another.
      return 'system';
    case 'assistant': {
      const calls = toolCallsOf(message).map(({ id, name, arguments: text }) => [id, name, canonical(text)]);
      return calls.length > 0 ? `assistant ${JSON.stringify(calls)}` : `assistant ${folded(textOf(message))}`;
    }
    case 'user':
      return `user ${folded(textOf(message))} ${otherParts(message)}`;
    case 'tool':
      return `tool ${message.toolCallId ?? ''} ${folded(textOf(message))} ${otherParts(message)}`;
  }
}

function otherParts({ parts }: Message): string {
  return parts
    .map((part) => (part.type === 'media' ? part.data || (part.url ?? '') : part.type === 'raw' ? part.json : ''))
    .join('\n');
}

function folded(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function canonical(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}
