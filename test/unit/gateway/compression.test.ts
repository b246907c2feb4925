import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseCompressionConfig } from '../../../src/config/compressionConfig';
import type { Settings } from '../../../src/config/settings';
import {
  chatReply,
  messagesReply,
  sendJson,
  startRawUpstream,
  type RawUpstream,
} from '../../support/gateway/rawUpstream';
import { startTestGateway, type TestGateway } from '../../support/gateway/testGateway';

/** Some sixty tokens a line. */
const LINE =
  'The function at src/parser/tokens.ts:42 returns a list of tokens and never throws, whatever it is given to read.\n';

const SUMMARY = [
  '## User intent and goals\nFix the parser.',
  '## Key concepts and terms\nTokens.',
  '## Files and paths\nsrc/parser/tokens.ts',
  '## Errors and their fixes\nNone.',
  '## Problem-solving approach\nReading.',
  '## Key user messages\nFix the parser.',
  '## Pending tasks\nTests.',
  '## Current progress\nRead.',
  '## Plan for the next step\nWrite the test.',
].join('\n\n');

/** A chat of so many exchanges about the size of a line times `lines` each. */
function chat(exchanges: number, lines: number): { role: string; content: string }[] {
  const messages = [{ role: 'system', content: 'You are a helpful agent.' }];
  for (let turn = 0; turn < exchanges; turn += 1) {
    messages.push({ role: 'user', content: `Question ${String(turn)}. ${LINE.repeat(lines)}` });
    messages.push({ role: 'assistant', content: `Answer ${String(turn)}. ${LINE.repeat(lines)}` });
  }
  return [...messages, { role: 'user', content: 'And now?' }];
}

const isSummaryRequest = (body: Readonly<Record<string, unknown>>): boolean => body['model'] === 'cheap';

describe('proactive compression of a chat', () => {
  let upstream: RawUpstream;
  let gateway: TestGateway;
  let summary: (response: Parameters<typeof sendJson>[0]) => void;

  const start = async (settings: Partial<Settings>): Promise<void> => {
    gateway = await startTestGateway({ upstream: `${upstream.origin}/v1`, settings });
  };

  const proactive: Partial<Settings> = {
    'compression.enabled': true,
    'compression.thresholdTokens': 4_000,
    'compression.targetTokens': 1_500,
    'compression.preserveRecentMessages': 3,
    'compression.summarizerModel': 'cheap',
  };

  beforeEach(async () => {
    summary = (response) => sendJson(response, chatReply(SUMMARY));
    upstream = await startRawUpstream((request, response) => {
      if (isSummaryRequest(request.json)) summary(response);
      else sendJson(response, request.url.startsWith('/v1/messages') ? messagesReply('Done.') : chatReply('Done.'));
    });
  });

  afterEach(async () => {
    await gateway.stop();
    await upstream.stop();
  });

  const sent = (): Readonly<Record<string, unknown>>[] =>
    upstream.requests.filter(({ json }) => !isSummaryRequest(json)).map(({ json }) => json);
  const messagesOf = (body: Readonly<Record<string, unknown>> | undefined): { role: string; content: string }[] =>
    body?.['messages'] as { role: string; content: string }[];

  it('puts a summary by the summarizing model in the place of old messages, through the same upstream', async () => {
    await start(proactive);
    const messages = chat(12, 6);
    const answer = await gateway.post('/v1/chat/completions', { model: 'gpt-4o', messages, custom_field: { kept: 1 } });
    expect(answer.status).toBe(200);
    const [body] = sent();
    const shown = messagesOf(body);
    expect(body?.['custom_field']).toEqual({ kept: 1 });
    expect(shown.length).toBeLessThan(messages.length);
    expect(shown[0]).toEqual(messages[0]);
    expect(shown[1]).toEqual(messages[1]);
    expect(shown.slice(-3)).toEqual(messages.slice(-3));
    const notice = shown.find(({ content }) => content.includes('Fix the parser.'));
    expect(notice?.content).toMatch(/^\[summary of \d+ earlier messages\]/);
    // The pointer is a file the client's own tools can read, with what was said.
    const pointer = /\] (\S+\.md)/.exec(notice?.content ?? '')?.[1] ?? '';
    expect(pointer.startsWith(gateway.folder)).toBe(true);
    expect(await readFile(pointer, 'utf8')).toContain('Answer 1. ');
    const [request] = upstream.requests.filter(({ json }) => isSummaryRequest(json));
    expect(request?.headers.authorization).toBe('Bearer sk-upstream');
  });

  it('compresses the same prefix the same way at every later request', async () => {
    await start(proactive);
    const messages = chat(12, 6);
    await gateway.post('/v1/chat/completions', { model: 'gpt-4o', messages });
    const longer = [...messages, { role: 'assistant', content: 'Done.' }, { role: 'user', content: 'Go on.' }];
    await gateway.post('/v1/chat/completions', { model: 'gpt-4o', messages: longer });
    const [first, second] = sent().map(messagesOf);
    expect(second?.slice(0, first?.length)).toEqual(first);
    expect(second?.slice(first?.length)).toEqual(longer.slice(-2));
    expect((await gateway.store.list()).map(({ client }) => client)).toEqual(['node']);
  });

  it('knows a conversation again after a restart, and one that took another way', async () => {
    await start(proactive);
    const messages = chat(12, 6);
    await gateway.post('/v1/chat/completions', { model: 'gpt-4o', messages });
    gateway = await gateway.restart();
    const longer = [...messages, { role: 'assistant', content: 'Done.' }, { role: 'user', content: 'Go on.' }];
    await gateway.post('/v1/chat/completions', { model: 'gpt-4o', messages: longer });
    const otherWay = [...longer.slice(0, -1), { role: 'user', content: 'Go another way.' }];
    await gateway.post('/v1/chat/completions', { model: 'gpt-4o', messages: otherWay });
    const [first, second, third] = sent().map(messagesOf);
    expect(second?.slice(0, first?.length)).toEqual(first);
    expect(third?.slice(0, first?.length)).toEqual(first);
    expect(third?.at(-1)).toEqual(otherWay.at(-1));
    await gateway.stop();
    expect(upstream.requests.filter(({ json }) => isSummaryRequest(json))).toHaveLength(1);
  });

  it('lets a request go on as it came when the summarizer fails, and says so', async () => {
    await start(proactive);
    summary = (response) => sendJson(response, '{"error":{"message":"no such model"}}', 500);
    const body = JSON.stringify({ model: 'gpt-4o', messages: chat(12, 6) });
    const answer = await gateway.post('/v1/chat/completions', body);
    expect(answer.status).toBe(200);
    expect(upstream.requests.at(-1)?.body).toBe(body);
    expect(gateway.problems.join('\n')).toContain('The summary failed: 500 {"error":{"message":"no such model"}}');
  });

  it('waits no longer for a summary than it was told to, and takes it into a later request', async () => {
    await start({ ...proactive, 'gateway.patienceSeconds': 0 });
    const messages = chat(12, 6);
    const body = JSON.stringify({ model: 'gpt-4o', messages });
    await gateway.post('/v1/chat/completions', body);
    expect(messagesOf(sent()[0])).toHaveLength(messages.length);
    await expect.poll(() => upstream.requests.length).toBe(2);
    await expect
      .poll(async () => {
        await gateway.post('/v1/chat/completions', body);
        return messagesOf(sent().at(-1)).length;
      })
      .toBeLessThan(messages.length);
  });

  it('does for Anthropic’s messages what it does for chats, and leaves caches marked', async () => {
    await start(proactive);
    const [system, ...messages] = chat(12, 6);
    const marked = messages.map((message, index) =>
      index === messages.length - 1
        ? { role: 'user', content: [{ type: 'text', text: message.content, cache_control: { type: 'ephemeral' } }] }
        : message,
    );
    const body = { model: 'claude-3-haiku-20240307', max_tokens: 100, system: system?.content, messages: marked };
    summary = (response) => sendJson(response, messagesReply(SUMMARY));
    const headers = { 'anthropic-version': '2023-06-01' };
    expect((await gateway.post('/v1/messages?beta=true', body, headers)).status).toBe(200);
    const shown = messagesOf(sent()[0]);
    expect(shown.length).toBeLessThan(messages.length);
    expect(shown.at(-1)).toEqual(marked.at(-1));
    expect(upstream.requests.map(({ url }) => url)).toEqual(['/v1/messages?beta=true', '/v1/messages?beta=true']);
  });

  const examples: readonly (readonly [
    name: string,
    config: unknown,
    model: string,
    tokens: number,
    compresses: boolean,
  ])[] = [
    [
      'a threshold and a target',
      { compression: { enabled: true, threshold_tokens: 4000, target_tokens: 1500, summarizer_model: 'cheap' } },
      'gpt-4o',
      9_000,
      true,
    ],
    [
      'several stages, the highest that is passed',
      {
        compression: {
          enabled: true,
          summarizer_model: 'cheap',
          stages: [
            { threshold_tokens: 5000, target_tokens: 3000 },
            { threshold_tokens: 8000, target_tokens: 4000 },
          ],
        },
      },
      'gpt-4o',
      9_000,
      true,
    ],
    ['a scenario for long contexts, below it', scenarios(4_000), 'claude-3-haiku-20240307', 9_000, false],
    ['a scenario for long contexts, above it', scenarios(4_000), 'claude-3-haiku-20240307', 40_000, true],
    ['a scenario of another provider', scenarios(4_000), 'gpt-4o', 40_000, false],
  ];

  it.each(examples)('follows the reference’s configuration: %s', async (_name, config, model, tokens, compresses) => {
    const { value, problems } = parseCompressionConfig(config);
    expect(problems).toEqual([]);
    await start({ 'compression.config': value, 'compression.summarizerModel': 'cheap' });
    const messages = chat(12, Math.round(tokens / 24 / 24));
    const body = JSON.stringify({ model, messages });
    await gateway.post('/v1/chat/completions', body);
    const length = messagesOf(sent()[0]).length;
    if (compresses) expect(length).toBeLessThan(messages.length);
    else expect(upstream.requests.map((request) => request.body)).toEqual([body]);
  });

  it('asks with the prompt of the user', async () => {
    const config = {
      compression: {
        enabled: true,
        threshold_tokens: 4000,
        target_tokens: 1500,
        custom_prompt: 'Resumen técnico:\n\n{messages}\n\nResumen:',
      },
    };
    await start({ 'compression.config': parseCompressionConfig(config).value, 'compression.summarizerModel': 'cheap' });
    await gateway.post('/v1/chat/completions', { model: 'gpt-4o', messages: chat(12, 6) });
    const [request] = upstream.requests.filter(({ json }) => isSummaryRequest(json));
    expect(request?.body).toMatch(/Resumen técnico:\\n\\n[^]*Answer 1\.[^]*\\n\\nResumen:/);
  });
});

function scenarios(threshold: number): unknown {
  return {
    profiles: {
      default: {
        scenarios: {
          longContext: {
            providers: ['anthropic'],
            compression: { enabled: true, threshold_tokens: threshold, target_tokens: 2000 },
          },
          default: { providers: ['anthropic'], compression: { enabled: false } },
        },
      },
    },
  };
}
