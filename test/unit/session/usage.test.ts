import { afterEach, describe, expect, it } from 'vitest';
import type { InspectorSnapshot } from '../../../src/protocol/inspectorFacts';
import { OpenAiProvider } from '../../../src/providers/openAi';
import { storedTimeline } from '../../../src/views/storedTimeline';
import { defaultEngineSettings } from '../../support/engineFixture';
import { inProcessWorker } from '../../support/inProcessWorker';
import { say } from '../../support/scriptedServer/replies';
import type { ScriptedReply } from '../../support/scriptedServer/script';
import type { ScriptedServer } from '../../support/scriptedServer/scriptedServer';
import { startScriptedServer } from '../../support/scriptedServer/scriptedServer';
import { type LocalPlanner, testCounter } from './support/localPlanner';
import { type Harness, startSession } from './support/sessionHarness';

let server: ScriptedServer;
afterEach(() => server.stop());

/** What the worker says of a session that was told the same. */
async function snapshotOf({ appended }: LocalPlanner): Promise<InspectorSnapshot> {
  const { desk } = inProcessWorker(() => Promise.resolve(testCounter()));
  await desk.openLive({ settings: defaultEngineSettings });
  await desk.append(appended);
  return desk.snapshot();
}

async function sessionOver(...replies: readonly ScriptedReply[]): Promise<Harness> {
  server = await startScriptedServer(replies);
  const provider = new OpenAiProvider({ id: 'openai', baseUrl: server.url, apiKey: () => Promise.resolve('key') });
  const harness = await startSession(provider);
  harness.session.connection = { ...harness.session.connection, model: 'gpt-5-mini' };
  return harness;
}

describe('what a provider says of its cache', () => {
  it('is told per call and per session, in the words of OpenAI and in those of DeepSeek', async () => {
    const openAi = { prompt_tokens: 10_000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 8_000 } };
    const deepSeek = { prompt_tokens: 12_000, completion_tokens: 50, prompt_cache_hit_tokens: 10_000 };
    const { session, planner, store, id } = await sessionOver(
      say('One.', { usage: openAi }),
      say('Two.', { usage: deepSeek, dialect: 'deepSeek' }),
      say('Three.', { usage: null }),
    );
    await session.send('first');
    await session.send('second');
    const { usage } = await snapshotOf(planner);
    expect(usage.replies).toMatchObject({
      calls: 2,
      inputTokens: 22_000,
      cachedInputTokens: 18_000,
      cacheToldTokens: 22_000,
      outputTokens: 150,
      unpricedCalls: 0,
      countedCalls: 0,
    });
    // 4,000 tokens at $0.25 a million, 18,000 cached at $0.025, and 150 out at $2.
    expect(usage.replies.dollars).toBeCloseTo(0.001 + 0.00045 + 0.0003, 10);

    await session.send('third');
    const after = (await snapshotOf(planner)).usage;
    expect(after.replies).toMatchObject({ calls: 3, countedCalls: 1, cacheToldTokens: 22_000 });
    expect(after.newest).toMatchObject({ reported: false, model: 'gpt-5-mini' });

    await session.dispose();
    const { entries, journal } = await store.open(id);
    await journal.close();
    const replies = (await storedTimeline(entries)).items.filter((item) => item.kind === 'assistant');
    expect(replies.map((item) => item.usage)).toMatchObject([
      { inputTokens: 10_000, cachedInputTokens: 8_000, outputTokens: 100, reported: true },
      { inputTokens: 12_000, cachedInputTokens: 10_000, outputTokens: 50, reported: true },
      { outputTokens: null, dollars: null, reported: false },
    ]);
    expect(replies[0]?.usage?.dollars).toBeCloseTo(0.0005 + 0.0002 + 0.0002, 10);
  });

  it('is told to the views right after the reply', async () => {
    const usage = { prompt_tokens: 500, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 900 } };
    const { session, events } = await sessionOver(say('One.', { usage }));
    await session.send('first');
    const told = events.map(({ type }) => type).filter((type) => type === 'message-append' || type === 'call-record');
    expect(told.slice(-2)).toEqual(['message-append', 'call-record']);
    const record = events.find((event) => event.type === 'call-record');
    expect(record).toMatchObject({ call: { model: 'gpt-5-mini', usage: { inputTokens: 500 } } });
  });
});
