import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/engine/journal';
import type { DetailSubject } from '../../../src/protocol/inspectorDetail';
import type { Row } from '../../../src/protocol/inspectorRows';
import type { DeskTools } from '../../../src/worker/deskTools';
import type { SessionDesk } from '../../../src/worker/sessionDesk';
import { pageSize, RowCache, type RowsQuery } from '../../../webview/inspector/rowCache';
import { characterMessageCounter } from '../../support/characterCounter';
import { defaultEngineSettings } from '../../support/engineFixture';
import { inProcessWorker } from '../../support/inProcessWorker';
import {
  everything,
  headerEntry,
  messageEntries,
  readingSession,
  readStep,
  userMessage,
} from '../../unit/worker/sessionFixtures';

const RUNS = Number(process.env['STRATA_PROPERTY_RUNS'] ?? 40);

/** So small that thresholds are passed every few messages. */
const WINDOW = 4_000;

const queries: readonly RowsQuery[] = [
  { filter: everything, search: 'FILE 1' },
  { filter: { ...everything, fates: ['compacted', 'pruned'] }, folding: { mode: 'named', turns: [1] } },
  { filter: { ...everything, layers: [1] } },
  { filter: { ...everything, fates: ['kept'], roles: ['tool'] } },
  { filter: { ...everything, text: 'file 1' }, folding: { mode: 'allBut', turns: [1, 3] } },
];

type Step =
  | { readonly kind: 'read' | 'ask' | 'plan' | 'planUnkept' | 'command' | 'recount' }
  | { readonly kind: 'pin' | 'unpin' | 'undo' | 'restore'; readonly at: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>({ kind: 'read' }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('ask', 'plan', 'planUnkept', 'command', 'recount') }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('pin', 'unpin', 'undo', 'restore'), at: fc.nat(1_000) }),
  },
);

/** Models whose names end in an even digit share a counter; with the others everything is counted anew. */
function counterFor(): DeskTools['counterFor'] {
  const counters = [characterMessageCounter(), characterMessageCounter()] as const;
  return (model) => Promise.resolve(/[13579]$/.test(model) ? counters[1] : counters[0]);
}

/** A live session that does what it is told. */
class Session {
  readonly desk: SessionDesk = inProcessWorker(counterFor()).desk;
  private reads = 1_000;
  private models = 0;
  private length = 0;
  private readonly decisions: string[] = [];

  async start(): Promise<void> {
    await this.desk.openLive({ settings: defaultEngineSettings });
    await this.append([headerEntry(WINDOW), ...messageEntries(readingSession(60, 200))]);
  }

  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'read':
        this.reads += 1;
        await this.append(messageEntries(readStep(this.reads, `src/file ${String(this.reads)}.ts`, 'x'.repeat(700))));
        return;
      case 'ask':
        await this.append(messageEntries([userMessage('u', 'And file 1?')]));
        return;
      case 'plan':
      case 'command':
        await this.plan(step.kind === 'plan' ? 'beforeCall' : 'command');
        return;
      case 'planUnkept':
        // Its entries never come, so that the next plan forgets it.
        await this.desk.plan({ kind: 'beforeCall' });
        return;
      case 'recount':
        this.models += 1;
        await this.append([
          { type: 'model', provider: 'offline', model: `model-${String(this.models)}`, window: WINDOW, reserve: 320 },
        ]);
        return;
      case 'pin':
      case 'unpin':
        await this.append([{ type: 'pin', index: step.at % this.length, pinned: step.kind === 'pin' }]);
        return;
      case 'undo': {
        const decisionId = this.decisions[step.at % Math.max(1, this.decisions.length)];
        if (decisionId !== undefined) await this.append([{ type: 'undo', decisionId }]);
        return;
      }
      case 'restore':
        await this.append([{ type: 'restore', index: step.at % this.length }]);
        return;
    }
  }

  private async plan(kind: 'beforeCall' | 'command'): Promise<void> {
    const { decisions, inputTokens } = await this.desk.plan({ kind });
    this.decisions.push(...decisions.map(({ id }) => id));
    await this.append([
      ...decisions.map((decision): JournalEntry => ({ type: 'decision', decision })),
      { type: 'call', historyLength: this.length, inputTokens, model: 'test-model' },
    ]);
  }

  private async append(entries: readonly JournalEntry[]): Promise<void> {
    this.length += entries.filter(({ type }) => type === 'message').length;
    await this.desk.append(entries);
  }
}

/** Pages are asked for two at a time, so that the last of those wanted come in a second round. */
const ROUNDS = 3;

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** All rows as a page shows them that has held them through every change. */
async function shown(rows: RowCache, revision: number): Promise<readonly (Row | undefined)[]> {
  rows.setRevision(revision);
  for (let round = 0; round < ROUNDS; round++) {
    rows.want(0, 4 * pageSize - 1);
    await settled();
  }
  return Array.from({ length: Math.min(rows.total.value ?? 0, 4 * pageSize) }, (_, position) => rows.row(position));
}

async function inFull(desk: SessionDesk, query: RowsQuery): Promise<readonly Row[]> {
  return (await desk.rows({ ...query, from: 0, count: 4 * pageSize })).rows;
}

it('rows held and told only of changes are the rows asked for anew', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 14 }), async (script) => {
      const session = new Session();
      await session.start();
      const { desk } = session;
      const caches = queries.map((query) => new RowCache((request) => desk.rows(request), query));
      for (const [at, step] of [null, ...script].entries()) {
        if (step !== null) await session.run(step);
        for (const [place, query] of queries.entries()) {
          const cache = caches[place];
          if (cache !== undefined) expect(await shown(cache, at + 1)).toEqual(await inFull(desk, query));
        }
      }
    }),
    { numRuns: RUNS },
  );
});

it('a detail said to be current reads the same when asked for anew', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { minLength: 1, maxLength: 12 }),
      fc.uniqueArray(fc.nat(121), { minLength: 5, maxLength: 5 }),
      async (script, indexes) => {
        const session = new Session();
        await session.start();
        const { desk } = session;
        const subjects: DetailSubject[] = indexes.map((index) => ({ kind: 'message', index }));
        const read = async (subject: DetailSubject): Promise<{ readonly version: string }> => {
          if (subject.kind === 'message') return desk.detail({ index: subject.index, clipCharacters: 500 });
          return desk.decision({ id: subject.id, clipCharacters: 500 });
        };
        const held = new Map(await Promise.all(subjects.map(async (s) => [s, await read(s)] as const)));
        for (const step of script) {
          await session.run(step);
          for (const [subject, detail] of held) {
            if (!(await desk.isCurrent({ subject, version: detail.version }))) continue;
            expect({ ...(await read(subject)), version: '', revision: 0 }).toEqual({
              ...detail,
              version: '',
              revision: 0,
            });
          }
          const decisions = (await inFull(desk, { filter: everything })).filter((row) => row.kind === 'decision');
          for (const { id } of decisions) {
            const subject: DetailSubject = { kind: 'decision', id };
            if (![...held.keys()].some((known) => known.kind === 'decision' && known.id === id)) {
              held.set(subject, await read(subject));
            }
          }
        }
      },
    ),
    { numRuns: RUNS },
  );
});
