import { expect, it } from 'vitest';
import type { JournalEntry } from '../../../../src/engine/journal';
import type { RowsPage } from '../../../../src/protocol/inspectorRows';
import type { SessionDesk } from '../../../../src/worker/sessionDesk';
import { inProcessWorker } from '../../../support/inProcessWorker';
import { counter, everything, headerEntry, messageEntries, readStep, settings, userMessage } from '../sessionFixtures';

async function liveSession(window: number, entries: readonly JournalEntry[]): Promise<SessionDesk> {
  const { desk } = inProcessWorker(() => Promise.resolve(counter));
  await desk.openLive({ settings });
  await desk.append([headerEntry(window), ...entries]);
  return desk;
}

async function planned(desk: SessionDesk): Promise<readonly string[]> {
  const { decisions } = await desk.plan({ kind: 'beforeCall' });
  await desk.append(decisions.map((decision) => ({ type: 'decision', decision })));
  return decisions.map(({ id }) => id);
}

/** Talk of some 100 tokens a turn, which only pruning makes shorter. */
const talk = (turns: number): JournalEntry[] =>
  messageEntries(
    Array.from({ length: turns }, (_, turn) => [
      userMessage(`u${String(turn)}`, 'question '.repeat(22)),
      { id: `a${String(turn)}`, role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'a'.repeat(200) }] },
    ]).flat(),
  );

const reads = (steps: number): JournalEntry[] =>
  messageEntries(
    Array.from({ length: steps }, (_, step) => readStep(step, `f${String(step)}.ts`, 'x'.repeat(400))).flat(),
  );

const page = (desk: SessionDesk, known?: RowsPage, filter = everything): Promise<RowsPage> =>
  desk.rows({ filter, from: 0, count: 64, ...(known === undefined ? {} : { known: known.version }) });

it('an appended message leaves the rows before it alone, but for the sums of its turn', async () => {
  const desk = await liveSession(1e6, [...talk(1), ...reads(100)]);
  const held = await page(desk);
  expect(held).toMatchObject({ offsets: null, total: 203 });
  await desk.append(messageEntries(readStep(500, 'new.ts', 'x')));
  const changed = await page(desk, held);
  expect(changed).toMatchObject({ offsets: [0], total: 205 });
  expect(changed.rows).toMatchObject([{ kind: 'turn', messageCount: 204 }]);
  await desk.append(messageEntries([userMessage('next', 'And now?')]));
  expect(await page(desk, changed)).toMatchObject({ offsets: [], rows: [], total: 207 });
});

it('a decision changes the rows it touched, a pin its own', async () => {
  const desk = await liveSession(4_000, [...talk(1), ...reads(28)]);
  const before = await page(desk);
  await planned(desk);
  const after = await page(desk, before);
  const fates = after.rows.flatMap((row) => (row.kind === 'message' ? [row.fate] : []));
  expect(fates.length).toBeGreaterThan(1);
  expect(new Set(fates)).toEqual(new Set(['compacted']));
  expect(after.rows.length).toBeLessThan(before.rows.length);
  await desk.append([{ type: 'pin', index: 4, pinned: true }]);
  const pinned = await page(desk, after);
  expect(pinned.rows).toMatchObject([{ kind: 'message', index: 4, pinned: true }]);
});

it('is told in full where places moved: by a filter of fates, by an undo, by a version of another session', async () => {
  const desk = await liveSession(4_000, [...talk(1), ...reads(28)]);
  const kept = { ...everything, fates: ['kept' as const] };
  const [all, filtered] = [await page(desk), await page(desk, undefined, kept)];
  const [decision = ''] = await planned(desk);
  expect((await page(desk, filtered, kept)).offsets).toBe(null);
  const held = await page(desk, all);
  expect(held.offsets).not.toBe(null);
  await desk.append([{ type: 'undo', decisionId: decision }]);
  const undone = await page(desk, held);
  expect(undone.offsets).toBe(null);
  expect(undone.rows.some((row) => row.kind === 'message' && row.fate !== 'kept')).toBe(false);
  const other = await liveSession(4_000, [...talk(1), ...reads(28)]);
  expect((await page(other, held)).offsets).toBe(null);
  expect((await page(other, { ...held, version: 'nonsense' })).offsets).toBe(null);
});

it('a detail holds until its message is touched, or what stands for all that is out reads otherwise', async () => {
  const desk = await liveSession(4_000, talk(40));
  await planned(desk);
  const { rows } = await desk.rows({ filter: { ...everything, fates: ['pruned'] }, from: 0, count: 64 });
  const out = rows.find((row) => row.kind === 'message');
  const subject = { kind: 'message' as const, index: out?.index ?? -1 };
  const detail = await desk.detail({ index: subject.index, clipCharacters: 1_000 });
  const isCurrent = (): Promise<boolean> => desk.isCurrent({ subject, version: detail.version });
  await desk.append(messageEntries([userMessage('more', 'And?')]));
  expect(await isCurrent()).toBe(true);
  await desk.append(talk(20));
  expect((await planned(desk)).length).toBeGreaterThan(0);
  const now = await desk.detail({ index: subject.index, clipCharacters: 1_000 });
  expect(now.inContext.text).not.toBe(detail.inContext.text);
  expect(await isCurrent()).toBe(false);
});

it('tells of the series what they have more', async () => {
  const desk = await liveSession(1e6, [...talk(1), ...reads(10)]);
  const call = (): JournalEntry => ({ type: 'call', historyLength: 22, inputTokens: 500, model: 'test-model' });
  await desk.append(Array.from({ length: 100 }, call));
  const { seriesVersion, calls } = await desk.snapshot();
  expect(calls).toHaveLength(100);
  await desk.append([call()]);
  const more = await desk.series({ known: seriesVersion });
  expect(more).toMatchObject({ keptCalls: 100, calls: [{ call: 100 }], keepsTools: true, tools: [], problems: null });
  await desk.append(
    messageEntries([
      { id: 'n', role: 'assistant', parts: [{ type: 'toolCall', id: 'n', name: 'Grep', arguments: '{}' }] },
    ]),
  );
  expect(await desk.series({ known: more.seriesVersion })).toMatchObject({
    keptCalls: 101,
    calls: [],
    tools: ['Grep'],
  });
  const whole = await desk.series({ known: '0.5.1.0' });
  expect(whole).toMatchObject({ keptCalls: 0, keepsTools: false, tools: ['Read File', 'Grep'], problems: [] });
  expect(whole.calls).toHaveLength(101);
});
