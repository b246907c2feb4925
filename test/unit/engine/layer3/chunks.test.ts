import { describe, expect, it } from 'vitest';
import { chunksOf } from '../../../../src/engine/layer3/chunks';
import { joinPieces, longestPiece, pieceLength } from '../../../../src/engine/layer3/conversationText';
import type { ConversationPiece } from '../../../../src/engine/layer3/conversationText';

const limits = { chunkCharacters: 50_000, maximumChunks: 4 };

function pieces(count: number, characters: number): ConversationPiece[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    heading: `[${index}] User`,
    text: 'x'.repeat(characters),
  }));
}

describe('chunks of a conversation', () => {
  it('are one up to 50 000 characters', () => {
    expect(chunksOf(pieces(49, 1_000), limits)).toHaveLength(1);
  });

  it('are more above, and never more than four', () => {
    expect(chunksOf(pieces(60, 1_000), limits)).toHaveLength(2);
    expect(chunksOf(pieces(2_000, 1_000), limits)).toHaveLength(4);
  });

  it('hold every message once, in order, in about equal parts', () => {
    const all = pieces(200, 1_000);
    const chunks = chunksOf(all, limits);
    expect(chunks.flat()).toEqual(all);
    const sizes = chunks.map((chunk) => chunk.reduce((sum, piece) => sum + pieceLength(piece), 0));
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(3_000);
  });

  it('bear messages larger than a chunk', () => {
    const [small, large] = [pieces(1, 10), pieces(1, 400_000)];
    const chunks = chunksOf([...small, ...large, ...small], limits);
    expect(chunks.flat()).toHaveLength(3);
    expect(chunks.every((chunk) => chunk.length > 0)).toBe(true);
  });

  it('of nothing are none', () => {
    expect(chunksOf([], limits)).toEqual([]);
  });
});

describe('text for a summarizer', () => {
  it('shortens the longest messages first, and only as far as needed', () => {
    const all = [...pieces(3, 100), ...pieces(1, 10_000)];
    const longest = longestPiece(all, 3_000);
    const text = joinPieces(all, longest);
    expect(text.length).toBeLessThanOrEqual(3_000);
    expect(text.length).toBeGreaterThan(2_500);
    expect(text.split('x'.repeat(100)).length).toBeGreaterThan(3);
    expect(text).toContain('characters left out');
  });

  it('is whole where it fits', () => {
    expect(longestPiece(pieces(3, 100), 3_000)).toBe(Number.POSITIVE_INFINITY);
  });
});
