/** Collects a stream of bytes, keeping its beginning and its end within a fixed number of bytes. */
export class BoundedOutput {
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  /** What followed the head, from its newest piece back to at least `halfBytes`. */
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #allBytes = 0;

  /** @param halfBytes Bytes kept of the beginning, and as many of the end. */
  constructor(private readonly halfBytes: number) {}

  add(bytes: Buffer): void {
    this.#allBytes += bytes.length;
    const forHead = bytes.subarray(0, this.halfBytes - this.#headBytes);
    if (forHead.length > 0) {
      this.#head.push(forHead);
      this.#headBytes += forHead.length;
    }
    const rest = bytes.subarray(forHead.length);
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailBytes += rest.length;
    // Joining at each piece would copy the tail every time.
    if (this.#tailBytes > 2 * this.halfBytes) {
      const kept = Buffer.from(Buffer.concat(this.#tail).subarray(-this.halfBytes));
      this.#tail = [kept];
      this.#tailBytes = kept.length;
    }
  }

  /** The newest bytes as text, at most `most` of them. */
  newest(most: number): string {
    const pieces: Buffer[] = [];
    let bytes = 0;
    for (const source of [this.#tail, this.#head]) {
      for (let index = source.length - 1; index >= 0 && bytes < most; index -= 1) {
        const piece = source[index];
        if (piece === undefined) break;
        pieces.unshift(piece);
        bytes += piece.length;
      }
    }
    const text = Buffer.concat(pieces);
    return (text.length > most ? withoutBrokenStart(text.subarray(-most)) : text).toString('utf8');
  }

  /** What was kept, with a line that says how many bytes are missing. */
  finish(): string {
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail).subarray(-this.halfBytes);
    if (this.#allBytes === head.length + tail.length) return Buffer.concat([head, tail]).toString('utf8');
    const start = withoutBrokenEnd(head);
    const end = withoutBrokenStart(tail);
    const missing = this.#allBytes - start.length - end.length;
    return `${start.toString('utf8')}\n[${String(missing)} bytes of output left out]\n${end.toString('utf8')}`;
  }
}

/** Bytes of the longest character in UTF-8. */
const LONGEST_CHARACTER = 4;

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Without the rest of a character whose first byte was cut off. */
function withoutBrokenStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < LONGEST_CHARACTER - 1 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

/** Without the beginning of a character whose last byte was cut off. */
function withoutBrokenEnd(bytes: Buffer): Buffer {
  for (let back = 1; back < LONGEST_CHARACTER && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
