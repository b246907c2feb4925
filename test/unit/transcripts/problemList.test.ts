import { describe, expect, it } from 'vitest';
import { ProblemList } from '../../../src/transcripts/problemList';

describe('ProblemList', () => {
  it('shortens a reason that names something endless from the file', () => {
    const problems = new ProblemList();
    problems.report('warning', undefined, `The call ${'😀'.repeat(100_000)} has no result.`);
    problems.report('info', undefined, 'short');
    const [long, short] = problems.all();
    expect(long?.reason).toMatch(/^The call 😀.*…$/u);
    expect(long?.reason.length).toBeLessThanOrEqual(500);
    expect(long?.reason.isWellFormed()).toBe(true);
    expect(short?.reason).toBe('short');
  });

  it('tells as a number what it does not list', () => {
    const problems = new ProblemList();
    for (let line = 1; line <= 1_003; line++) problems.report('info', { line, byteOffset: line }, 'x');
    expect(problems.all()).toHaveLength(1_001);
    expect(problems.all().at(-1)?.reason).toBe('3 more problems are not listed.');
  });

  it('lists what is worse however much there is of the rest', () => {
    const problems = new ProblemList();
    for (let line = 1; line <= 1_500; line++) problems.report('info', { line, byteOffset: line }, 'x');
    problems.report('error', { line: 2_000, byteOffset: 2_000 }, 'broken');
    const copied = problems.copy();
    copied.report('info', undefined, 'x');
    expect(problems.all().slice(-2)).toEqual([
      { severity: 'error', line: 2_000, byteOffset: 2_000, reason: 'broken' },
      { severity: 'info', line: 1, byteOffset: 0, reason: '500 more problems are not listed.', more: 500 },
    ]);
    expect(copied.all().at(-1)?.more).toBe(501);
  });
});
