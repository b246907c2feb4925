import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/engine/decision';
import type { CallEntry, HeaderEntry, JournalEntry } from '../../../src/engine/journal';
import type { Message, Usage } from '../../../src/engine/message';
import { MessageCounter } from '../../../src/engine/messageCounter';
import { totalUsage } from '../../../src/protocol/usage';
import type { SessionDesk } from '../../../src/worker/sessionDesk';
import { characterCounter } from '../../support/characterCounter';
import { inProcessWorker } from '../../support/inProcessWorker';
import { sampleDecision } from '../../support/sampleDecision';
import { temporaryFolder } from '../session/support/temporaryFolder';
import { counter, headerEntry, settings, userMessage } from './sessionFixtures';

const overrides = {
  'priced-*': { inputPrice: 1, cachedInputPrice: 0.1, outputPrice: 10 },
  'dear-*': { inputPrice: 100, outputPrice: 1_000 },
};

const otherCounter = new MessageCounter({ ...characterCounter, countText: (text) => text.length * 2 });

async function deskWith(...entries: readonly JournalEntry[]): Promise<SessionDesk> {
  const { desk } = inProcessWorker((model) => Promise.resolve(model === 'other' ? otherCounter : counter));
  await desk.openLive({ settings, overrides });
  await desk.append(entries);
  return desk;
}

const header = (model = 'priced-model', more: Partial<HeaderEntry> = {}): JournalEntry =>
  ({ ...headerEntry(100_000, model), provider: 'openai', ...more }) as JournalEntry;

const said = (message: Message): JournalEntry => ({ type: 'message', message });

const ask = (id: string): JournalEntry => said(userMessage(id, 'Go on.'));

const answer = (id: string): JournalEntry =>
  said({ id, role: 'assistant', parts: [{ type: 'text', text: 'x'.repeat(40) }] });

const call = (historyLength: number, usage?: Usage, model = 'priced-model'): CallEntry => ({
  type: 'call',
  historyLength,
  inputTokens: 1_000,
  model,
  ...(usage === undefined ? {} : { usage }),
});

const million: Usage = { inputTokens: 1_000_000, cachedInputTokens: 500_000, outputTokens: 100_000 };
const dollarsOfMillion = 0.5 + 0.05 + 1;

const summarized = (usage: Usage | null, model: string | null = 'priced-summarizer'): Decision => ({
  ...sampleDecision,
  id: 's1',
  strategy: 'summarizeFull',
  layer: 3,
  historyLength: 3,
  tokensBefore: 900,
  tokensAfter: 300,
  edits: [],
  removal: { indexes: [1], summary: 'It went on.', pointer: '0123456789abcdef.md' },
  summary: {
    level: 'full',
    faults: [],
    model,
    chunks: 1,
    oversized: [],
    facts: { found: 0, inSummary: 0, listed: 0, reachable: 0 },
    usage,
  },
});

const decided = (decision: Decision): JournalEntry => ({ type: 'decision', decision });

const twoTurns = [ask('u0'), answer('a0'), call(1, million), ask('u1'), answer('a1'), call(3, million)];

describe('what a session took', () => {
  it('sums what the provider reported, and tells it call by call', async () => {
    const desk = await deskWith(header(), ...twoTurns);
    const { usage } = await desk.snapshot();
    expect(usage.replies).toMatchObject({ calls: 2, inputTokens: 2_000_000, cachedInputTokens: 1_000_000 });
    expect(usage.replies.dollars).toBeCloseTo(2 * dollarsOfMillion, 10);
    expect(usage.newest?.dollars).toBeCloseTo(dollarsOfMillion, 10);
    expect((await desk.detail({ index: 1, clipCharacters: 10 })).usage).toMatchObject({ inputTokens: 1_000_000 });
    expect((await desk.detail({ index: 0, clipCharacters: 10 })).usage).toBeNull();
  });

  it('counts where nothing was reported, and says so', async () => {
    const desk = await deskWith(header(), ask('u0'), answer('a0'), call(1));
    const { usage } = await desk.snapshot();
    const { row } = await desk.detail({ index: 1, clipCharacters: 10 });
    expect(usage.newest).toMatchObject({ reported: false, inputTokens: 1_000, cachedInputTokens: null });
    expect(usage.newest?.outputTokens).toBe(row.tokensOriginal);
    expect(usage.newest?.outputTokens).toBeGreaterThan(5);
    expect(usage.replies).toMatchObject({ countedCalls: 1, unpricedCalls: 0, cacheToldTokens: 0 });
  });

  it('has no price where nobody knows one, and that of each model where the model changes', async () => {
    const dear: JournalEntry = { ...call(3, { inputTokens: 10_000, outputTokens: 0 }, 'dear-model') };
    const unknown: JournalEntry = { ...call(5, { inputTokens: 10_000, outputTokens: 0 }, 'nobodys-model') };
    const desk = await deskWith(
      header(),
      ...twoTurns.slice(0, 5),
      { type: 'model', provider: 'openai', model: 'dear-model', window: 100_000, reserve: 8_000 },
      dear,
      ask('u2'),
      answer('a2'),
      unknown,
    );
    const { replies } = (await desk.snapshot()).usage;
    expect(replies).toMatchObject({ calls: 3, unpricedCalls: 1 });
    expect(replies.dollars).toBeCloseTo(dollarsOfMillion + 1, 10);
  });

  it('keeps summaries apart, undone ones too', async () => {
    const usage = { inputTokens: 200_000, cachedInputTokens: 0, outputTokens: 1_000 };
    const desk = await deskWith(header(), ...twoTurns, decided(summarized(usage)));
    await desk.append([{ type: 'undo', decisionId: 's1' }]);
    const session = (await desk.snapshot()).usage;
    expect(session.replies.calls).toBe(2);
    expect(session.summaries).toMatchObject({ calls: 1, inputTokens: 200_000, outputTokens: 1_000 });
    expect(session.summaries.dollars).toBeCloseTo(0.21, 10);
    expect(totalUsage(session).dollars).toBeCloseTo(2 * dollarsOfMillion + 0.21, 10);
    expect((await desk.decision({ id: 's1', clipCharacters: 10 })).usage?.model).toBe('priced-summarizer');
  });

  it('counts a summary whose model reported nothing, and none where no model was asked', async () => {
    const counted = await deskWith(header(), ...twoTurns, decided(summarized(null)));
    const { summaries } = (await counted.snapshot()).usage;
    expect(summaries).toMatchObject({ calls: 1, countedCalls: 1, unpricedCalls: 0 });
    expect(summaries.inputTokens).toBeGreaterThan(600);
    const outline = await deskWith(header(), ...twoTurns, decided(summarized(null, null)));
    expect((await outline.snapshot()).usage.summaries.calls).toBe(0);
    const unused = await deskWith(header(), ...twoTurns, decided(summarized(million, null)));
    expect((await unused.snapshot()).usage.summaries).toMatchObject({ calls: 1, unpricedCalls: 1, dollars: 0 });
  });

  it('counts of a fork what came after it, and of a session that goes on everything', async () => {
    const origin = { sessionId: 'other', historyLength: 2 } as const;
    const entries = [
      ...twoTurns.slice(0, 3),
      decided({ ...summarized(million), historyLength: 2 }),
      ...twoTurns.slice(3),
    ];
    const fork = await deskWith(header('priced-model', { origin: { ...origin, relation: 'forks' } }), ...entries);
    const { usage } = await fork.snapshot();
    expect([usage.replies.calls, usage.summaries.calls]).toEqual([1, 0]);
    expect((await fork.detail({ index: 1, clipCharacters: 10 })).usage).toMatchObject({ inputTokens: 1_000_000 });
    const next = await deskWith(header('priced-model', { origin: { ...origin, relation: 'continues' } }), ...entries);
    const own = (await next.snapshot()).usage;
    expect([own.replies.calls, own.summaries.calls]).toEqual([2, 1]);
  });

  it('is the same when the messages are counted anew under another encoding', async () => {
    const model: JournalEntry = { type: 'model', provider: 'openai', model: 'other', window: 100_000, reserve: 8_000 };
    const desk = await deskWith(header(), ...twoTurns, decided(summarized(million)));
    const before = (await desk.snapshot()).usage;
    await desk.append([model]);
    expect((await desk.snapshot()).usage).toEqual(before);
  });

  it('stays what it was when the engine is run over the recording under other thresholds', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'session.jsonl');
    const lines = [header(), ...twoTurns, decided(summarized(million))].map((entry) => JSON.stringify(entry));
    await writeFile(path, `${lines.join('\n')}\n`);
    const { desk } = inProcessWorker(() => Promise.resolve(counter));
    await desk.openTranscript({ path, settings, model: null, window: null, reserve: 0, overrides });
    const recorded = await desk.snapshot();
    await desk.configure({ settings: { ...settings, layer2: { ...settings.layer2, keepLast: 3 } } });
    const replayed = await desk.snapshot();
    expect([recorded.track, replayed.track]).toEqual(['recorded', 'replayed']);
    expect(recorded.usage.replies.calls).toBe(2);
    expect(replayed.usage).toEqual(recorded.usage);
  });

  it('says of a row when it changed', async () => {
    const desk = await deskWith(header(), ask('u0'), answer('a0'));
    const { version } = await desk.detail({ index: 1, clipCharacters: 10 });
    const other = await desk.detail({ index: 0, clipCharacters: 10 });
    await desk.append([call(1, million)]);
    expect(await desk.isCurrent({ subject: { kind: 'message', index: 1 }, version })).toBe(false);
    expect(await desk.isCurrent({ subject: { kind: 'message', index: 0 }, version: other.version })).toBe(true);
  });

  it('takes the same room in a snapshot after a thousand calls as after ten', async () => {
    const turns = (count: number): JournalEntry[] =>
      Array.from({ length: count }, (_, turn) => [
        ask(`u${String(turn)}`),
        answer(`a${String(turn)}`),
        call(2 * turn + 1, { inputTokens: 1_000, cachedInputTokens: 900, outputTokens: 10 }),
      ]).flat();
    const size = async (count: number): Promise<number> => {
      const desk = await deskWith(header(), ...turns(count));
      return JSON.stringify((await desk.snapshot()).usage).length;
    };
    expect(await size(1_000)).toBeLessThan((await size(10)) + 40);
  });
});
