import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { ContextLedger } from '../../../../src/engine/ledger';
import type { Message } from '../../../../src/engine/message';
import type { ProblemRow } from '../../../../src/protocol/inspectorFacts';
import type { Folding, MessageRow, Row, RowFilter, StepRequest } from '../../../../src/protocol/inspectorRows';
import { ReadModel } from '../../../../src/worker/readModel/readModel';
import type { SessionDesk } from '../../../../src/worker/sessionDesk';
import { inProcessWorker } from '../../../support/inProcessWorker';
import { counter, everything, headerEntry, messageEntries, readStep, settings, userMessage } from '../sessionFixtures';

const pause = (): Promise<void> => Promise.resolve();

/** Turns of a question and reads of growing number, pruned and compacted in a small window. */
async function severalTurns(turns: number): Promise<SessionDesk> {
  const { desk } = inProcessWorker(() => Promise.resolve(counter));
  await desk.openLive({ settings });
  await desk.append([headerEntry(4_000), ...messageEntries([{ id: 's', role: 'system', parts: [] }])]);
  for (let turn = 0; turn < turns; turn++) {
    const reads = Array.from({ length: 1 + (turn % 3) }, (_, step) =>
      readStep(
        100 * turn + step,
        `src/f${String(turn)}.ts`,
        `export const needle${String(turn % 2)};\n`.padEnd(900, 'x'),
      ),
    );
    const answer: Message = {
      id: `a${String(turn)}`,
      role: 'assistant',
      parts: [{ type: 'text', text: 'a'.repeat(900) }],
    };
    const question = userMessage(`u${String(turn)}`, `Question ${String(turn)}`);
    await desk.append(messageEntries([question, ...reads.flat(), answer]));
    const { decisions } = await desk.plan({ kind: 'beforeCall' });
    await desk.append(decisions.map((decision) => ({ type: 'decision', decision })));
  }
  return desk;
}

let desk: SessionDesk;

beforeAll(async () => {
  desk = await severalTurns(14);
});

async function rows(filter: Partial<RowFilter> = {}, folding?: Folding, search = ''): Promise<readonly Row[]> {
  const list = { filter: { ...everything, ...filter }, ...(folding === undefined ? {} : { folding }), search };
  const page = await desk.rows({ ...list, from: 0, count: 1_000 });
  expect(page.rows).toHaveLength(page.total);
  return page.rows;
}

const messages = (list: readonly Row[]): MessageRow[] => list.filter((row) => row.kind === 'message');

/** What is left of all rows when some turns show as their heading alone. */
function folded(
  all: readonly Row[],
  { mode, turns }: Folding,
): readonly { readonly row: Row; readonly turn: number }[] {
  let turn = 0;
  return all.flatMap((row) => {
    if (row.kind === 'turn') turn = row.turn;
    const isFolded = turn > 0 && turns.includes(turn) === (mode === 'named');
    return isFolded && row.kind !== 'turn' ? [] : [{ row, turn }];
  });
}

describe('folded turns', () => {
  it('leave their heading, under any filter, and lead every message to its place', async () => {
    const foldings = fc.record({
      mode: fc.constantFrom('named' as const, 'allBut' as const),
      turns: fc.uniqueArray(fc.nat(16)),
    });
    const filters = fc.constantFrom<Partial<RowFilter>>({}, { roles: ['tool'] }, { fates: ['compacted', 'pruned'] });
    await fc.assert(
      fc.asyncProperty(foldings, filters, async (folding, filter) => {
        const all = await rows(filter);
        const shown = folded(all, folding);
        expect(await rows(filter, folding)).toEqual(shown.map(({ row }) => row));
        const list = { filter: { ...everything, ...filter }, folding };
        for (const { index, turn } of messages(all)) {
          const place = await desk.locate({ ...list, index });
          const position = shown.findIndex(({ row }) => row.kind === 'message' && row.index === index);
          const heading = shown.findIndex(({ row }) => row.kind === 'turn' && row.turn === turn);
          const expected = position >= 0 ? { position, foldedIn: null } : { position: heading, foldedIn: turn };
          expect(place).toEqual(expected);
          if (turn > 0) expect(await desk.heading({ ...list, position: expected.position })).toBe(heading);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('have nothing above what stands before the first', async () => {
    expect(await desk.heading({ filter: everything, position: 0 })).toBe(null);
  });

  it('tell what became of their messages', async () => {
    const all = await rows();
    for (const row of all) {
      if (row.kind !== 'turn') continue;
      const own = messages(all).filter(({ turn }) => turn === row.turn);
      const counts = new Map<string, number>();
      for (const { fate } of own) counts.set(fate, (counts.get(fate) ?? 0) + 1);
      expect(row.fates).toEqual(Object.fromEntries(counts));
    }
    expect(new Set(messages(all).map(({ fate }) => fate)).size).toBeGreaterThan(1);
  });
});

describe('layers', () => {
  it('pass what their decisions hold for, and the decisions', async () => {
    const all = messages(await rows());
    for (const layer of [1, 2] as const) {
      const found = await rows({ layers: [layer] });
      const decisions = found.filter((row) => row.kind === 'decision');
      expect(decisions.length).toBeGreaterThan(0);
      expect(decisions.every((row) => row.layer === layer)).toBe(true);
      expect(messages(found).length).toBeGreaterThan(0);
      for (const { index } of all) {
        const { why } = await desk.detail({ index, clipCharacters: 0 });
        const isTouched = why.some((step) => step.layer === layer);
        expect(messages(found).some((row) => row.index === index)).toBe(isTouched);
      }
    }
    expect((await rows({ layers: [3] })).length).toBe(0);
  });
});

describe('problems', () => {
  const at = (byteOffset: number): Pick<Message, 'source'> => ({ source: { line: 1 + byteOffset / 100, byteOffset } });
  const list = { filter: { ...everything, problems: true }, from: 0, count: 100 };
  const problem = (byteOffset: number, reason: string): ProblemRow => ({
    severity: 'warning',
    line: 1 + byteOffset / 100,
    byteOffset,
    reason,
  });

  function fileModel(): ReadModel {
    const ledger = new ContextLedger(counter);
    const [call, result] = readStep(1, 'a.ts', 'No such file.');
    ledger.append({ ...userMessage('u', 'Read it.'), ...at(0) });
    ledger.append({ ...call, ...at(100) });
    ledger.append({ ...result, isError: true, ...at(200) });
    ledger.append({ ...userMessage('v', 'Go on.'), ...at(300) });
    return new ReadModel(ledger);
  }

  it('pass failed tools and repaired records, which say what was wrong with them', async () => {
    const model = fileModel();
    const found = async (): Promise<unknown> =>
      messages((await model.rows(list, pause)).rows).map(({ index, problem }) => [index, problem]);
    expect(await found()).toEqual([[2, undefined]]);
    const held = await model.rows({ ...list, filter: everything }, pause);
    model.takeProblems([problem(300, 'The line is cut off.'), { ...problem(0, '9 more problems'), more: 9 }]);
    expect(await found()).toEqual([
      [2, undefined],
      [3, 'The line is cut off.'],
    ]);
    const changed = await model.rows({ ...list, filter: everything, known: held.version }, pause);
    expect(changed.rows).toMatchObject([{ index: 3, problem: 'The line is cut off.' }]);
    model.takeProblems([]);
    expect(await found()).toEqual([[2, undefined]]);
  });

  it('of the whole file are no problem of each message that was read from its one record', async () => {
    const ledger = new ContextLedger(counter);
    ledger.append({ ...userMessage('u', 'Hello.'), ...at(0) });
    ledger.append({ ...userMessage('v', 'Go on.'), ...at(0) });
    const model = new ReadModel(ledger);
    model.takeProblems([problem(0, 'The file ends early.')]);
    expect((await model.rows(list, pause)).total).toBe(0);
  });
});

describe('a search', () => {
  it('tells with each row where the words stand, and leaves out the rows without them only where it is a filter', async () => {
    const marked = messages(await rows({}, undefined, 'NEEDLE1;'));
    const found = messages(await rows({ text: 'needle1;' }));
    expect(marked.length).toBe(messages(await rows()).length);
    expect(marked.filter(({ hit }) => hit !== undefined).map(({ index }) => index)).toEqual(
      found.map(({ index }) => index),
    );
    expect(marked.find(({ hit }) => hit !== undefined)?.hit).toEqual({
      count: 1,
      before: 'export const ',
      match: 'needle1;',
      after: ` ${'x'.repeat(159)}`,
    });
    expect(found.every(({ hit }) => hit === undefined)).toBe(true);
  });

  it('goes from hit to hit, round the end, among what passes the filter', async () => {
    const filter = { ...everything, roles: ['tool' as const] };
    const hits = messages(await rows({ roles: ['tool'], text: 'needle0' })).map(({ index }) => index);
    expect(hits.length).toBeGreaterThan(3);
    const step = (from: number | null, direction: StepRequest['direction']): Promise<unknown> =>
      desk.nextHit({ filter, text: 'needle0', from, direction });
    const at = (place: number): unknown => ({ count: hits.length, hit: { index: hits.at(place), number: place + 1 } });
    const last = hits.length - 1;
    expect(await step(null, 'forward')).toEqual(at(0));
    expect(await step(null, 'backward')).toEqual(at(last));
    expect(await step(hits[0] ?? -1, 'forward')).toEqual(at(1));
    expect(await step((hits[1] ?? 0) + 1, 'backward')).toEqual(at(1));
    expect(await step(hits[1] ?? -1, 'backward')).toEqual(at(0));
    expect(await step(hits[0] ?? -1, 'backward')).toEqual(at(last));
    expect(await step(hits[last] ?? -1, 'forward')).toEqual(at(0));
    expect(await desk.nextHit({ filter, text: 'nowhere', from: 3, direction: 'forward' })).toEqual({
      count: 0,
      hit: null,
    });
  });
});

it('steps lead to each change of fate, forward and backward', async () => {
  for (const filter of [everything, { ...everything, roles: ['tool' as const] }]) {
    const listed = messages(await rows(filter));
    const changes = listed.flatMap(({ index, fate }, place) =>
      place > 0 && listed[place - 1]?.fate !== fate ? [index] : [],
    );
    expect(changes.length).toBeGreaterThan(1);
    const walk = async (direction: StepRequest['direction']): Promise<number[]> => {
      const found: number[] = [];
      for (;;) {
        const next = await desk.nextFateChange({ filter, from: found.at(-1) ?? null, direction });
        if (next === null) return found;
        found.push(next);
      }
    };
    expect(await walk('forward')).toEqual(changes);
    expect(await walk('backward')).toEqual(changes.toReversed());
  }
});
