import { describe, expect, it } from 'vitest';
import { NOT_CACHED, PieceCache } from '../../../../src/engine/tokens/pieceCache';

describe('the cache of pieces', () => {
  const bytes = new TextEncoder().encode('first other longer');

  it('tells pieces with the same hash apart', () => {
    const cache = new PieceCache();
    cache.store(bytes, 0, 5, 77, 3);
    expect(cache.find(bytes, 0, 5, 77)).toBe(3);
    expect(cache.find(bytes, 6, 11, 77)).toBe(NOT_CACHED);
    expect(cache.find(bytes, 12, 18, 77)).toBe(NOT_CACHED);
  });

  it('keeps the last of the pieces that share a place', () => {
    const cache = new PieceCache();
    cache.store(bytes, 0, 5, 77, 3);
    cache.store(bytes, 6, 11, 77 + 2 ** 20, 4);
    expect(cache.find(bytes, 6, 11, 77 + 2 ** 20)).toBe(4);
    expect(cache.find(bytes, 0, 5, 77)).toBe(NOT_CACHED);
  });
});
