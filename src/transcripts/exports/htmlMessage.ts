import type { MediaPart, Part, Role } from '../../engine/message';
import type { ExportEntry } from './exportItem';
import { escaped } from './htmlText';
import { grouped, mediaSize } from './words';

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool result',
};

/** Longer texts are folded, characters. */
const FOLDED_FROM = 1_500;

/** Bitmaps that every browser shows and that hold nothing but pixels. */
const SHOWN_IMAGES = /^image\/(?:png|jpeg|gif|webp)$/;

/** One message: whose it is, what became of it, what it said and, where that differs, what the model reads instead. */
export function* messageHtml(entry: ExportEntry): Generator<string> {
  const { message, fate, tokens, shown } = entry;
  yield `<article${fate === undefined ? '' : ` class="${fate}"`}>\n${headingHtml(entry)}\n`;
  if (tokens !== undefined && tokens.original > 0) yield barHtml(tokens);
  for (const part of message.parts) yield partHtml(part, message.role);
  if (shown !== undefined) {
    yield '<details><summary>In the context instead</summary>';
    for (const part of shown.parts) yield partHtml(part, shown.role);
    yield '</details>\n';
  }
  yield '</article>\n';
}

function headingHtml({ message, index, fate, tokens }: ExportEntry): string {
  const who = index === null ? 'Notice' : ROLE_WORDS[message.role];
  const notes = [
    message.toolName === undefined ? null : `of ${message.toolName}`,
    message.synthetic ?? null,
    message.isError === true ? 'error' : null,
    message.pinned === true ? 'pinned' : null,
  ].filter((note) => note !== null);
  const pieces = [
    `<span>${index === null ? '' : `${String(index)} · `}${who}</span>`,
    ...notes.map((note) => `<span class="note">${escaped(note)}</span>`),
    ...(fate === undefined
      ? []
      : [`<span class="fate"><svg class="icon" aria-hidden="true"><use href="#fate-${fate}"/></svg>${fate}</span>`]),
    ...(tokens === undefined ? [] : [`<span class="tokens">${tokenWords(tokens)}</span>`]),
  ];
  return `<h3>${pieces.join('')}</h3>`;
}

function tokenWords({ original, context }: NonNullable<ExportEntry['tokens']>): string {
  return original === context ? `${grouped(original)} tokens` : `${grouped(context)} of ${grouped(original)} tokens`;
}

/** Widths as attributes: the policy of the page lets no style stand at an element. */
function barHtml({ original, context }: NonNullable<ExportEntry['tokens']>): string {
  const share = Math.min(100, (context / original) * 100).toFixed(1);
  return (
    '<svg class="bar" aria-hidden="true" preserveAspectRatio="none">' +
    `<rect class="whole" width="100%" height="100%"/><rect class="rest" width="${share}%" height="100%"/></svg>\n`
  );
}

function partHtml(part: Part, role: Role): string {
  switch (part.type) {
    case 'text':
      return textHtml(part.text, role === 'tool' ? 'code' : 'prose', part.attachment ?? null);
    case 'thinking':
      return foldedHtml('Thinking', textHtml(part.text === '' ? '(encrypted)' : part.text, 'whole', null));
    case 'toolCall':
      return `<p class="note">Call of ${escaped(part.name)}</p>${textHtml(part.arguments, 'code', null)}`;
    case 'raw':
      return foldedHtml(part.kind, textHtml(part.json, 'code', null));
    case 'media':
      return mediaHtml(part);
  }
}

function textHtml(text: string, look: 'prose' | 'code' | 'whole', attachment: string | null): string {
  const pre = `<pre dir="auto"${look === 'code' ? ' class="code"' : ''}>${escaped(text)}</pre>\n`;
  if (attachment !== null) return foldedHtml(`Attached ${attachment}`, pre);
  return look === 'whole' || text.length < FOLDED_FROM ? pre : foldedHtml(`${grouped(text.length)} characters`, pre);
}

function foldedHtml(summary: string, content: string): string {
  return `<details><summary>${escaped(summary)}</summary>${content}</details>\n`;
}

function mediaHtml(part: MediaPart): string {
  const name = part.name ?? part.url ?? part.mediaType;
  const words = `${part.kind} ${name}${part.url === undefined ? `, ${mediaSize(part)}` : ''}`;
  if (part.kind !== 'image' || !SHOWN_IMAGES.test(part.mediaType) || !/^[A-Za-z0-9+/]+={0,2}$/.test(part.data)) {
    return `<p class="note">[${escaped(words)}]</p>\n`;
  }
  return `<img alt="${escaped(words)}" src="data:${part.mediaType};base64,${part.data}">\n`;
}
