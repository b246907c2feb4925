/**
 * 32-bit FNV-1a of `bytes[start, end)` with the last steps of a multiplicative finaliser, because the tables use the low
 * bits, which FNV mixes least.
 *
 * FNV-1a and its two constants: Fowler, Noll, Vo, RFC 9923. Finaliser: Mueller, "lowbias32" (first round).
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let index = start; index < end; index++) {
    hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 12);
}
