import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Message } from '../../../src/engine/message';
import type { EngineSettings } from '../../../src/engine/settings';
import type { Row } from '../../../src/protocol/inspectorRows';
import type { RunComparison } from '../../../src/protocol/whatIf';
import { sessionStatistics } from '../../../src/worker/readModel/sessionStatistics';
import { ReplaySession } from '../../../src/worker/replaySession';
import { RunBook } from '../../../src/worker/whatIf/runBook';
import { arbitraryHistory, boundariesOf } from '../../support/arbitraryHistory';
import { characterMessageCounter } from '../../support/characterCounter';
import { defaultEngineSettings } from '../../support/engineFixture';
import { everything } from '../../unit/worker/sessionFixtures';

const RUNS = Number(process.env['STRATA_PROPERTY_RUNS'] ?? 30);

const counter = characterMessageCounter();

interface Conditions {
  readonly settings: EngineSettings;
  /** Tokens. */
  readonly window: number;
}

const share = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min, max }).map((percent) => percent / 100);

const conditions: fc.Arbitrary<Conditions> = fc
  .record({
    one: share(1, 60),
    headroom: share(10, 95),
    prune: share(20, 95),
    keepLast: fc.integer({ min: 1, max: 8 }),
    summarizePruned: fc.boolean(),
    enabled: fc.boolean(),
    window: fc.constantFrom(1_000, 2_000, 6_000),
  })
  .map(({ one, headroom, prune, keepLast, summarizePruned, enabled, window }) => ({
    window,
    settings: {
      ...defaultEngineSettings,
      layer1: {
        ...defaultEngineSettings.layer1,
        singleToolResultShare: one,
        inputHeadroomRatio: headroom,
        compactTargetRatio: headroom * 0.8,
      },
      layer2: { preemptiveRatio: prune, pruneTargetRatio: prune * 0.8, keepLast },
      layer3: { ...defaultEngineSettings.layer3, summarizePruned },
      compression: {
        ...defaultEngineSettings.compression,
        enabled,
        stages: [{ thresholdTokens: 500, targetTokens: 200 }],
      },
    },
  }));

async function opened(messages: readonly Message[], { settings, window }: Conditions): Promise<ReplaySession> {
  const session = new ReplaySession({
    transcript: { format: 'test', title: '', messages, callBoundaries: boundariesOf(messages), problems: [] },
    counter,
    model: 'gpt-4o',
    limits: { window, reserve: Math.floor(window / 20) },
    settings,
    errorBand: null,
    overrides: {},
    memory: 'Answer briefly.',
    onProgress: () => undefined,
  });
  await session.replay();
  return session;
}

async function compared(session: ReplaySession, after: Conditions, book: RunBook): Promise<RunComparison> {
  const { settings, limits } = session.facts();
  const comparison = await book.compare(session, {
    request: 'r',
    before: { settings, model: null, limits: null },
    after: { settings: after.settings, model: null, limits: { window: after.window, reserve: limits.reserve } },
  });
  if (comparison === null) throw new Error('cancelled');
  return comparison;
}

function newBook(): RunBook {
  return new RunBook({ counterFor: () => Promise.resolve(counter), emit: () => undefined }, {});
}

/** What a run has to agree on with a session under the same conditions. */
function figuresOf(session: ReplaySession): unknown {
  const { ledger, readModel } = session;
  return {
    fates: { ...ledger.fates },
    contextTokens: ledger.totalTokens,
    messages: ledger.length,
    statistics: sessionStatistics(session),
    callsThatDoNotFit: readModel.account.callsThatDoNotFit,
  };
}

async function messageRows(session: ReplaySession, changes: boolean, book: RunBook): Promise<Row[]> {
  session.readModel.useWhatIf((request) => book.fatesOf(request));
  const page = { filter: { ...everything, whatIf: 'r', changes }, from: 0, count: 1_000 };
  const { rows } = await session.readModel.rows(page, () => Promise.resolve());
  return rows.filter(({ kind }) => kind === 'message');
}

it('what-if under unchanged settings is what shows', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryHistory(), conditions, async (messages, now) => {
      const session = await opened(messages, now);
      const book = newBook();
      const { before, after, went, changes, points } = await compared(session, now, book);
      expect(before).toMatchObject(figuresOf(session) as object);
      expect(after).toEqual(before);
      expect(changes).toEqual([]);
      expect(went).toBeNull();
      expect(points).toEqual(session.readModel.calls.points);
      expect(await messageRows(session, true, book)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

it('what-if is what opening the session anew under those settings shows, message by message', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryHistory(), conditions, conditions, async (messages, now, then) => {
      const session = await opened(messages, now);
      const book = newBook();
      const { after, points } = await compared(session, then, book);
      const { reserve } = session.facts().limits;
      const limits = { window: then.window, reserve: Math.min(reserve, Math.floor(then.window * 0.08)) };
      const anew = new ReplaySession({ ...replayOf(session, messages), limits, settings: then.settings });
      await anew.replay();
      expect(after).toMatchObject(figuresOf(anew) as object);
      expect(points).toEqual(anew.readModel.calls.points);
      const rows = await messageRows(session, false, book);
      expect(rows.map((row) => (row.kind === 'message' ? (row.wouldBe ?? row.fate) : null))).toEqual(
        messages.map((_, index) => anew.ledger.state(index).fate),
      );
    }),
    { numRuns: RUNS },
  );
});

it('every fact is in the context, behind a pointer, and never lost', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryHistory(), conditions, async (messages, now) => {
      const session = await opened(messages, now);
      const { facts } = (await compared(session, now, newBook())).after;
      expect(facts.inContext + facts.reachable).toBe(facts.found);
      expect(facts.lost).toBe(0);
      if (session.ledger.decisions.length === 0) expect(facts.reachable).toBe(0);
    }),
    { numRuns: RUNS },
  );
});

function replayOf(
  session: ReplaySession,
  messages: readonly Message[],
): Omit<ConstructorParameters<typeof ReplaySession>[0], 'limits' | 'settings'> {
  return {
    transcript: { format: 'test', title: '', messages, callBoundaries: boundariesOf(messages), problems: [] },
    counter,
    model: session.facts().model,
    errorBand: null,
    overrides: {},
    memory: 'Answer briefly.',
    onProgress: () => undefined,
  };
}
