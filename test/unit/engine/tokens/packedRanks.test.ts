import { describe, expect, it } from 'vitest';
import { hashBytes } from '../../../../src/engine/tokens/byteHash';
import {
  type PackedRanks,
  PackedRanksError,
  readPackedRanks,
  writePackedRanks,
} from '../../../../src/engine/tokens/packedRanks';
import { hashSlots } from '../../../../src/engine/tokens/rankSlots';
import { NO_RANK, RankTable } from '../../../../src/engine/tokens/rankTable';

/** Tokens: 0 "a", 1 "b", 2 unused, 3 "ab", 4 "abb". */
const lengths = Uint8Array.of(1, 1, 0, 2, 3);
const bytes = new TextEncoder().encode('abababb');
const packed: PackedRanks = {
  encoding: 'cl100k_base',
  source: 'a test 1.0',
  lengths,
  bytes,
  slots: hashSlots(lengths, bytes),
};

function reasonOf(file: Uint8Array): string | undefined {
  try {
    readPackedRanks(file);
    return undefined;
  } catch (error) {
    return error instanceof PackedRanksError ? error.reason : String(error);
  }
}

describe('packed ranks', () => {
  it('read back as they were written', () => {
    expect(readPackedRanks(writePackedRanks(packed))).toEqual(packed);
  });

  it('are refused when they are something else or cut short', () => {
    const file = writePackedRanks(packed);
    expect(reasonOf(new Uint8Array(0))).toBe('notRanks');
    expect(reasonOf(new TextEncoder().encode('{"not":"ranks at all"}'))).toBe('notRanks');
    expect(reasonOf(file.slice(0, 20))).toBe('truncated');
    expect(reasonOf(file.slice(0, -1))).toBe('truncated');
    const otherFormat = file.slice();
    otherFormat[4] = 99;
    expect(reasonOf(otherFormat)).toBe('otherFormat');
  });
});

describe('a rank table', () => {
  const table = new RankTable(packed);

  function rankOf(text: string): number {
    const encoded = new TextEncoder().encode(text);
    return table.rankOf(encoded, 0, encoded.length);
  }

  it('knows the rank of every token and of nothing else', () => {
    expect(['a', 'b', 'ab', 'abb'].map(rankOf)).toEqual([0, 1, 3, 4]);
    expect(['', 'c', 'ba', 'abc', 'abba', 'abbabb'].map(rankOf)).toEqual(Array(6).fill(NO_RANK));
    expect(table.rankOfPair(0x61, 0x62)).toBe(3);
    expect(table.rankOfPair(0x62, 0x61)).toBe(NO_RANK);
    expect(table.longestToken).toBe(3);
  });

  it('compares the bytes where the hash of another token is given', () => {
    const text = new TextEncoder().encode('abxy');
    const hash = hashBytes(text, 0, 2);
    expect(table.rankOfHashed(text, 0, 2, hash)).toBe(3);
    expect(table.rankOfHashed(text, 2, 4, hash)).toBe(NO_RANK);
  });
});
