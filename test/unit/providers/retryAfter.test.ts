import { describe, expect, it } from 'vitest';
import { retryAfterMilliseconds } from '../../../src/providers/retryAfter';

const now = Date.parse('2026-01-01T00:00:00Z');

describe('when to ask again', () => {
  it.each([
    [{ 'retry-after': '7' }, '', 7_000],
    [{ 'retry-after': '0.5' }, '', 500],
    [{ 'retry-after-ms': '1250', 'retry-after': '2' }, '', 1_250],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:01:00 GMT' }, '', 60_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, '', 0],
    [{}, 'Please try again in 20s.', 20_000],
    [{}, 'Please try again in 340ms. Visit', 340],
    [{}, 'Please try again in 1m12.5s.', 72_500],
    [{}, 'Please try again in 2h0m5s.', 7_205_000],
    [{}, 'Please retry after 7 seconds.', 7_000],
    [{ 'retry-after': '3' }, 'Please try again in 20s.', 3_000],
    [{}, 'Try again later.', undefined],
    [{ 'retry-after': 'soon' }, '', undefined],
    [{ 'retry-after': '-1' }, '', undefined],
  ] as const)('%o %s', (headers, text, expected) => {
    expect(retryAfterMilliseconds(new Headers(headers), text, now)).toBe(expected);
  });
});
