import type { Message } from './message';

/**
 * Where originals go before the context lets go of them. Content-addressed: equal contents share one pointer.
 * A pointer is the file's path relative to the archive folder, at least 12 characters long and unique.
 */
export interface Archive {
  /**
   * Takes a text into the archive. `extension` without a dot. Returns the pointer.
   *
   * @param result the message whose result the text is, as `archivedResult` gives it: what was read of a message when it
   *   came need not be read again
   */
  storeText(text: string, extension: string, result?: Message): string;
  /** Takes base64 content into the archive, decoded where that loses nothing. Returns the pointer. */
  storeBase64(data: string, extension: string): string;
}

/** One file of the archive, as it is written. */
export interface ArchiveEntry {
  readonly pointer: string;
  readonly content: { readonly text: string } | { readonly base64: string };
}
