import { textOf, type Message } from '../engine/message';

/** Characters of a title. */
const TITLE_LENGTH = 100;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** First line of a text that says something, shortened; null if there is none. */
export function titleFrom(text: string): string | null {
  // A title never needs more than the start of a text, which may be very long.
  const line = text
    .slice(0, 4_000)
    .split('\n')
    .find((candidate) => candidate.trim() !== '');
  if (line === undefined) return null;
  const characters = Array.from(graphemes.segment(line.trim().toWellFormed()), ({ segment }) => segment);
  return characters.length <= TITLE_LENGTH ? characters.join('') : `${characters.slice(0, TITLE_LENGTH - 1).join('')}…`;
}

/** Title from what was said: the first thing a person typed, else null. What stands in tags is mostly a harness's. */
export function titleFromUser(messages: readonly Message[]): string | null {
  return (
    firstTitle(messages, (message) => isTyped(message) && !/^\s*</.test(textOf(message))) ??
    firstTitle(messages, isTyped)
  );
}

function isTyped({ role, synthetic }: Message): boolean {
  return role === 'user' && synthetic === undefined;
}

/** Title from the first words of the assistant, else null. */
export function titleFromAssistant(messages: readonly Message[]): string | null {
  return firstTitle(messages, (message) => message.role === 'assistant');
}

function firstTitle(messages: readonly Message[], matches: (message: Message) => boolean): string | null {
  for (const message of messages) {
    const title = matches(message) ? titleFrom(textOf(message)) : null;
    if (title !== null) return title;
  }
  return null;
}
