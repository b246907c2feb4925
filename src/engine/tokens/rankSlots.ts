import { hashBytes } from './byteHash';
import { integerAt } from './typedReads';

/** Bits of a slot that hold the rank, enough for 262 144 tokens; those above hold bits of the hash. */
const RANK_BITS = 18;

/** Mask of the rank in a slot. */
export const RANK_MASK = (1 << RANK_BITS) - 1;

/** An empty slot. No full slot equals it, since no encoding uses the highest rank. */
export const EMPTY_SLOT = -1;

/**
 * The open-addressing hash table over the tokens of an encoding, each at the slot of its `hashBytes` or the next free one
 * behind it. A slot holds the rank and the high bits of the hash, which rule out nearly all other tokens without a look
 * at their bytes.
 *
 * @param lengths length in bytes of the token of each rank; 0 for a rank that is not used
 * @param bytes the bytes of all tokens, in the order of their ranks
 * @returns a power of two of slots, less than half of them full, so that a look-up probes about one
 */
export function hashSlots(lengths: Uint8Array, bytes: Uint8Array): Int32Array {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(lengths.length * 2))).fill(EMPTY_SLOT);
  const mask = slots.length - 1;
  let offset = 0;
  lengths.forEach((length, rank) => {
    if (length === 0) return;
    const hash = hashBytes(bytes, offset, offset + length);
    let slot = hash & mask;
    while (integerAt(slots, slot) !== EMPTY_SLOT) slot = (slot + 1) & mask;
    slots[slot] = (hash & ~RANK_MASK) | rank;
    offset += length;
  });
  return slots;
}
