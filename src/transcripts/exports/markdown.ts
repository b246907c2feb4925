import type { MediaPart, Message, Part, Role } from '../../engine/message';
import { redactSecrets } from './redactSecrets';
import type { ExportEntry, ExportOptions } from './exportEntry';

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool result',
};

/** A session, or its context, as Markdown to be read: one heading a message, with its fate where it is known. */
export function markdown(
  title: string,
  entries: readonly ExportEntry[],
  options: ExportOptions = { redactsSecrets: true },
): string {
  const sections = entries.map((entry) =>
    `${heading(entry)}\n\n${entry.message.parts.map((part) => partText(part, entry.message.role)).join('\n\n')}`.trimEnd(),
  );
  const text = `${[`# ${title}`, ...sections].join('\n\n')}\n`;
  return options.redactsSecrets ? redactSecrets(text) : text;
}

function heading({ message, index, fate }: ExportEntry): string {
  const number = index === null ? '' : `${index} · `;
  const notes = [
    message.toolName === undefined ? null : `of ${message.toolName}`,
    message.synthetic ?? null,
    message.isError === true ? 'error' : null,
    message.pinned === true ? 'pinned' : null,
    fate ?? null,
  ].filter((note) => note !== null);
  return `## ${number}${roleWords(message, index)}${notes.map((note) => ` · ${note}`).join('')}`;
}

function roleWords({ role }: Message, index: number | null): string {
  return index === null ? 'Notice' : ROLE_WORDS[role];
}

/** What people and models write is Markdown; what tools give back is anything, and would break the headings. */
function partText(part: Part, role: Role): string {
  switch (part.type) {
    case 'text':
      return role === 'tool' ? fenced(part.text, '') : part.text;
    case 'thinking':
      return `*Thinking*\n\n${fenced(part.text === '' ? '(encrypted)' : part.text, '')}`;
    case 'toolCall':
      return `*Call of ${part.name}*\n\n${fenced(part.arguments, 'json')}`;
    case 'raw':
      return `*${part.kind}*\n\n${fenced(part.json, 'json')}`;
    case 'media':
      return mediaText(part);
  }
}

function mediaText({ kind, mediaType, data, name, url }: MediaPart): string {
  // Four characters of base64 hold three bytes.
  const size = url ?? `${Math.floor((data.length * 3) / 4)} bytes`;
  return `*[${kind}${name === undefined ? '' : ` ${name}`}, ${mediaType}, ${size}]*`;
}

/** Fenced by more backticks than the text holds in a row, so that the text cannot end the fence. */
function fenced(text: string, language: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
