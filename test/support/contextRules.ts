import type { ContextEntry } from '../../src/engine/render';
import { toolCallsOf } from '../../src/engine/message';
import { resultText } from '../../src/engine/resultText';

/** What OpenAI and Anthropic refuse in a request, in words; empty for a valid context. */
export function contextFaults(entries: readonly ContextEntry[]): string[] {
  const faults: string[] = [];
  const ids = new Set<string>();
  let open = new Set<string>();
  for (const [position, { message }] of entries.entries()) {
    const where = `#${position} ${message.role}`;
    if (message.role === 'tool') {
      if (!open.delete(message.toolCallId ?? '')) faults.push(`${where} answers no open call`);
    } else {
      if (open.size > 0) faults.push(`${where} comes before ${open.size} answers`);
      open = new Set();
    }
    for (const part of toolCallsOf(message)) {
      if (ids.has(part.id) || part.id === '') faults.push(`${where} repeats id ${part.id}`);
      ids.add(part.id);
      open.add(part.id);
      const value: unknown = JSON.parse(part.arguments);
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        faults.push(`${where} arguments no object`);
      if (!JSON.stringify(value).isWellFormed() || /\\ud[89a-f]/i.test(JSON.stringify(value))) {
        faults.push(`${where} arguments hold half a surrogate pair`);
      }
    }
    if (message.parts.length === 0 && message.role !== 'tool') faults.push(`${where} is empty`);
    if (!resultText(message).isWellFormed()) faults.push(`${where} is not well-formed`);
  }
  if (open.size > 0) faults.push(`${open.size} calls unanswered at the end`);
  const first = entries.find((entry) => entry.message.role !== 'system');
  if (first !== undefined && first.message.role !== 'user') faults.push(`opens with ${first.message.role}`);
  return faults;
}
