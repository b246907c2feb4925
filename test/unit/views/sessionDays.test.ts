import { describe, expect, it } from 'vitest';
import { byDay } from '../../../src/views/sessionDays';

function at(...date: readonly [year: number, month: number, day: number, hours: number, minutes: number]) {
  return { updatedAt: new Date(...date).getTime() };
}

describe('byDay', () => {
  it('groups by the local day, newest first', () => {
    const sessions = [at(2026, 2, 3, 0, 0), at(2026, 2, 2, 23, 59), at(2026, 2, 2, 0, 1), at(2025, 11, 31, 12, 0)];
    const groups = byDay(sessions, new Date(2026, 2, 3, 9, 0));
    expect(groups.map(({ day, daysAgo, sessions: ofDay }) => [day, daysAgo, ofDay.length])).toEqual([
      ['2026-03-03', 0, 1],
      ['2026-03-02', 1, 2],
      ['2025-12-31', 62, 1],
    ]);
  });

  it('has no groups without sessions, and one for what a clock put in the future', () => {
    expect(byDay([], new Date())).toEqual([]);
    expect(byDay([at(2026, 2, 4, 9, 0)], new Date(2026, 2, 3, 9, 0))[0]?.daysAgo).toBe(-1);
  });
});
