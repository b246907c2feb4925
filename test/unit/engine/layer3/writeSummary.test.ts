import { describe, expect, it } from 'vitest';
import type { Decision, SummaryFault } from '../../../../src/engine/decision';
import { planSummary } from '../../../../src/engine/layer3/summaryPlan';
import type { SummaryPlan } from '../../../../src/engine/layer3/summaryPlan';
import { SummarizerFailure } from '../../../../src/engine/layer3/summarizer';
import type { Summarizer, SummaryReply, SummaryRequest } from '../../../../src/engine/layer3/summarizer';
import { wishOnCommand } from '../../../../src/engine/layer3/summaryWish';
import { takeSummary } from '../../../../src/engine/layer3/takeSummary';
import { writeSummary } from '../../../../src/engine/layer3/writeSummary';
import type { WritingOptions, WrittenSummary } from '../../../../src/engine/layer3/writeSummary';
import { renderContext } from '../../../../src/engine/render';
import { inputLimit } from '../../../../src/engine/settings';
import { contextFaults } from '../../../support/contextRules';
import { assistant, engineFixture, result, system, user } from '../../../support/engineFixture';
import type { EngineFixture } from '../../../support/engineFixture';

const GOOD =
  '## User intent and goals\nThe user wants a retry in src/http.ts; the public API must not change.\n## Plan for the next step\nRun npm test.';

/** A session whose middle has `characters` of results. */
function fixture(steps = 12, characters = 4_000, window = 60_000): EngineFixture {
  const messages = [system('Be brief.'), user('Add a retry to src/http.ts. Never change the public API.')];
  for (let step = 0; step < steps; step++) {
    const id = `call-${step}`;
    messages.push(
      assistant(`Step ${step}.`, { type: 'toolCall', id, name: 'Read', arguments: `{"path":"src/file${step}.ts"}` }),
      result(id, `line of file ${step}\n`.repeat(Math.ceil(characters / 16))),
    );
  }
  return engineFixture([...messages, user('Go on.'), assistant('I go on.')], window);
}

function planned({ ledger, options }: EngineFixture): SummaryPlan {
  const context = { ...options, ledger };
  const plan = planSummary(context, wishOnCommand(context));
  if (plan === null) throw new Error('nothing to summarize');
  return plan;
}

function summarizerOf(answer: (request: SummaryRequest, call: number) => SummaryReply | Error): Summarizer & {
  readonly requests: SummaryRequest[];
} {
  const requests: SummaryRequest[] = [];
  return {
    model: 'small-model',
    windowTokens: 100_000,
    requests,
    summarize: (request) => {
      requests.push(request);
      const given = answer(request, requests.length - 1);
      return given instanceof Error ? Promise.reject(given) : Promise.resolve(given);
    },
  };
}

const reply = (text: string, rest: Partial<SummaryReply> = {}): SummaryReply => ({
  text,
  thinking: '',
  finish: 'stop',
  ...rest,
});

function optionsFor({ ledger }: EngineFixture, rest: Partial<WritingOptions> = {}): WritingOptions {
  return {
    counter: ledger.counter,
    chunkCharacters: 50_000,
    maximumChunks: 4,
    customPrompt: '',
    signal: new AbortController().signal,
    skip: new AbortController().signal,
    onProgress: () => undefined,
    ...rest,
  };
}

/** Writes and swaps in, and checks that the context is valid and smaller. */
async function summarized(
  session: EngineFixture,
  summarizer: Summarizer,
  rest: Partial<WritingOptions> = {},
): Promise<Decision> {
  const { ledger, options } = session;
  const before = ledger.totalTokens;
  const plan = planned(session);
  const decision = takeSummary(
    { ...options, ledger },
    plan,
    await writeSummary(plan, summarizer, optionsFor(session, rest)),
  );
  if (decision === null) throw new Error('the plan was stale');
  expect(contextFaults(renderContext(ledger))).toEqual([]);
  expect(ledger.totalTokens).toBeLessThan(before);
  expect(ledger.totalTokens).toBeLessThanOrEqual(inputLimit(options.limits));
  return decision;
}

describe('④ a full summary', () => {
  it('stands for the middle, with pointer, state and facts', async () => {
    const session = fixture();
    const decision = await summarized(
      session,
      summarizerOf(() => reply(GOOD)),
    );
    expect(decision).toMatchObject({ strategy: 'summarizeFull', layer: 3, summary: { level: 'full', chunks: 1 } });
    const text = session.ledger.notice?.text ?? '';
    expect(text).toContain(GOOD);
    expect(text).toContain(decision.removal?.pointer ?? 'no pointer');
    expect(text).toContain('src/file3.ts');
    expect(session.ledger.fates.summarized).toBe(decision.removal?.indexes.length);
    const { found, inSummary, listed, reachable } = decision.summary?.facts ?? {
      found: 0,
      inSummary: 0,
      listed: 0,
      reachable: 0,
    };
    expect(inSummary + listed + reachable).toBe(found);
  });

  it('asks once for what is short, in parts and once more for what is long, all in parallel', async () => {
    const short = summarizerOf(() => reply(GOOD));
    await summarized(fixture(), short);
    expect(short.requests).toHaveLength(1);
    let running = 0;
    let most = 0;
    const long: Summarizer = {
      model: 'small-model',
      windowTokens: 100_000,
      summarize: async () => {
        most = Math.max(most, (running += 1));
        await Promise.resolve();
        running -= 1;
        return reply(GOOD);
      },
    };
    const decision = await summarized(fixture(60), long);
    expect(decision.summary?.chunks).toBe(4);
    expect(most).toBe(4);
  });

  it('asks for nine sections in the language of the user', async () => {
    const summarizer = summarizerOf(() => reply(GOOD));
    await summarized(fixture(), summarizer);
    const [request] = summarizer.requests;
    expect(request?.instructions).toMatch(/1\. User intent and goals[\s\S]*9\. Plan for the next step/);
    expect(request?.instructions).toContain('English');
    expect(request?.text).toContain('src/file3.ts');
  });

  it('fills a prompt of the user', async () => {
    const summarizer = summarizerOf(() => reply(GOOD));
    await summarized(fixture(), summarizer, { customPrompt: 'Only decisions:\n{messages}\nEnd.' });
    expect(summarizer.requests[0]).toMatchObject({ instructions: '' });
    expect(summarizer.requests[0]?.text).toMatch(/^Only decisions:\n[\s\S]*src\/file3\.ts[\s\S]*\nEnd\.$/);
  });

  it('sends no more than the window of the summarizer takes', async () => {
    const summarizer = { ...summarizerOf(() => reply(GOOD)), windowTokens: 16_000 };
    await summarized(fixture(100, 8_000, 200_000), summarizer);
    for (const { text } of summarizer.requests) expect(text.length / 4).toBeLessThan(16_000);
  });

  it('carries an earlier summary over', async () => {
    const session = fixture();
    await summarized(
      session,
      summarizerOf(() => reply(GOOD)),
    );
    for (const message of [
      user('More.'),
      ...fixture(8).ledger.steps.visible.map(() => assistant('word '.repeat(400))),
    ]) {
      session.ledger.append(message);
    }
    const second = summarizerOf(() => reply(GOOD.replace('retry', 'second retry')));
    await summarized(session, second);
    expect(second.requests[0]?.text).toContain('The user wants a retry in src/http.ts');
    expect(session.ledger.notice?.text).toContain('second retry');
  });
});

describe('⑤ when the summarizer fails', () => {
  const failures: [SummaryFault, SummaryReply | Error][] = [
    ['server', new SummarizerFailure('server', '500')],
    ['server', new TypeError('a fault of ours')],
    ['timeout', new SummarizerFailure('timeout', 'too long')],
    ['overflow', new SummarizerFailure('overflow', 'too many tokens')],
    ['network', new SummarizerFailure('network', 'no route')],
    ['authentication', new SummarizerFailure('authentication', 'no key')],
    ['empty', reply('')],
    ['thinkingOnly', reply('', { thinking: 'hm' })],
    ['refusal', reply("I'm sorry, I can't do that.")],
    ['errorText', reply('Error: 500 from upstream')],
    ['toolCall', reply('', { finish: 'tool-calls' })],
    ['cutOff', reply(GOOD, { finish: 'length' })],
    ['notSmaller', reply(`${GOOD}\n${'word '.repeat(100_000)}`)],
  ];

  it.each(failures)('%s: an outline takes the place, and nothing of the failure', async (fault, given) => {
    const session = fixture();
    const decision = await summarized(
      session,
      summarizerOf(() => given),
    );
    expect(decision.strategy).toBe('summarizePartial');
    expect(decision.summary).toMatchObject({ level: 'outline', model: null });
    expect(decision.summary?.faults[0]).toEqual({ level: 'full', fault });
    const text = session.ledger.notice?.text ?? '';
    expect(text).toContain('src/file3.ts');
    if (!(given instanceof Error) && given.text.length > 0 && given.text.length < 100)
      expect(text).not.toContain(given.text);
  });

  it('level 1: tries again without oversized messages, noting them', async () => {
    const session = fixture(12, 20_000, 200_000);
    const summarizer = summarizerOf((request) =>
      request.text.includes('left out for its size') || request.instructions.includes('You join')
        ? reply(GOOD)
        : new SummarizerFailure('overflow', 'too many'),
    );
    const decision = await summarized(session, summarizer);
    expect(decision.summary?.level).toBe('withoutOversized');
    expect(decision.summary?.oversized.length).toBeGreaterThan(0);
  });

  it('level 2: keeps the chunks that succeeded', async () => {
    const session = fixture(60, 3_000, 200_000);
    const summarizer = summarizerOf((request) =>
      request.instructions.includes('part 2 of') ? new SummarizerFailure('server', '500') : reply(GOOD),
    );
    const decision = await summarized(session, summarizer);
    expect(decision.summary).toMatchObject({ level: 'outline', model: 'small-model' });
    expect(session.ledger.notice?.text).toContain(GOOD);
  });

  it('goes on without the model when a person skips it', async () => {
    const skip = new AbortController();
    skip.abort();
    const decision = await summarized(
      fixture(),
      summarizerOf(() => reply(GOOD)),
      { skip: skip.signal },
    );
    expect(decision.summary).toMatchObject({ level: 'outline', faults: [{ level: 'full', fault: 'cancelled' }] });
  });

  it('does nothing when it is given up', async () => {
    const session = fixture();
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    const plan = planned(session);
    const options = optionsFor(session, { signal: stop.signal });
    await expect(
      writeSummary(
        plan,
        summarizerOf(() => reply(GOOD)),
        options,
      ),
    ).rejects.toThrow('stopped');
  });
});

describe('swapping in', () => {
  async function writtenSummary(): Promise<{ session: EngineFixture; plan: SummaryPlan; written: WrittenSummary }> {
    const session = fixture();
    const plan = planned(session);
    const summarizer = summarizerOf(() => reply(GOOD));
    return { session, plan, written: await writeSummary(plan, summarizer, optionsFor(session)) };
  }

  it('is refused when a message of it was pinned meanwhile', async () => {
    const { session, plan, written } = await writtenSummary();
    const { ledger, options } = session;
    ledger.setPinned(plan.indexes[2] ?? 0, true);
    expect(takeSummary({ ...options, ledger }, plan, written)).toBeNull();
    expect(ledger.fates.summarized).toBe(0);
  });

  it('bears messages that came meanwhile', async () => {
    const { session, plan, written } = await writtenSummary();
    const { ledger, options } = session;
    ledger.append(user('And this.'));
    expect(takeSummary({ ...options, ledger }, plan, written)).not.toBeNull();
    expect(ledger.state(ledger.length - 1).fate).toBe('kept');
  });
});
