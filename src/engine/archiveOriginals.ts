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

/**
 * Takes a text into the archive byte for byte. UTF-8 cannot hold half a surrogate pair, so a text with one is kept as a
 * JSON string, which can.
 */
export function archiveText(archive: Archive, text: string, extension = 'txt'): string {
  return text.isWellFormed() ? archive.storeText(text, extension) : archive.storeText(JSON.stringify(text), 'json');
}

export function archiveMedia(archive: Archive, part: MediaPart): string | null {
  return part.data === '' ? null : archive.storeBase64(part.data, EXTENSIONS.get(part.mediaType) ?? 'bin');
}

/** Archives all of a tool result: its text, then its media. Returns the pointers. */
export function archiveResult(archive: Archive, message: Message): string[] {
  const text = resultText(message);
  const pointers = text === '' ? [] : [archiveText(archive, text)];
  for (const part of message.parts) {
    const pointer = part.type === 'media' ? archiveMedia(archive, part) : null;
    if (pointer !== null) pointers.push(pointer);
  }
  return pointers;
}
