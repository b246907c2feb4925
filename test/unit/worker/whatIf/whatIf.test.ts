import { beforeEach, describe, expect, it } from 'vitest';
import type { EngineSettings } from '../../../../src/engine/settings';
import type { RowsPage } from '../../../../src/protocol/inspectorRows';
import type { RunComparison } from '../../../../src/protocol/whatIf';
import type { WhatIfConditions } from '../../../../src/worker/api';
import type { SessionDesk } from '../../../../src/worker/sessionDesk';
import { workerValidators } from '../../../../src/worker/validators';
import { inProcessWorker } from '../../../support/inProcessWorker';
import {
  counter,
  everything,
  headerEntry,
  messageEntries,
  readingSession,
  readStep,
  settings,
} from '../sessionFixtures';

let desk: SessionDesk;
let progress: number[];

beforeEach(async () => {
  const worker = inProcessWorker(() => Promise.resolve(counter));
  ({ desk } = worker);
  progress = [];
  worker.on('whatIfProgress', ({ share }) => progress.push(share));
  await desk.openLive({ settings });
  const results = readingSession(20, 1_000).map((message, index) =>
    message.role === 'tool' ? { ...message, parts: [{ type: 'text' as const, text: resultOf(index) }] } : message,
  );
  await desk.append([headerEntry(8_000, 'gpt-4o'), ...messageEntries(results)]);
  await desk.append([{ type: 'call', historyLength: 42, inputTokens: 5_000, model: 'gpt-4o' }]);
});

function compactAbove(inputHeadroomRatio: number): EngineSettings {
  const layer1 = { ...settings.layer1, inputHeadroomRatio, compactTargetRatio: inputHeadroomRatio * 0.8 };
  return { ...settings, layer1 };
}

/** With a fact that stands nowhere else. */
function resultOf(index: number): string {
  return `lib/listed${String(index)}.ts: error TS${String(2_000 + index)}\n`.padEnd(1_000, 'x ');
}

const now: WhatIfConditions = { settings, model: null, limits: null };

async function whatIf(after: Partial<WhatIfConditions>, before: WhatIfConditions | null = now): Promise<RunComparison> {
  const params = { request: 'one', before, after: { ...now, ...after } };
  workerValidators.whatIf(params);
  const comparison = await desk.whatIf(params);
  if (comparison === null) throw new Error('cancelled');
  return comparison;
}

const rows = (changes: boolean, known?: string): Promise<RowsPage> =>
  desk.rows({
    filter: { ...everything, whatIf: 'one', changes },
    from: 0,
    count: 100,
    ...(known === undefined ? {} : { known }),
  });

describe('what-if over a live session', () => {
  it('replays it from its start, and leaves it alone', async () => {
    const before = await desk.snapshot();
    const comparison = await whatIf({ settings: compactAbove(0.3) });
    expect(await desk.snapshot()).toEqual(before);
    expect(comparison.went).toMatchObject({ fates: before.fates, contextTokens: before.contextTokens });
    expect(comparison.before.fates.compacted).toBe(0);
    expect(comparison.after.fates.compacted).toBeGreaterThan(5);
    expect(comparison.changes).toEqual([{ from: 'kept', to: 'compacted', count: comparison.after.fates.compacted }]);
    expect(comparison.after.statistics).toMatchObject({ calls: 1, compressions: 1, unpricedCalls: 0 });
    expect(comparison.after.statistics.dollars).toBeLessThan(comparison.before.statistics.dollars);
    expect(comparison.after.facts).toMatchObject({ found: comparison.before.facts.found, lost: 0 });
    expect(comparison.after.facts.reachable).toBeGreaterThan(0);
  });

  it('marks rows, also those alone that would change, and tells what changed only to who held them so', async () => {
    const { after } = await whatIf({ settings: compactAbove(0.3) });
    const marked = await rows(true);
    expect(marked.matchingMessages).toBe(after.fates.compacted);
    expect(marked.rows.every((row) => row.kind !== 'message' || row.wouldBe === 'compacted')).toBe(true);
    expect((await rows(true, marked.version)).rows).toEqual([]);
    const plain = await desk.rows({ filter: everything, from: 0, count: 100, known: marked.version });
    expect(plain.offsets).toBeNull();
    expect(plain.rows.some((row) => row.kind === 'message' && 'wouldBe' in row)).toBe(false);
    const place = await desk.locate({ filter: { ...everything, whatIf: 'one', changes: true }, index: 41 });
    expect(place).toBeNull();
  });

  it('marks rows as they would have been at a call', async () => {
    await desk.append(messageEntries(readStep(95, 'late.ts', 'late')));
    await desk.append([{ type: 'call', historyLength: 44, inputTokens: 5_100, model: 'gpt-4o' }]);
    await whatIf({ settings: compactAbove(0.3) });
    const marksAt = async (call: number): Promise<unknown[]> => {
      const page = { filter: { ...everything, whatIf: 'one', changes: true }, from: 0, count: 100 };
      const seen = await desk.rows({ ...page, perspective: { kind: 'call', call } });
      return seen.rows.flatMap((row) => (row.kind === 'message' ? [row.wouldBe] : []));
    };
    // The engine passes before each call: what is over the threshold at the first is compacted from there on.
    expect(new Set(await marksAt(0))).toEqual(new Set(['compacted']));
    expect((await marksAt(1)).length).toBeGreaterThanOrEqual((await marksAt(0)).length);
  });

  it('is held against the session as it went', async () => {
    const { decisions } = await desk.plan({ kind: 'command' });
    await desk.append(decisions.map((decision) => ({ type: 'decision', decision })));
    const comparison = await whatIf({}, null);
    expect(comparison.before).toEqual(comparison.went);
    expect(comparison.before.fates.compacted).toBeGreaterThan(0);
    expect(comparison.changes[0]).toMatchObject({ from: 'compacted', to: 'kept' });
  });

  it('takes another window, another reserve and another model', async () => {
    const narrow = await whatIf({ limits: { window: 4_000, reserve: 100 } });
    expect(narrow.after).toMatchObject({ window: 4_000, reserve: 100, model: 'gpt-4o' });
    expect(narrow.after.fates.kept).toBeLessThan(narrow.before.fates.kept);
    const other = await whatIf({ model: 'gpt-5-mini' });
    expect(other.after).toMatchObject({ window: 400_000, model: 'gpt-5-mini' });
    expect(other.after.statistics.dollars).not.toBe(other.before.statistics.dollars);
  });

  it('holds pins from the start, and counts the calls that do not fit', async () => {
    await desk.append([{ type: 'pin', index: 3, pinned: true }]);
    await whatIf({ limits: { window: 1_500, reserve: 0 } });
    const { rows: marked } = await rows(false);
    expect(marked.find((row) => row.kind === 'message' && row.index === 3)).not.toHaveProperty('wouldBe');
    await desk.append(messageEntries(readStep(90, 'a.ts', 'x'.repeat(40_000))));
    await desk.append([
      { type: 'pin', index: 43, pinned: true },
      { type: 'call', historyLength: 44, inputTokens: 1, model: 'm' },
    ]);
    expect((await whatIf({ limits: { window: 1_500, reserve: 0 } })).after.callsThatDoNotFit).toBe(1);
  });

  it('follows the session as it grows', async () => {
    const before = await whatIf({});
    await desk.append(messageEntries(readStep(91, 'src/grown.ts', 'grown'.repeat(900))));
    const after = await whatIf({});
    expect(after.after.messages).toBe(before.after.messages + 2);
    expect(after.after.facts.found).toBeGreaterThan(before.after.facts.found);
  });

  it('can be cancelled, and gives way to another session', async () => {
    await desk.append(messageEntries(readingSession(3_000, 100).slice(2)));
    const request = { request: 'long', before: now, after: { ...now, settings: compactAbove(0.4) } };
    const cancelled = desk.whatIf(request);
    await desk.statistics();
    await desk.cancelWhatIf({ request: 'long' });
    expect(await cancelled).toBeNull();
    const overtaken = desk.whatIf(request);
    await desk.openLive({ settings });
    expect(await overtaken).toBeNull();
  });

  it('says how far it is', async () => {
    await desk.append(messageEntries(readingSession(6_000, 200).slice(2)));
    await whatIf({ settings: compactAbove(0.31) });
    expect(progress.length).toBeGreaterThan(0);
    expect(Math.max(...progress)).toBeLessThanOrEqual(1);
  });
});

describe('the statistics of a session', () => {
  it('tell of calls and compressions, and take back what was undone', async () => {
    const { decisions } = await desk.plan({ kind: 'command' });
    await desk.append(decisions.map((decision) => ({ type: 'decision', decision: { ...decision, takenAt: 7 } })));
    const saved = decisions.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0);
    const taken = await desk.statistics();
    expect(taken).toMatchObject({ calls: 1, compressions: 1, decisions: decisions.length, savedTokens: saved });
    await desk.append(decisions.map(({ id }) => ({ type: 'undo', decisionId: id })));
    expect(await desk.statistics()).toMatchObject({ calls: 1, compressions: 0, savedTokens: 0, last: null });
  });
});
