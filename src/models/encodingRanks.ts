import type { TiktokenBPE } from 'js-tiktoken/lite';
import type { EncodingName } from '../engine/tokens/encodingName';
import type { PackedRanks } from '../engine/tokens/packedRanks';
import { hashSlots } from '../engine/tokens/rankSlots';

/**
 * The ranks of an encoding from the package that publishes them. Slow (some 200 ms) and 2 MB of text a piece: for the
 * build script, for tests, and for the command line where no baked file is at hand; never for a bundle of the extension.
 */
export async function loadEncodingRanks(encoding: EncodingName): Promise<PackedRanks> {
  return packRanks(encoding, await importRanks(encoding));
}

async function importRanks(encoding: EncodingName): Promise<TiktokenBPE> {
  switch (encoding) {
    case 'o200k_base':
      return (await import('js-tiktoken/ranks/o200k_base')).default;
    case 'cl100k_base':
      return (await import('js-tiktoken/ranks/cl100k_base')).default;
  }
}

/** The text holds lines of `! FIRST TOKEN TOKEN …`: tokens in base64, whose ranks count up from FIRST. */
function packRanks(encoding: EncodingName, { bpe_ranks: text }: TiktokenBPE): PackedRanks {
  const tokens: Buffer[] = [];
  for (const line of text.split('\n')) {
    const [, first, ...encoded] = line.split(' ');
    const firstRank = Number(first);
    encoded.forEach((token, index) => (tokens[firstRank + index] = Buffer.from(token, 'base64')));
  }
  // `Array.from` turns the ranks that are not used, holes so far, into tokens of no bytes.
  const dense = Array.from(tokens, (token: Buffer | undefined) => token ?? Buffer.alloc(0));
  const lengths = Uint8Array.from(dense, (token) => token.length);
  const bytes = Buffer.concat(dense);
  return { encoding, source: 'js-tiktoken', lengths, bytes, slots: hashSlots(lengths, bytes) };
}
