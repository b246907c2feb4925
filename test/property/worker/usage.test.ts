import fc from 'fast-check';
import { expect, it } from 'vitest';
import { totalUsage } from '../../../src/protocol/usage';
import { type Biller, countedUsage, reportedUsage } from '../../../src/worker/readModel/callUsage';
import { UsageLog } from '../../../src/worker/readModel/usage';

const RUNS = Number(process.env['STRATA_PROPERTY_RUNS'] ?? 100);

const tokens = fc.integer({ min: 0, max: 2_000_000 });
const dollars = fc.integer({ min: 0, max: 40 });

const billers: fc.Arbitrary<Biller> = fc.record({
  model: fc.constantFrom('a', 'b', 'c'),
  prices: fc.option(
    fc.record({
      input: dollars,
      cachedInput: dollars,
      cacheWrite: dollars,
      output: dollars,
      long: fc.constant(null),
    }),
  ),
});

const calls = fc.oneof(
  fc
    .tuple(
      fc.record(
        { inputTokens: tokens, cachedInputTokens: tokens, outputTokens: tokens },
        { requiredKeys: ['inputTokens', 'outputTokens'] },
      ),
      billers,
    )
    .map(([usage, biller]) => reportedUsage(usage, biller)),
  fc
    .tuple(fc.record({ inputTokens: tokens, outputTokens: fc.option(tokens) }), billers)
    .map(([usage, biller]) => countedUsage(usage, biller)),
);

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);

it('adds up: replies and summaries to the whole, and each call once', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ call: calls, isSummary: fc.boolean(), isOwn: fc.boolean() })), (steps) => {
      const log = new UsageLog();
      for (const [place, { call, isSummary, isOwn }] of steps.entries()) {
        if (isSummary) log.takeSummary(`d${String(place)}`, call, isOwn);
        else log.takeReply(place, call, isOwn);
      }
      const own = steps.filter(({ isOwn }) => isOwn);
      const total = totalUsage(log.session);
      expect(total.calls).toBe(own.length);
      expect(log.session.summaries.calls).toBe(own.filter(({ isSummary }) => isSummary).length);
      expect(total.inputTokens).toBe(sum(own.map(({ call }) => call.inputTokens)));
      expect(total.outputTokens).toBe(sum(own.map(({ call }) => call.outputTokens)));
      expect(total.cachedInputTokens).toBe(sum(own.map(({ call }) => call.cachedInputTokens)));
      expect(total.cachedInputTokens).toBeLessThanOrEqual(total.cacheToldTokens);
      expect(total.cacheToldTokens).toBeLessThanOrEqual(total.inputTokens);
      expect(total.dollars).toBeCloseTo(sum(own.map(({ call }) => call.dollars)), 6);
      expect(total.unpricedCalls).toBe(own.filter(({ call }) => call.dollars === null).length);
      expect(total.countedCalls).toBe(own.filter(({ call }) => !call.reported).length);
      expect(log.session.newest).toBe(own.findLast(({ isSummary }) => !isSummary)?.call ?? null);
    }),
    { numRuns: RUNS },
  );
});

it('never charges cached input as if it had been read anew, or below nothing', () => {
  fc.assert(
    fc.property(tokens, tokens, tokens, (inputTokens, cachedInputTokens, outputTokens) => {
      const prices = { input: 3, cachedInput: 0.3, cacheWrite: 3, output: 15, long: null };
      const biller = { model: 'm', prices };
      const { dollars: cost } = reportedUsage({ inputTokens, cachedInputTokens, outputTokens }, biller);
      const { dollars: uncached } = reportedUsage({ inputTokens, outputTokens }, biller);
      expect(cost).toBeGreaterThanOrEqual(0);
      expect(cost ?? 0).toBeLessThanOrEqual((uncached ?? 0) + 1e-9);
    }),
    { numRuns: RUNS },
  );
});

it('is, after replies were said anew, what it would be had they been said so at first', () => {
  const changes = fc.record({ from: fc.nat({ max: 150 }), replies: fc.array(calls, { minLength: 1, maxLength: 150 }) });
  fc.assert(
    fc.property(fc.array(changes, { minLength: 1, maxLength: 6 }), (steps) => {
      const log = new UsageLog();
      let said: (typeof steps)[number]['replies'] = [];
      for (const { from, replies } of steps) {
        const first = Math.min(from, said.length);
        said = [...said.slice(0, first), ...replies];
        for (let index = log.forgetReplies(first); index < said.length; index++) {
          const call = said[index];
          if (call !== undefined) log.takeReply(index, call, true);
        }
      }
      const fresh = new UsageLog();
      for (const [index, call] of said.entries()) fresh.takeReply(index, call, true);
      expect(log.session).toEqual(fresh.session);
      for (let index = 0; index < 310; index++) expect(log.ofMessage(index)).toBe(fresh.ofMessage(index));
    }),
    { numRuns: RUNS },
  );
});
