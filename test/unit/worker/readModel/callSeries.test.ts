import { expect, it } from 'vitest';
import { CallSeries } from '../../../../src/worker/readModel/callSeries';

it('keeps every call while there are few', () => {
  const series = new CallSeries();
  for (let call = 0; call < 200; call++) series.add({ call, tokensBefore: call, tokensAfter: call, decisions: [] });
  expect(series.points.map(({ call }) => call)).toEqual(Array.from({ length: 200 }, (_, call) => call));
});

it('stays bounded, in order, and keeps peaks, decisions and the newest call', () => {
  const series = new CallSeries();
  for (let call = 0; call < 20_000; call++) {
    const isPeak = call === 12_345;
    series.add({ call, tokensBefore: isPeak ? 1_000_000 : call, tokensAfter: call, decisions: isPeak ? ['peak'] : [] });
  }
  const { points } = series;
  expect(series.count).toBe(20_000);
  expect(points.length).toBeGreaterThan(100);
  expect(points.length).toBeLessThanOrEqual(256);
  expect(points.at(-1)).toMatchObject({ call: 19_999, tokensAfter: 19_999 });
  expect(points.map(({ call }) => call)).toEqual([...points.map(({ call }) => call)].sort((a, b) => a - b));
  expect(points.filter(({ decisions }) => decisions.includes('peak'))).toHaveLength(1);
  expect(Math.max(...points.map(({ tokensBefore }) => tokensBefore))).toBe(1_000_000);
});
