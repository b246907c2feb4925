// Reads of typed arrays whose bounds the caller keeps. `noUncheckedIndexedAccess` cannot know those bounds; the fallback
// is never taken and costs nothing once compiled. One function per element type keeps each of them monomorphic.

/** The byte at an index inside the array. */
export function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

/** The 32-bit integer at an index inside the array. */
export function integerAt(integers: Int32Array, index: number): number {
  return integers[index] ?? 0;
}
