import type { Part } from '../../../engine/message';
import { isList, isRecord, stringAt, type JsonRecord } from '../../../wire/jsonValue';

/** A reasoning item of OpenAI's Responses API, which a history keeps before the reply: encrypted, with a summary. */
export function reasoningItem(value: JsonRecord): Part {
  const summary = value['summary'];
  const texts = isList(summary)
    ? summary.flatMap((part) => (isRecord(part) ? (stringAt(part, 'text') ?? []) : []))
    : [];
  const text = texts.length === 0 ? (stringAt(value, 'text') ?? '') : texts.join('\n');
  const redacted = stringAt(value, 'encrypted_content');
  return { type: 'thinking', text, ...(redacted === null ? {} : { redacted }) };
}

/** Reasoning beside the content of a reply, as DeepSeek and OpenRouter give it; none where the content has it too. */
export function reasoningBeside(value: JsonRecord): readonly Part[] {
  const parts: Part[] = [];
  const text = stringAt(value, 'reasoning_content') ?? '';
  if (text !== '' && !hasReasoning(value['content'])) parts.push({ type: 'thinking', text });
  const details = value['reasoning_details'];
  for (const detail of isList(details) ? details : []) {
    if (!isRecord(detail)) continue;
    const [said, data] = [stringAt(detail, 'text') ?? stringAt(detail, 'summary') ?? '', stringAt(detail, 'data')];
    if (data !== null) parts.push({ type: 'thinking', text: said, redacted: data });
    else if (said !== '' && text === '' && !hasReasoning(value['content']))
      parts.push({ type: 'thinking', text: said });
  }
  return parts;
}

function hasReasoning(content: unknown): boolean {
  return (
    isList(content) &&
    content.some((block) => isRecord(block) && /^(?:reasoning|thinking)$/.test(String(block['type'])))
  );
}
