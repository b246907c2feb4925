import { textOf, type Message } from '../../../engine/message';
import { titleFrom } from '../../sessionTitle';

const TAGS = ['task', 'user_message', 'user_input'] as const;

/** Characters of the first message looked at: the task is said at its start. */
const SEARCHED = 8_000;

/** What was typed first, without the tags a harness put around it; null where nobody typed anything. */
export function taskTitle(messages: readonly Message[]): string | null {
  const first = messages.find(({ role, synthetic }) => role === 'user' && synthetic === undefined);
  if (first === undefined) return null;
  const text = textOf(first).slice(0, SEARCHED);
  for (const tag of TAGS) {
    const opening = text.indexOf(`<${tag}`);
    const start = opening < 0 ? -1 : text.indexOf('>', opening);
    if (start < 0) continue;
    const end = text.indexOf(`</${tag}>`, start);
    const title = titleFrom(text.slice(start + 1, end < 0 ? undefined : end));
    if (title !== null) return title;
  }
  return null;
}
