/** Characters up to which the buffer is kept between texts: 1 M characters, so 3 MB at most stay allocated. */
const KEPT_CHARACTERS = 1 << 20;

const FIRST_CHARACTERS = 1 << 14;

/** UTF-8 takes at most three bytes per UTF-16 unit; a surrogate pair, two units, takes four. */
const BYTES_PER_CHARACTER = 3;

/** Encodes texts as UTF-8 into memory that is used again. A lone surrogate becomes U+FFFD, as in every `TextEncoder`. */
export class Utf8Buffer {
  /** The last text encoded; valid up to the length that `encode` returned. */
  bytes = new Uint8Array(FIRST_CHARACTERS * BYTES_PER_CHARACTER);
  readonly #encoder = new TextEncoder();

  /** Encodes the text into `bytes` and returns its length in bytes. */
  encode(text: string): number {
    const needed = text.length * BYTES_PER_CHARACTER;
    if (this.bytes.length < needed || this.bytes.length > KEPT_CHARACTERS * BYTES_PER_CHARACTER) {
      this.bytes = new Uint8Array(Math.max(needed, FIRST_CHARACTERS * BYTES_PER_CHARACTER));
    }
    return this.#encoder.encodeInto(text, this.bytes).written;
  }
}

/** Whether no character starts before `position` and ends behind it. */
export function isCharacterStart(bytes: Uint8Array, position: number): boolean {
  return ((bytes[position] ?? 0) & 0xc0) !== 0x80;
}

/** UTF-16 units of the text that `bytes[0, end)` encodes. */
export function utf16Length(bytes: Uint8Array, end: number): number {
  let units = 0;
  for (let position = 0; position < end; position++) {
    const byte = bytes[position] ?? 0;
    // A lead byte from 0xf0 on stands for a surrogate pair.
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}
