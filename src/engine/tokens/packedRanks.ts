import type { EncodingName } from './encodingName';

/** The ranks of one encoding without any structure for lookup: what is stored beside the worker. */
export interface PackedRanks {
  readonly encoding: EncodingName;
  /** Name and version of the package the ranks come from. */
  readonly source: string;
  /** Length in bytes of the token of each rank; 0 for a number that is not used. */
  readonly lengths: Uint8Array;
  /** The bytes of all tokens, in the order of their ranks. */
  readonly bytes: Uint8Array;
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
}

const MAGIC = 0x4b4e5253; // "SRNK" read as a little-endian number
const PREAMBLE_BYTES = 12;

/** Raised when the layout changes, so that files of an older build are written again. */
const PACKED_RANKS_FORMAT = 1;

/**
 * Lays out ranks as one file: magic, format and header length (32 bits each, little-endian), a JSON header, one length
 * byte per rank, then the bytes of the tokens.
 */
export function writePackedRanks(packed: PackedRanks): Uint8Array {
  const header: Header = {
    encoding: packed.encoding,
    source: packed.source,
    ranks: packed.lengths.length,
    bytes: packed.bytes.length,
  };
  const headerBytes = new TextEncoder().encode(JSON.stringify(header));
  const lengthsAt = PREAMBLE_BYTES + headerBytes.length;
  const bytesAt = lengthsAt + packed.lengths.length;
  const file = new Uint8Array(bytesAt + packed.bytes.length);
  const view = new DataView(file.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, PACKED_RANKS_FORMAT, true);
  view.setUint32(8, headerBytes.length, true);
  file.set(headerBytes, PREAMBLE_BYTES);
  file.set(packed.lengths, lengthsAt);
  file.set(packed.bytes, bytesAt);
  return file;
}

/**
 * Reads what `writePackedRanks` laid out; the result shares memory with the file.
 *
 * @throws PackedRanksError when the bytes are something else, of another format, or cut short.
 */
export function readPackedRanks(file: Uint8Array): PackedRanks {
  if (file.length < PREAMBLE_BYTES) throw new PackedRanksError('notRanks');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new PackedRanksError('notRanks');
  if (view.getUint32(4, true) !== PACKED_RANKS_FORMAT) throw new PackedRanksError('otherFormat');
  const lengthsAt = PREAMBLE_BYTES + view.getUint32(8, true);
  if (file.length < lengthsAt) throw new PackedRanksError('truncated');
  // Magic and format say that this build wrote the header, so its shape is known.
  const header = JSON.parse(new TextDecoder().decode(file.subarray(PREAMBLE_BYTES, lengthsAt))) as Header;
  const bytesAt = lengthsAt + header.ranks;
  if (file.length !== bytesAt + header.bytes) throw new PackedRanksError('truncated');
  return {
    encoding: header.encoding,
    source: header.source,
    lengths: file.subarray(lengthsAt, bytesAt),
    bytes: file.subarray(bytesAt),
  };
}
