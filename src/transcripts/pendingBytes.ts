import { Buffer } from 'node:buffer';

/** Room for the start of an ordinary line. Bytes. */
const SMALLEST_ROOM = 1 << 16;

/** Room that is kept for the next line. Bytes. */
const LARGEST_KEPT = 1 << 23;

/** The start of a line whose end is still to come, in one buffer that lines share: memory outside the heap costs collections. */
export class PendingBytes {
  private buffer = Buffer.alloc(0);
  private used = 0;

  /** @param expected bytes a line may have that does not fit into the first room; where it has more the room doubles */
  constructor(private expected: number) {}

  /** Bytes. */
  get length(): number {
    return this.used;
  }

  /** Adds a copy. */
  add(bytes: Uint8Array): void {
    const needed = this.used + bytes.length;
    if (needed > this.buffer.length) this.makeRoom(needed);
    this.buffer.set(bytes, this.used);
    this.used = needed;
  }

  /** Whether or not there are any: all of them, which are good until more are added. */
  take(): Buffer {
    const taken = this.buffer.subarray(0, this.used);
    this.used = 0;
    if (this.buffer.length > LARGEST_KEPT) this.buffer = Buffer.alloc(0);
    return taken;
  }

  private makeRoom(needed: number): void {
    const isSmall = needed <= SMALLEST_ROOM;
    const room = Buffer.allocUnsafeSlow(isSmall ? SMALLEST_ROOM : Math.max(2 * needed, this.expected));
    // Only the first such line may be the whole file.
    if (!isSmall) this.expected = 0;
    this.buffer.copy(room, 0, 0, this.used);
    this.buffer = room;
  }
}
