import type { MediaPart, Part, Role } from '../../engine/message';
import type { ExportEntry, ExportFacts, ExportItem } from './exportItem';
import { fenced, oneLineText, quoted } from './markdownText';
import { grouped, mediaSize } from './words';

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool result',
};

/**
 * A session as Markdown to be read: one heading a message, with its fate where it is known. What people and models wrote
 * is quoted, so that nothing in it can pass for a heading of the file; what tools gave back is fenced. HTML and remote
 * images in it are shown as text.
 */
export function* markdown(items: Iterable<ExportItem>): Generator<string> {
  for (const item of items) {
    switch (item.type) {
      case 'session':
        yield opening(item.facts);
        break;
      case 'section':
        yield item.scope === 'history' ? '\n# History\n' : '\n# Context\n';
        break;
      case 'message':
        yield* messageText(item.entry);
        break;
      case 'decision':
        yield `\n---\n\n*${oneLineText(item.decision.title)}*\n`;
        if (item.decision.text !== null) yield `\n${quoted(item.decision.text)}\n`;
        yield '\n---\n';
        break;
      case 'record':
        break;
    }
  }
}

function opening({ title, model, call, originalTokens, contextTokens, window }: ExportFacts): string {
  const facts = [
    ...(model === '' ? [] : [`model ${oneLineText(model)}`]),
    ...(call === null ? [] : [`at call ${String(call)}`]),
    `${grouped(contextTokens)} of ${grouped(originalTokens)} tokens in context`,
    `window ${grouped(window)}`,
  ];
  return `# ${oneLineText(title)}\n\n${facts.join(' · ')}\n`;
}

function* messageText({ message, index, fate, tokens }: ExportEntry): Generator<string> {
  const number = index === null ? '' : `${String(index)} · `;
  const notes = [
    message.toolName === undefined ? null : `of ${oneLineText(message.toolName)}`,
    message.synthetic ?? null,
    message.isError === true ? 'error' : null,
    message.pinned === true ? 'pinned' : null,
    fate ?? null,
    tokens === undefined ? null : `${grouped(tokens.context)} of ${grouped(tokens.original)} tokens`,
  ].filter((note) => note !== null);
  const who = index === null ? 'Notice' : ROLE_WORDS[message.role];
  yield `\n## ${number}${who}${notes.map((note) => ` · ${note}`).join('')}\n`;
  for (const part of message.parts) yield `\n${partText(part, message.role)}\n`;
}

function partText(part: Part, role: Role): string {
  switch (part.type) {
    case 'text':
      return role === 'tool' ? fenced(part.text, '') : quoted(part.text);
    case 'thinking':
      return `*Thinking*\n\n${fenced(part.text === '' ? '(encrypted)' : part.text, '')}`;
    case 'toolCall':
      return `*Call of ${oneLineText(part.name)}*\n\n${fenced(part.arguments, 'json')}`;
    case 'raw':
      return `*${oneLineText(part.kind)}*\n\n${fenced(part.json, 'json')}`;
    case 'media':
      return mediaText(part);
  }
}

function mediaText(part: MediaPart): string {
  const name = part.name === undefined ? '' : ` ${oneLineText(part.name)}`;
  const size = part.url === undefined ? mediaSize(part) : oneLineText(part.url);
  return `*\\[${part.kind}${name}, ${oneLineText(part.mediaType)}, ${size}\\]*`;
}
