import { Buffer } from 'node:buffer';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Part } from '../engine/message';

/** Shorter texts stay in memory: a reference to the file takes nearly as much. Characters. */
const SHORTEST_HELD = 512;

/** Bytes collected before they are written. */
const WRITE_BYTES = 1 << 20;

/** Characters of texts kept in memory after they were read. */
const CACHED_CHARACTERS = 16 << 20;

interface Held {
  readonly position: number;
  /** Bytes. */
  readonly length: number;
  readonly encoding: 'utf8' | 'utf16le';
}

/** Held parts whose texts were well-formed when they were written: nobody has to read them to know. */
const wellFormed = new WeakSet<Part>();

/** Whether a part is known to hold no half of a surrogate pair; false where it has to be looked at. */
export function isKnownWellFormed(part: Part): boolean {
  return wellFormed.has(part);
}

/**
 * Long texts of messages, in a file instead of memory, and read from it when somebody asks for them. A part that is held
 * looks like any other. The file is the reader's own, so that nothing that happens to the session's file changes a text.
 */
export class HeldParts {
  private readonly folder: string;
  private readonly file: number;
  private readonly cache = new LRUCache<number, string>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: ({ length }) => length,
  });
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private written = 0;
  private closed = false;

  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'strata-held-'));
    this.file = openSync(join(this.folder, 'texts'), 'wx+', 0o600);
    // Where an open file can be removed nothing is left behind, however the program ends.
    if (process.platform !== 'win32') rmSync(this.folder, { recursive: true, force: true });
  }

  /** The part itself where it is short, or nothing is held any more; else one that says the same and takes no memory. */
  hold(part: Part): Part {
    if (this.closed) return part;
    switch (part.type) {
      case 'text':
      case 'thinking':
        return part.text.length < SHORTEST_HELD ? part : this.replace(part, 'text', part.text);
      case 'toolCall':
        return part.arguments.length < SHORTEST_HELD ? part : this.replace(part, 'arguments', part.arguments);
      case 'raw':
        return part.json.length < SHORTEST_HELD ? part : this.replace(part, 'json', part.json);
      case 'media':
        return part.data.length < SHORTEST_HELD ? part : this.replace(part, 'data', part.data);
    }
  }

  /** Lets go of the file. What was held cannot be read any more. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.waiting = [];
    closeSync(this.file);
    this.cache.clear();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private replace<Kind extends Part>(part: Kind, field: keyof Kind & string, text: string): Kind {
    const isWellFormed = text.isWellFormed();
    const held = this.write(text, isWellFormed ? 'utf8' : 'utf16le');
    const replaced = { ...part };
    // Enumerable and its own, so that a copy of the part has the text itself.
    Object.defineProperty(replaced, field, { enumerable: true, get: () => this.read(held) });
    if (isWellFormed) wellFormed.add(replaced);
    return replaced;
  }

  private write(text: string, encoding: Held['encoding']): Held {
    const bytes = Buffer.from(text, encoding);
    const held = { position: this.written + this.waitingBytes, length: bytes.length, encoding };
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    if (this.waitingBytes >= WRITE_BYTES) this.flush();
    return held;
  }

  private flush(): void {
    const bytes = Buffer.concat(this.waiting);
    for (let done = 0; done < bytes.length;) {
      done += writeSync(this.file, bytes, done, bytes.length - done, this.written + done);
    }
    this.written += bytes.length;
    this.waiting = [];
    this.waitingBytes = 0;
  }

  private read({ position, length, encoding }: Held): string {
    const known = this.cache.get(position);
    if (known !== undefined) return known;
    // The number of a file that was closed is soon another file's.
    if (this.closed) throw new RangeError('The session was closed; its long texts cannot be read any more.');
    if (position + length > this.written) this.flush();
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length;) {
      const count = readSync(this.file, bytes, done, length - done, position + done);
      if (count === 0) throw new RangeError('A text of the session is missing from its temporary file.');
      done += count;
    }
    const text = bytes.toString(encoding);
    this.cache.set(position, text);
    return text;
  }
}
