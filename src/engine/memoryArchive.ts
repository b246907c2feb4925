import type { Archive, ArchiveEntry } from './archive';
import type { Message } from './message';

/** Hexadecimal characters of the hash in a pointer: 64 bits keep a million files apart. */
const POINTER_HASH_CHARACTERS = 16;

/**
 * Hash of a content as hexadecimal text; the engine has no cryptography of its own.
 *
 * @param result the message whose result the content is, of which the hash may be known
 */
export type ContentHash = (content: string, result?: Message) => string;

/** An archive in memory. Whoever owns it writes what is new to disk before the decisions that need it are journaled. */
export class MemoryArchive implements Archive {
  private readonly known = new Map<string, ArchiveEntry>();
  private fresh: ArchiveEntry[] = [];

  constructor(private readonly hash: ContentHash) {}

  get entries(): ReadonlyMap<string, ArchiveEntry> {
    return this.known;
  }

  storeText(text: string, extension: string, result?: Message): string {
    return this.store(this.hash(text, result), extension, { text });
  }

  storeBase64(data: string, extension: string): string {
    return this.store(this.hash(data), extension, { base64: data });
  }

  /** What was stored since the last time this was asked. */
  takeNew(): ArchiveEntry[] {
    const entries = this.fresh;
    this.fresh = [];
    return entries;
  }

  private store(hash: string, extension: string, content: ArchiveEntry['content']): string {
    const pointer = `${hash.slice(0, POINTER_HASH_CHARACTERS)}.${extension}`;
    if (!this.known.has(pointer)) {
      const entry = { pointer, content };
      this.known.set(pointer, entry);
      this.fresh.push(entry);
    }
    return pointer;
  }
}
