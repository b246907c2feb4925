import type { Archive } from './archive';
import type { MediaPart, Message } from './message';
import { resultText } from './resultText';

const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['application/pdf', 'pdf'],
]);

/** A text as the archive keeps it. */
interface ArchivedText {
  readonly content: string;
  readonly extension: string;
}

/** Byte for byte: UTF-8 cannot hold half a surrogate pair, so a text with one is kept as a JSON string, which can. */
function archivedText(text: string, extension: string): ArchivedText {
  return text.isWellFormed() ? { content: text, extension } : { content: JSON.stringify(text), extension: 'json' };
}

/** The text of a tool result; null without any. */
export function archivedResult(message: Message): ArchivedText | null {
  const text = resultText(message);
  return text === '' ? null : archivedText(text, 'txt');
}

/** Takes a text into the archive. Returns the pointer. */
export function archiveText(archive: Archive, text: string, extension: string): string {
  const archived = archivedText(text, extension);
  return archive.storeText(archived.content, archived.extension);
}

export function archiveMedia(archive: Archive, part: MediaPart): string | null {
  return part.data === '' ? null : archive.storeBase64(part.data, EXTENSIONS.get(part.mediaType) ?? 'bin');
}

/** Archives all of a tool result: its text, then its media. Returns the pointers. */
export function archiveResult(archive: Archive, message: Message): string[] {
  const text = archivedResult(message);
  const pointers = text === null ? [] : [archive.storeText(text.content, text.extension, message)];
  for (const part of message.parts) {
    const pointer = part.type === 'media' ? archiveMedia(archive, part) : null;
    if (pointer !== null) pointers.push(pointer);
  }
  return pointers;
}
