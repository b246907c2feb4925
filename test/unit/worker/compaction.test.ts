import { beforeEach, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/engine/journal';
import { workerValidators } from '../../../src/worker/validators';
import type { SessionDesk } from '../../../src/worker/sessionDesk';
import { inProcessWorker } from '../../support/inProcessWorker';
import { counter, headerEntry, messageEntries, readingSession, readStep, settings } from './sessionFixtures';

let desk: SessionDesk;
const nothing = { skip: [], pin: [] } as const;

beforeEach(async () => {
  ({ desk } = inProcessWorker(() => Promise.resolve(counter)));
  await desk.openLive({ settings });
});

/** Plans and journals what was planned, as the session does. */
async function decide(kind: 'beforeCall' | 'command'): Promise<readonly JournalEntry[]> {
  const { decisions } = await desk.plan({ kind });
  const entries = decisions.map((decision): JournalEntry => ({ type: 'decision', decision }));
  await desk.append(entries);
  return entries;
}

async function callModel(): Promise<void> {
  const { contextTokens, messageCount } = await desk.snapshot();
  const model = 'test-model';
  await desk.append([{ type: 'call', historyLength: messageCount, inputTokens: contextTokens, model }]);
}

describe('the preview', () => {
  beforeEach(async () => {
    await desk.append([headerEntry(20_000), ...messageEntries(readingSession(30, 4_000))]);
  });

  it('is what the plan then takes, in words, and changes nothing', async () => {
    const before = await desk.snapshot();
    const preview = await desk.preview(nothing);
    expect(await desk.snapshot()).toEqual(before);
    expect(preview).toMatchObject({ tokensBefore: before.contextTokens, window: 20_000, pinned: [] });
    const [results] = preview.batches;
    expect(results?.title).toBe(`Replace ${String(results?.messageCount)} old tool results by pointers to the archive`);
    expect(results?.messages[0]).toMatchObject({ index: 3, title: 'src/file0.ts', tokensBefore: 1_004 });
    expect(results?.cache?.rereadTokens).toBeGreaterThan(0);
    expect(preview.cache?.savedTokens).toBe(preview.tokensBefore - preview.tokensAfter);
    const plan = await desk.plan({ kind: 'command' });
    expect(plan.inputTokens).toBe(preview.tokensAfter);
  });

  it('leaves out what is skipped, as the plan does, and keeps what is to be pinned', async () => {
    const pinned = await desk.preview({ skip: [], pin: [3, 99_999] });
    expect(pinned.pinned).toEqual([{ index: 3, title: 'src/file0.ts', tokensBefore: 1_004, tokensAfter: 1_004 }]);
    expect(pinned.batches.flatMap(({ messages }) => messages.map(({ index }) => index))).not.toContain(3);
    const without = await desk.preview({ skip: ['results'], pin: [] });
    expect(without.batches.map(({ kind }) => kind)).not.toContain('results');
    const plan = await desk.plan({ kind: 'command', skip: ['results'] });
    expect(plan.inputTokens).toBe(without.tokensAfter);
  });

  it('lists fifty messages and counts them all', async () => {
    await desk.append(messageEntries(readingSession(90, 1_000).slice(2)));
    const { batches } = await desk.preview(nothing);
    expect(batches[0]?.messages).toHaveLength(50);
    expect(batches[0]?.messageCount).toBeGreaterThan(50);
  });
});

describe('what a caller may ask', () => {
  it.each([
    ['a batch that is none', () => workerValidators.preview({ skip: ['all'], pin: [] }), 'skip.0'],
    ['a pin that is no index', () => workerValidators.preview({ skip: [], pin: [1.5] }), 'pin.0'],
    ['a plan without such a batch', () => workerValidators.plan({ kind: 'command', skip: ['all'] }), 'skip.0'],
    ['a decision without a name', () => workerValidators.decision({ clipCharacters: 1 }), 'id'],
  ])('is not %s', (_what, check, where) => {
    expect(check).toThrow(`not valid at ${where}`);
  });

  it('is no preview of a file', async () => {
    const other = inProcessWorker(() => Promise.resolve(counter)).desk;
    await expect(other.preview(nothing)).rejects.toThrow('No session is open yet.');
  });
});

describe('the cached prefix', () => {
  it('is whole until a decision, then what the decision left, then what stands before what was put back', async () => {
    await desk.append([headerEntry(4_000), ...messageEntries(readingSession(2, 2_000))]);
    await callModel();
    await desk.append(messageEntries(readStep(90, 'a.ts', 'a'.repeat(2_000))));
    await callModel();
    expect((await desk.snapshot()).cachedPrefix).toEqual({ calls: 1, unknownCalls: 0, share: 1 });
    await desk.append(messageEntries([1, 2, 3].flatMap((step) => readStep(step + 90, 'b.ts', 'b'.repeat(2_000)))));
    const previous = (await desk.snapshot()).calls.at(-1)?.tokensAfter ?? 0;
    const [taken] = await decide('beforeCall');
    if (taken?.type !== 'decision') throw new Error('nothing was decided');
    await callModel();
    const { decision } = taken;
    const unchanged = decision.tokensAfter - (decision.cache?.rereadTokens ?? 0);
    expect((await desk.snapshot()).calls.at(-1)).toMatchObject({ prefixTokens: unchanged, previousTokens: previous });
    await desk.append([{ type: 'undo', decisionId: decision.id }]);
    await callModel();
    expect((await desk.snapshot()).calls.at(-1)).toMatchObject({
      prefixTokens: unchanged,
      previousTokens: decision.tokensAfter,
    });
    expect((await desk.snapshot()).cachedPrefix).toMatchObject({ calls: 3, unknownCalls: 0 });
  });

  it('is whole where what was undone had never been sent', async () => {
    await desk.append([headerEntry(4_000), ...messageEntries(readingSession(5, 2_000))]);
    await callModel();
    const [taken] = await decide('command');
    if (taken?.type !== 'decision') throw new Error('nothing was decided');
    const all = (await desk.snapshot()).calls.at(-1)?.tokensAfter;
    await desk.append([{ type: 'undo', decisionId: taken.decision.id }]);
    await callModel();
    expect((await desk.snapshot()).calls.at(-1)).toMatchObject({ prefixTokens: all, previousTokens: all });
  });

  const memory: JournalEntry = { type: 'memory', text: 'Use tabs.' };
  const model: JournalEntry = { type: 'model', provider: 'openai', model: 'other-model', window: 4_000, reserve: 320 };
  it.each([
    ['another model takes over', model],
    ['the memory changes', memory],
  ])('is broken from the beginning when %s, and the call counts', async (_what, entry) => {
    await desk.append([headerEntry(4_000), ...messageEntries(readingSession(2, 2_000))]);
    await callModel();
    const previousTokens = (await desk.snapshot()).calls.at(-1)?.tokensAfter;
    await desk.append([entry]);
    await callModel();
    expect((await desk.snapshot()).calls.at(-1)).toMatchObject({ prefixTokens: 0, previousTokens });
    expect((await desk.snapshot()).cachedPrefix).toEqual({ calls: 1, unknownCalls: 0, share: 0 });
  });

  it('is not broken by other limits of the same model', async () => {
    await desk.append([headerEntry(4_000), ...messageEntries(readingSession(2, 2_000))]);
    await callModel();
    await desk.append([{ type: 'model', provider: 'offline', model: 'test-model', window: 5_000, reserve: 400 }]);
    await callModel();
    expect((await desk.snapshot()).cachedPrefix).toMatchObject({ share: 1 });
  });
});

describe('a decision', () => {
  it('says what it touched and what it costs, and stands for what it removed', async () => {
    const talk = readingSession(1, 10).slice(0, 2);
    const many = Array.from({ length: 80 }, (_, place) => ({
      ...talk[1],
      id: `u${String(place)}`,
      role: place % 2 === 0 ? ('assistant' as const) : ('user' as const),
      parts: [{ type: 'text' as const, text: 'words '.repeat(60) }],
    }));
    await desk.append([headerEntry(4_000), ...messageEntries([...talk, ...many])]);
    const [taken] = await decide('command');
    if (taken?.type !== 'decision') throw new Error('nothing was decided');
    const { decision } = taken;
    const detail = await desk.decision({ id: decision.id, clipCharacters: 20 });
    const indexes = decision.removal?.indexes ?? [];
    expect(detail.row).toMatchObject({ id: decision.id, messageCount: indexes.length });
    expect(detail.messages.map(({ index }) => index)).toEqual(indexes.slice(0, 50));
    expect(detail.messages[0]).toMatchObject({ fate: 'pruned', role: 'assistant' });
    expect(detail.position).toBe(82);
    const removed = await desk.detail({ index: indexes[0] ?? 0, clipCharacters: 1_000 });
    expect(removed).toMatchObject({ inContextKind: 'notice', coveredBy: { id: decision.id } });
    expect(removed.inContext.text).toContain(`[context compacted: ${String(indexes.length)} earlier messages removed]`);
    await desk.append([{ type: 'restore', index: indexes[0] ?? 0 }]);
    const back = await desk.detail({ index: indexes[0] ?? 0, clipCharacters: 1_000 });
    expect(back).toMatchObject({ inContextKind: 'message', coveredBy: null, row: { fate: 'kept' } });
    await expect(desk.decision({ id: 'none', clipCharacters: 1 })).rejects.toThrow('no such decision');
  });

  it('that summarized says so in the detail of what it covers', async () => {
    await desk.append([headerEntry(20_000), ...messageEntries(readingSession(20, 2_000))]);
    expect(await desk.summarize({ reason: 'command', summarizer: null })).toBe(true);
    const { decisions } = await desk.plan({ kind: 'swap' });
    const [decision] = decisions;
    if (decision === undefined) throw new Error('nothing was summarized');
    await desk.append([{ type: 'decision', decision }]);
    const index = decision.removal?.indexes[0] ?? 0;
    const detail = await desk.detail({ index, clipCharacters: 100_000 });
    expect(detail.inContextKind).toBe('summary');
    expect(detail.inContext.text).toBe(decision.removal?.summary);
    expect(detail.coveredBy?.summary).toMatchObject({ level: 'outline', model: null, facts: decision.summary?.facts });
    const covering = await desk.decision({ id: decision.id, clipCharacters: 10 });
    expect(covering.text).toEqual({
      text: decision.removal?.summary?.slice(0, 10),
      length: decision.removal?.summary?.length,
    });
  });
});
