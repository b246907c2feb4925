import type { EncodingName } from './encodingName';

/** The ranks of one encoding as they are stored beside the worker. */
export interface PackedRanks {
  readonly encoding: EncodingName;
  /** Name and version of the package the ranks come from. */
  readonly source: string;
  /** Length in bytes of the token of each rank; 0 for a number that is not used. */
  readonly lengths: Uint8Array;
  /** The bytes of all tokens, in the order of their ranks. */
  readonly bytes: Uint8Array;
  /** The hash table over them, see `hashSlots`: half the file, and most of the time it would take to start. */
  readonly slots: Int32Array;
}

/** Says why stored ranks cannot be used. */
export class PackedRanksError extends Error {
  override readonly name = 'PackedRanksError';

  constructor(readonly reason: 'notRanks' | 'otherFormat' | 'truncated') {
    super(`The stored token ranks cannot be used (${reason}).`);
  }
}

interface Header {
  readonly encoding: EncodingName;
  readonly source: string;
  readonly ranks: number;
  readonly bytes: number;
  readonly slots: number;
}

const MAGIC = 0x4b4e5253; // "SRNK" read as a little-endian number
const PREAMBLE_BYTES = 12;

/** Raised when the layout changes, so that files of an older build are written again. */
const PACKED_RANKS_FORMAT = 2;

/**
 * Lays out ranks as one file: magic, format and header length (32 bits each), a JSON header, the slots, one length byte
 * per rank, the bytes of the tokens. Little-endian, as every machine that runs VS Code.
 */
export function writePackedRanks(packed: PackedRanks): Uint8Array {
  const { encoding, source, lengths, bytes, slots } = packed;
  const header: Header = { encoding, source, ranks: lengths.length, bytes: bytes.length, slots: slots.length };
  const headerText = JSON.stringify(header);
  // Blanks up to a multiple of four, where the slots can be read in place.
  const headerBytes = new TextEncoder().encode(headerText.padEnd(Math.ceil(headerText.length / 4) * 4));
  const preamble = Uint32Array.of(MAGIC, PACKED_RANKS_FORMAT, headerBytes.length);
  const slotBytes = new Uint8Array(slots.buffer, slots.byteOffset, slots.byteLength);
  const parts = [new Uint8Array(preamble.buffer), headerBytes, slotBytes, lengths, bytes];
  const file = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let position = 0;
  for (const part of parts) {
    file.set(part, position);
    position += part.length;
  }
  return file;
}

/**
 * Reads what `writePackedRanks` laid out; the result shares memory with the file.
 *
 * @param file at an offset of its buffer that is a multiple of four
 * @throws PackedRanksError when the bytes are something else, of another format, or cut short.
 */
export function readPackedRanks(file: Uint8Array): PackedRanks {
  if (file.length < PREAMBLE_BYTES) throw new PackedRanksError('notRanks');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new PackedRanksError('notRanks');
  if (view.getUint32(4, true) !== PACKED_RANKS_FORMAT) throw new PackedRanksError('otherFormat');
  const slotsAt = PREAMBLE_BYTES + view.getUint32(8, true);
  if (file.length < slotsAt) throw new PackedRanksError('truncated');
  // Magic and format say that this build wrote the header, so its shape is known.
  const header = JSON.parse(new TextDecoder().decode(file.subarray(PREAMBLE_BYTES, slotsAt))) as Header;
  const lengthsAt = slotsAt + header.slots * Int32Array.BYTES_PER_ELEMENT;
  const bytesAt = lengthsAt + header.ranks;
  if (file.length !== bytesAt + header.bytes) throw new PackedRanksError('truncated');
  return {
    encoding: header.encoding,
    source: header.source,
    lengths: file.subarray(lengthsAt, bytesAt),
    bytes: file.subarray(bytesAt),
    slots: new Int32Array(file.buffer, file.byteOffset + slotsAt, header.slots),
  };
}
