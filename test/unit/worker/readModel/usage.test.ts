import { describe, expect, it } from 'vitest';
import type { ModelPrices } from '../../../../src/models/modelPrices';
import { NO_USAGE, totalUsage } from '../../../../src/protocol/usage';
import { countedUsage, reportedUsage } from '../../../../src/worker/readModel/callUsage';
import { UsageLog } from '../../../../src/worker/readModel/usage';

/** Dollars for a million tokens. */
const prices: ModelPrices = {
  input: 2,
  cachedInput: 0.5,
  cacheWrite: 2,
  output: 10,
  long: { aboveInputTokens: 200_000, input: 4, cachedInput: 1, cacheWrite: 4, output: 20 },
};
const biller = { model: 'm', prices };
const unpriced = { model: 'm', prices: null };

describe('what a call took', () => {
  it('is charged by what it read anew, what was cached, and what it wrote', () => {
    const usage = reportedUsage({ inputTokens: 100_000, cachedInputTokens: 80_000, outputTokens: 1_000 }, biller);
    expect(usage.dollars).toBeCloseTo(0.04 + 0.04 + 0.01, 10);
    expect(usage).toMatchObject({ cachedInputTokens: 80_000, reported: true });
  });

  it('has no cached tokens where the provider does not say, and no more than were sent where it says nonsense', () => {
    expect(reportedUsage({ inputTokens: 10, outputTokens: 1 }, biller).cachedInputTokens).toBeNull();
    const odd = reportedUsage({ inputTokens: 1_000_000, cachedInputTokens: 9_000_000, outputTokens: 0 }, biller);
    expect(odd).toMatchObject({ cachedInputTokens: 1_000_000, dollars: 1 });
    const negative = reportedUsage({ inputTokens: -5, cachedInputTokens: Number.NaN, outputTokens: -1 }, biller);
    expect(negative).toMatchObject({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, dollars: 0 });
  });

  it('costs nothing where nothing is asked for, and has no price where none is known', () => {
    const free = { model: 'm', prices: { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, long: null } };
    expect(reportedUsage({ inputTokens: 10, outputTokens: 1 }, free).dollars).toBe(0);
    expect(reportedUsage({ inputTokens: 10, outputTokens: 1 }, unpriced).dollars).toBeNull();
  });

  it('is counted where nothing was reported, and has no price where the output is not known either', () => {
    const counted = countedUsage({ inputTokens: 1_000_000, outputTokens: 100_000 }, biller);
    expect(counted).toMatchObject({ reported: false, cachedInputTokens: null, dollars: 6 });
    expect(countedUsage({ inputTokens: 10, outputTokens: null }, biller)).toMatchObject({
      outputTokens: null,
      dollars: null,
    });
  });

  it('charges several requests each by its own length', () => {
    const tokens = { inputTokens: 400_000, outputTokens: 0 };
    expect(reportedUsage(tokens, biller, 4).dollars).toBeCloseTo(0.8, 10);
    expect(reportedUsage(tokens, biller).dollars).toBeCloseTo(1.6, 10);
  });
});

describe('UsageLog', () => {
  const call = reportedUsage({ inputTokens: 100, cachedInputTokens: 60, outputTokens: 10 }, biller);

  it('has nothing before the first call', () => {
    expect(totalUsage(new UsageLog().session)).toEqual(NO_USAGE);
  });

  it('keeps summaries apart, each counted once, and finds the call of a message', () => {
    const log = new UsageLog();
    log.takeReply(4, call, true);
    log.takeSummary('d1', call, true);
    log.takeSummary('d1', call, true);
    expect(log.session.replies.calls).toBe(1);
    expect(log.session.summaries.calls).toBe(1);
    expect(totalUsage(log.session)).toMatchObject({ calls: 2, inputTokens: 200, cachedInputTokens: 120 });
    expect([log.ofMessage(4), log.ofMessage(3), log.ofDecision('d1'), log.ofDecision('d2')]).toEqual([
      call,
      null,
      call,
      null,
    ]);
  });

  it('knows calls of another session without adding them up', () => {
    const log = new UsageLog();
    log.takeReply(1, call, false);
    log.takeSummary('d1', call, false);
    expect(totalUsage(log.session)).toEqual(NO_USAGE);
    expect(log.session.newest).toBeNull();
    expect([log.ofMessage(1), log.ofDecision('d1')]).toEqual([call, call]);
  });
});
