import { describe, expect, it } from 'vitest';
import { SummarizerFailure } from '../../../src/engine/layer3/summarizer';
import { textOf } from '../../../src/engine/message';
import { ProviderError, type ChatProvider, type ChatRequest } from '../../../src/providers/chatProvider';
import { ModelSummarizer } from '../../../src/session/modelSummarizer';
import { calls, overflow, says, ScriptedProvider } from './support/scriptedProvider';
import type { ProviderReply } from './support/scriptedProvider';
import { ONE_TRY, resumeSession, startSession, type Harness } from './support/sessionHarness';

const SUMMARY =
  '## User intent and goals\nRead every file and report what is in it.\n## Current progress\nThe first files are read.';
const summaryModel = { model: 'small-model', window: 32_000 };

const files_ = Object.fromEntries(
  Array.from({ length: 8 }, (_, file) => [`file${file}.txt`, `line of file ${file}\n`.repeat(220)]),
);

/** Turns in which the agent reads a file each. */
function reading(turns: number): ProviderReply[] {
  return Array.from({ length: turns }, (_, turn) => [
    calls(['read_file', { path: `file${turn}.txt` }]),
    says(`I have read file ${turn}.`),
  ]).flat();
}

async function readFiles({ session }: Harness, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await session.send(`Read file${turn}.txt.`);
}

function isSummaryRequest({ model, tools }: ChatRequest): boolean {
  return model === summaryModel.model && tools.length === 0;
}

describe('the command to summarize', () => {
  it('asks the summarizing model without tools, and swaps its summary in', async () => {
    const provider = new ScriptedProvider([...reading(4), says(SUMMARY), says('On I go.')]);
    const harness = await startSession(provider, { files_, summaryModel, window: 64_000 });
    await readFiles(harness, 4);
    const [decision] = await harness.session.summarize();
    expect(decision).toMatchObject({ strategy: 'summarizeFull', summary: { level: 'full', model: 'small-model' } });
    expect(provider.requests.filter(isSummaryRequest)).toHaveLength(1);
    await harness.session.send('Go on.');
    const context = provider.requests.at(-1)?.messages.map(textOf).join('\n') ?? '';
    expect(context).toContain('Read every file and report');
    expect(context).not.toContain('line of file 0\nline of file 0');
    expect(harness.session.state.summary).toBeNull();
  });

  it('is there again after a restart', async () => {
    const provider = new ScriptedProvider([...reading(4), says(SUMMARY)]);
    const harness = await startSession(provider, { files_, summaryModel, window: 64_000 });
    await readFiles(harness, 4);
    await harness.session.summarize();
    const { notice, fates } = harness.session.fold.ledger;
    await harness.session.dispose();
    const again = await resumeSession(new ScriptedProvider([]), harness);
    expect(again.session.fold.ledger.notice).toEqual(notice);
    expect(again.session.fold.ledger.fates).toEqual(fates);
  });

  it('gives an outline without a model', async () => {
    const provider = new ScriptedProvider(reading(4));
    const harness = await startSession(provider, { files_, window: 64_000 });
    await readFiles(harness, 4);
    const [decision] = await harness.session.summarize();
    expect(decision).toMatchObject({ summary: { level: 'outline', model: null } });
  });

  it('gives an outline when the model fails, and tells nothing of the failure to the model', async () => {
    const failure = new ProviderError('server', 'Internal error 500: stack trace');
    const provider = new ScriptedProvider([...reading(4), failure, says('On.')]);
    const harness = await startSession(provider, { files_, summaryModel, window: 64_000 });
    await readFiles(harness, 4);
    const [decision] = await harness.session.summarize();
    expect(decision?.summary).toMatchObject({ level: 'outline', faults: [{ level: 'full', fault: 'server' }] });
    await harness.session.send('Go on.');
    expect(JSON.stringify(provider.requests.at(-1)?.messages)).not.toContain('500');
  });

  it('can go on without the model', async () => {
    const provider = new ScriptedProvider([...reading(4), { waitAfter: [] }]);
    const harness = await startSession(provider, { files_, summaryModel, window: 64_000 });
    await readFiles(harness, 4);
    const summarizing = harness.session.summarize();
    await expect.poll(() => harness.session.state.summary).toEqual({ done: 0, total: 1 });
    await harness.session.skipSummary();
    const [decision] = await summarizing;
    expect(decision?.summary).toMatchObject({ level: 'outline', faults: [{ level: 'full', fault: 'cancelled' }] });
  });

  it('can be stopped; then nothing is changed', async () => {
    const provider = new ScriptedProvider([...reading(4), { waitAfter: [] }]);
    const harness = await startSession(provider, { files_, summaryModel, window: 64_000 });
    await readFiles(harness, 4);
    const before = harness.session.fold.ledger.totalTokens;
    const summarizing = harness.session.summarize();
    await expect.poll(() => harness.session.state.summary).not.toBeNull();
    await harness.session.stop();
    expect(await summarizing).toEqual([]);
    expect(harness.session.fold.ledger.totalTokens).toBe(before);
    expect(harness.session.state).toMatchObject({ busy: false, summary: null });
  });
});

describe('messages that are put back', () => {
  it('come back with the results that belong to them', async () => {
    const provider = new ScriptedProvider([...reading(4), says(SUMMARY)]);
    const harness = await startSession(provider, { files_, summaryModel, window: 64_000 });
    await readFiles(harness, 4);
    const [decision] = await harness.session.summarize();
    const { ledger } = harness.session.fold;
    const index = decision?.removal?.indexes.find((each) => ledger.message(each).role === 'tool') ?? -1;
    await harness.session.restore(index);
    const after = harness.session.fold.ledger;
    expect(after.state(index).fate).toBe('kept');
    expect(after.state(after.steps.stepOf(index)?.anchor ?? -1).fate).toBe('kept');
    expect(after.fates.summarized).toBe((decision?.removal?.indexes.length ?? 0) - 2);
  });
});

describe('a pin of a message that left the context', () => {
  it('puts it back', async () => {
    const provider = new ScriptedProvider([...reading(4), says(SUMMARY)]);
    const harness = await startSession(provider, { files_, summaryModel, window: 64_000 });
    await readFiles(harness, 4);
    const [decision] = await harness.session.summarize();
    const index = decision?.removal?.indexes[0] ?? -1;
    await harness.session.setPinned(index, true);
    expect(harness.session.fold.ledger.state(index)).toMatchObject({ fate: 'kept', pinned: true });
  });
});

describe('an overflow that pruning does not cure', () => {
  it('has a summary written before the call is tried again', async () => {
    const provider = new ScriptedProvider([...reading(5), overflow(3_000, 7_000), says(SUMMARY), says('It fits.')]);
    const harness = await startSession(provider, { files_, summaryModel, window: 64_000 });
    await readFiles(harness, 5);
    await harness.session.send('Go on.');
    const strategies = harness.session.fold.everyDecision.map(({ strategy }) => strategy);
    expect(strategies).toContain('compact');
    const last = provider.requests.at(-1);
    expect(last?.model).toBe('test-model');
    expect(harness.events.some((event) => event.type === 'failure')).toBe(false);
  });
});

describe('the summarizing model', () => {
  const signal = new AbortController().signal;
  const request = { instructions: 'Summarize.', text: 'It was so.', maxOutputTokens: 100 };

  it.each([
    ['contextOverflow', 'overflow'],
    ['rateLimit', 'rateLimit'],
    ['authentication', 'authentication'],
    ['network', 'network'],
    ['refusal', 'refusal'],
    ['badRequest', 'server'],
    ['server', 'server'],
  ] as const)('fails by %s as %s', async (given, reason) => {
    const provider = new ScriptedProvider([new ProviderError(given, 'no')]);
    const summarizer = new ModelSummarizer(provider, summaryModel, { patience: ONE_TRY });
    const failure = await summarizer.summarize(request, signal).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SummarizerFailure);
    expect(failure).toMatchObject({ reason });
  });

  it('fails by timeout when no answer comes', async () => {
    const summarizer = new ModelSummarizer(new ScriptedProvider([{ waitAfter: [] }]), summaryModel, {
      timeoutMilliseconds: 20,
    });
    await expect(summarizer.summarize(request, signal)).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('does not wait for a provider that ignores its signal', async () => {
    const deaf: ChatProvider = {
      id: 'deaf',
      // eslint-disable-next-line require-yield -- it never says anything
      async *stream() {
        await new Promise(() => undefined);
      },
    };
    const summarizer = new ModelSummarizer(deaf, summaryModel, { timeoutMilliseconds: 20 });
    await expect(summarizer.summarize(request, signal)).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('takes a stream without an end for cut off, and one with a call for a call', async () => {
    const cut = new ModelSummarizer(new ScriptedProvider([[{ type: 'text-delta', text: SUMMARY }]]), summaryModel);
    expect(await cut.summarize(request, signal)).toMatchObject({ finish: 'length' });
    const call = { type: 'tool-call', id: '1', name: 'bash', arguments: '{}' } as const;
    const odd = new ScriptedProvider([[call, { type: 'finish', reason: 'stop' }]]);
    expect(await new ModelSummarizer(odd, summaryModel).summarize(request, signal)).toMatchObject({
      finish: 'tool-calls',
    });
  });

  it('gives text, end and usage', async () => {
    const summarizer = new ModelSummarizer(new ScriptedProvider([says(SUMMARY)]), summaryModel);
    expect(await summarizer.summarize(request, signal)).toEqual({
      text: SUMMARY,
      thinking: '',
      finish: 'stop',
      usage: { inputTokens: 10, outputTokens: 2 },
    });
  });
});
