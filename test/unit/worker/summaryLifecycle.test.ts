import { beforeEach, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/engine/journal';
import type { Summarizer, SummaryReply } from '../../../src/engine/layer3/summarizer';
import type { SessionWorker } from '../../../src/worker/client';
import { WorkerPlanner } from '../../../src/worker/workerPlanner';
import { inProcessWorker } from '../../support/inProcessWorker';
import { counter, headerEntry, settings } from './sessionFixtures';

const window = 10_000;

function talk(from: number, count: number): JournalEntry[] {
  return Array.from({ length: count }, (_, place): JournalEntry => {
    const role = (from + place) % 2 === 0 ? 'user' : 'assistant';
    const parts = [{ type: 'text' as const, text: 'word '.repeat(200) }];
    return { type: 'message', message: { id: `m${String(from + place)}`, role, parts } };
  });
}

/** A model that answers when it is told to. */
function slowModel(): { readonly summarizer: Summarizer; readonly requests: AbortSignal[]; answer(): void } {
  const requests: AbortSignal[] = [];
  const waiting: ((reply: SummaryReply) => void)[] = [];
  const summarizer: Summarizer = {
    model: 'small-model',
    windowTokens: 32_000,
    summarize: (_request, signal) => {
      requests.push(signal);
      return new Promise((resolve, reject) => {
        waiting.push(resolve);
        signal.addEventListener('abort', () => {
          reject(new Error('stopped'));
        });
      });
    },
  };
  const text = '## User intent and goals\nSay words.\n## Current progress\nMany words were said.';
  return {
    summarizer,
    requests,
    answer: () => {
      for (const resolve of waiting.splice(0)) resolve({ text, thinking: '', finish: 'stop' });
    },
  };
}

let worker: SessionWorker;
let planner: WorkerPlanner;
let journal: JournalEntry[];

beforeEach(async () => {
  worker = inProcessWorker(() => Promise.resolve(counter));
  planner = new WorkerPlanner(worker);
  journal = [];
  await worker.api.openLive({ settings });
});

async function append(entries: readonly JournalEntry[]): Promise<void> {
  journal.push(...entries);
  await planner.append(entries);
}

/** Plans and journals what was planned, as the session does. */
async function plan(): Promise<{ readonly ids: readonly string[]; readonly summary: 'aside' | 'first' | null }> {
  const { decisions, summary } = await planner.plan({ kind: 'beforeCall' });
  await append(decisions.map((decision): JournalEntry => ({ type: 'decision', decision })));
  return { ids: decisions.map(({ id }) => id), summary };
}

async function write(model: ReturnType<typeof slowModel>): Promise<{ readonly done: Promise<boolean> }> {
  const done = planner.summarize('planned', model.summarizer, new AbortController().signal, () => undefined);
  await expect.poll(() => model.requests.length).toBeGreaterThan(0);
  return { done };
}

async function progress(): Promise<unknown> {
  return (await worker.api.snapshot()).summaryWriting;
}

describe('the composition', () => {
  it('counts the bare notice of a removal as a notice, and as a summary only what summarizes', async () => {
    const parts = async (): Promise<readonly [boolean, boolean]> => {
      const { summaries, notices } = (await worker.api.snapshot()).composition;
      return [summaries > 0, notices > 0];
    };
    await append([headerEntry(window), ...talk(0, 60)]);
    expect(await parts()).toEqual([false, false]);
    await plan();
    expect(await parts()).toEqual([false, true]);
    await planner.summarize('planned', null, new AbortController().signal, () => undefined);
    await plan();
    const [hasSummary] = await parts();
    expect(hasSummary).toBe(true);
  });
});

describe('a summary that a removal asked for', () => {
  it('is asked for once, and told while it is written', async () => {
    await append([headerEntry(window), ...talk(0, 60)]);
    expect(await plan()).toMatchObject({ summary: 'aside' });
    expect(await progress()).toBeNull();
    const model = slowModel();
    const { done } = await write(model);
    expect(await progress()).toEqual({ done: 0, total: 1 });
    await append(talk(60, 2));
    expect(await plan()).toEqual({ ids: [], summary: null });
    model.answer();
    expect(await done).toBe(true);
    expect(await progress()).toBeNull();
    expect((await plan()).ids).toHaveLength(1);
    expect(await plan()).toEqual({ ids: [], summary: null });
  });

  it('is asked for again when the session was closed while it was written', async () => {
    await append([headerEntry(window), ...talk(0, 60)]);
    await plan();
    void (await write(slowModel())).done.catch(() => undefined);
    const entries = [...journal];
    worker = inProcessWorker(() => Promise.resolve(counter));
    planner = new WorkerPlanner(worker);
    await worker.api.openLive({ settings });
    await planner.append(entries);
    await append(talk(60, 2));
    expect(await plan()).toEqual({ ids: [], summary: 'aside' });
    const model = slowModel();
    const { done } = await write(model);
    model.answer();
    await done;
    expect((await plan()).ids).toHaveLength(1);
    expect(await plan()).toEqual({ ids: [], summary: null });
  });

  it('is asked for at every plan until it is begun, and not again once it could not be had', async () => {
    await append([headerEntry(window), ...talk(0, 60)]);
    await plan();
    expect(await plan()).toEqual({ ids: [], summary: 'aside' });
    const model = slowModel();
    const { done } = await write(model);
    await planner.endSummary({ how: 'stop' });
    expect(await done).toBe(false);
    expect(await plan()).toEqual({ ids: [], summary: null });
  });

  it('is not asked for where summaries of what was pruned are off', async () => {
    await planner.configure({ settings: { ...settings, layer3: { ...settings.layer3, summarizePruned: false } } });
    await append([headerEntry(window), ...talk(0, 60)]);
    await plan();
    expect(await plan()).toEqual({ ids: [], summary: null });
  });

  it('ends, with the requests to the model, when the removal is undone', async () => {
    await append([headerEntry(window), ...talk(0, 60)]);
    const { ids } = await plan();
    const model = slowModel();
    const { done } = await write(model);
    await append([{ type: 'undo', decisionId: ids.at(-1) ?? '' }]);
    expect(await done).toBe(false);
    expect(model.requests.every(({ aborted }) => aborted)).toBe(true);
    expect(await progress()).toBeNull();
  });

  it.each([
    ['put back', (index: number): JournalEntry => ({ type: 'restore', index })],
    ['pinned', (index: number): JournalEntry => ({ type: 'pin', index, pinned: true })],
  ])('ends when a message of it is %s, and is asked for anew for the rest', async (_what, entryFor) => {
    await append([headerEntry(window), ...talk(0, 60)]);
    await plan();
    const model = slowModel();
    const { done } = await write(model);
    await append([entryFor(5)]);
    expect(await done).toBe(false);
    expect(model.requests.every(({ aborted }) => aborted)).toBe(true);
    expect(await plan()).toMatchObject({ summary: 'aside' });
  });

  it('goes on when something else is pinned', async () => {
    await append([headerEntry(window), ...talk(0, 60)]);
    await plan();
    const model = slowModel();
    const { done } = await write(model);
    await append([{ type: 'pin', index: 59, pinned: true }]);
    model.answer();
    expect(await done).toBe(true);
  });
});
