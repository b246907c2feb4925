import { htmlToMarkdown } from './htmlToMarkdown';
import type { PageBody } from './pageBody';
import { PageError } from './pageRequest';

const HTML_TYPES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** Types besides `text/…` that hold text. */
const TEXT_TYPE =
  /^(?:text\/.+|application\/(?:(?:.+\+)?(?:json|xml|yaml)|x-yaml|toml|javascript|ecmascript|x-javascript|typescript|x-ndjson|jsonl|x-sh|sql|graphql|rtf|x-tex))$/u;

/** Characters of a page in which its own word for its encoding is looked for. */
const DECLARATION_CHARACTERS = 1_024;

/**
 * A body as text: pages as Markdown, text as it is.
 * @param contentType as the server sent it; without one the body itself says whether it is text
 * @throws PageError `type` for everything that is no text
 */
export function pageText({ bytes }: PageBody, contentType: string, url: URL): string {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isHtml =
    HTML_TYPES.has(type) || (type === '' && /^\s*<(?:!doctype html|html)/iu.test(bytes.toString('latin1', 0, 200)));
  if (!isHtml && (type === '' ? bytes.includes(0) : !TEXT_TYPE.test(type))) {
    throw new PageError('type', `It is ${type === '' ? 'no text' : type}; only pages and text can be fetched.`);
  }
  const text = decoded(bytes, encodingOf(contentType, isHtml ? bytes : null));
  return isHtml ? htmlToMarkdown(text, url) : text;
}

function encodingOf(contentType: string, html: Buffer | null): string {
  const declared = /charset\s*=\s*"?(?<label>[\w.:-]+)/iu;
  const label = declared.exec(contentType) ?? declared.exec(html?.toString('latin1', 0, DECLARATION_CHARACTERS) ?? '');
  return label?.groups?.['label'] ?? 'utf-8';
}

function decoded(bytes: Buffer, label: string): string {
  try {
    return new TextDecoder(markOf(bytes) ?? label).decode(bytes);
  } catch {
    // An encoding nobody knows.
    return new TextDecoder().decode(bytes);
  }
}

/** The encoding a byte order mark tells, which goes before every declaration. */
function markOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}
