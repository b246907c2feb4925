import { describe, expect, it } from 'vitest';
import { CallSeries } from '../../../../src/worker/readModel/callSeries';

it('keeps every call while there are few', () => {
  const series = new CallSeries();
  for (let call = 0; call < 200; call++)
    series.add({
      call,
      historyLength: call,
      tokensBefore: call,
      tokensAfter: call,
      decisionCount: 0,
      unchangedTokens: Infinity,
    });
  expect(series.points.map(({ call }) => call)).toEqual(Array.from({ length: 200 }, (_, call) => call));
});

it('stays bounded, in order, and keeps peaks, decisions and the newest call', () => {
  const series = new CallSeries();
  for (let call = 0; call < 20_000; call++) {
    const isPeak = call === 12_345;
    series.add({
      call,
      historyLength: call,
      tokensBefore: isPeak ? 1_000_000 : call,
      tokensAfter: call,
      decisionCount: isPeak ? 1 : 0,
      unchangedTokens: Infinity,
    });
  }
  const { points } = series;
  expect(series.count).toBe(20_000);
  expect(points.length).toBeGreaterThan(100);
  expect(points.length).toBeLessThanOrEqual(256);
  expect(points.at(-1)).toMatchObject({ call: 19_999, tokensAfter: 19_999 });
  expect(points.map(({ call }) => call)).toEqual([...points.map(({ call }) => call)].sort((a, b) => a - b));
  expect(points.filter(({ decisionCount }) => decisionCount === 1)).toHaveLength(1);
  expect(Math.max(...points.map(({ tokensBefore }) => tokensBefore))).toBe(1_000_000);
});

describe('the cached prefix', () => {
  const call = { historyLength: 1, tokensBefore: 100, tokensAfter: 100, decisionCount: 0 };

  it('is all of the call before, or what decisions left of it; unknown calls are told beside it', () => {
    const series = new CallSeries();
    series.add({ ...call, call: 0, unchangedTokens: Infinity });
    expect(series.cachedPrefix()).toBe(null);
    series.add({ ...call, call: 1, tokensAfter: 80, unchangedTokens: 30 });
    series.add({ ...call, call: 2, unchangedTokens: Infinity });
    series.add({ ...call, call: 3, unchangedTokens: null });
    expect(series.points.map(({ prefixTokens, previousTokens }) => [prefixTokens, previousTokens])).toEqual([
      [0, 0],
      [30, 100],
      [80, 80],
      [0, 0],
    ]);
    expect(series.cachedPrefix()).toEqual({ calls: 2, unknownCalls: 1, share: 110 / 180 });
  });

  it('is told of the newest calls only, and weighted where calls are shown as one', () => {
    const series = new CallSeries();
    for (let number = 0; number < 1_000; number++) {
      series.add({ ...call, call: number, unchangedTokens: number < 980 ? 50 : Infinity });
    }
    expect(series.cachedPrefix()).toEqual({ calls: 20, unknownCalls: 0, share: 1 });
    const sum = (key: 'prefixTokens' | 'previousTokens'): number =>
      series.points.reduce((total, point) => total + point[key], 0);
    expect(sum('previousTokens')).toBe(999 * 100);
    expect(sum('prefixTokens')).toBe(979 * 50 + 20 * 100);
  });
});

it('says which points stay, so that a page that adds what follows has the points', () => {
  const series = new CallSeries();
  let held: readonly unknown[] = [];
  let known = 0;
  let sent = 0;
  for (let call = 0; call < 5_000; call++) {
    const tokens = (call * 7919) % 1_000;
    const sizes = { historyLength: call, tokensBefore: tokens, tokensAfter: tokens };
    series.add({ call, ...sizes, decisionCount: call % 3, unchangedTokens: 10 });
    if (call % 7 === 3) continue;
    const kept = series.unchangedSince(known);
    const more = series.points.slice(kept);
    sent += more.length;
    held = [...held.slice(0, kept), ...more];
    known = series.count;
    expect(held).toEqual(series.points);
  }
  // One or two a time, and all of them only where they were halved.
  expect(sent).toBeLessThan(2 * 5_000);
  expect(series.unchangedSince(5_001)).toBe(0);
});
