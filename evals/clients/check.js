// Real clients through the gateway: what they get must be what they get without it, and a long tool session must pass.
// Usage, after `npm run build`: npm ci --prefix evals/clients && node evals/clients/check.js [FOLDER OF THE BUILD]
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';

const TOKEN = 'token-of-the-client-check';
const TURNS = 60;
/** Characters of a request above which the upstream refuses it: a window of 8 192 tokens. */
const WINDOW = 8_192 * 4;
const WORDS = 'Héllo from the upstream 😀, in pieces.';

function chat(body) {
  const message = { role: 'assistant', content: WORDS };
  const base = { id: 'chatcmpl-1', created: 1, model: body.model };
  const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };
  if (!body.stream)
    return JSON.stringify({
      ...base,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage,
    });
  const chunk = (delta, finish_reason = null) => ({
    ...base,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  });
  const chunks = [
    chunk({ role: 'assistant', content: '' }),
    ...WORDS.split(/(?<= )/).map((content) => chunk({ content })),
    chunk({}, 'stop'),
  ];
  return `${chunks.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')}data: [DONE]\n\n`;
}

function messages(body) {
  const usage = { input_tokens: 5, output_tokens: 5 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model, stop_sequence: null, usage };
  if (!body.stream)
    return JSON.stringify({ ...message, content: [{ type: 'text', text: WORDS }], stop_reason: 'end_turn' });
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...WORDS.split(/(?<= )/).map((text) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function responses(body) {
  const item = {
    id: 'msg_1',
    type: 'message',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text: WORDS, annotations: [] }],
  };
  const usage = {
    input_tokens: 5,
    output_tokens: 5,
    total_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  const whole = {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: body.model,
    output: [item],
    usage,
    tools: [],
  };
  if (!body.stream) return JSON.stringify(whole);
  const empty = { ...whole, status: 'in_progress', output: [], usage: null };
  const events = [
    { type: 'response.created', response: empty },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    {
      type: 'response.content_part.added',
      item_id: 'msg_1',
      output_index: 0,
      content_index: 0,
      part: { type: 'output_text', text: '', annotations: [] },
    },
    ...WORDS.split(/(?<= )/).map((delta) => ({
      type: 'response.output_text.delta',
      item_id: 'msg_1',
      output_index: 0,
      content_index: 0,
      delta,
      logprobs: [],
    })),
    {
      type: 'response.output_text.done',
      item_id: 'msg_1',
      output_index: 0,
      content_index: 0,
      text: WORDS,
      logprobs: [],
    },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: whole },
  ];
  return events
    .map((event, sequence_number) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`)
    .join('');
}

const seen = [];

function answer(path, text) {
  const body = JSON.parse(text);
  if (text.length > WINDOW) {
    const tokens = Math.ceil(text.length / 4);
    const anthropic = path.includes('messages');
    const message = anthropic
      ? `prompt is too long: ${tokens} tokens > 8192 maximum`
      : `This model's maximum context length is 8192 tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`;
    const error = { message, type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' };
    return {
      status: 400,
      type: 'application/json',
      text: JSON.stringify(anthropic ? { type: 'error', error } : { error }),
    };
  }
  const reply = path.includes('messages') ? messages(body) : path.includes('responses') ? responses(body) : chat(body);
  return { status: 200, type: body.stream ? 'text/event-stream' : 'application/json', text: reply };
}

const upstream = createServer((incoming, response) => {
  const pieces = [];
  incoming.on('data', (piece) => pieces.push(piece));
  incoming.on('end', () => {
    const text = Buffer.concat(pieces).toString();
    seen.push(text);
    const reply = answer(incoming.url, text);
    response.writeHead(reply.status, { 'content-type': reply.type });
    const bytes = Buffer.from(reply.text);
    for (let at = 0; at < bytes.length; at += 37) response.write(bytes.subarray(at, at + 37));
    response.end();
  });
});
await new Promise((listening) => upstream.listen(0, '127.0.0.1', listening));
const direct = `http://127.0.0.1:${upstream.address().port}`;

const sessions = await mkdtemp(join(tmpdir(), 'strata-clients-'));
const build = resolve(process.argv[2] ?? join(import.meta.dirname, '../../dist'));
const cli = pathToFileURL(join(build, 'cli/gateway.mjs')).href;
const gateway = spawn(
  process.execPath,
  [
    '--input-type=module',
    '-e',
    `import(${JSON.stringify(cli)}).then(({ main }) => main(process.argv.slice(1)))`,
    '--',
    '--upstream',
    `${direct}/v1`,
    '--sessions',
    sessions,
    '--set',
    'model.window=8192',
  ],
  {
    env: { ...process.env, STRATA_GATEWAY_TOKEN: TOKEN, STRATA_UPSTREAM_KEY: 'sk-none' },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const through = await new Promise((told) => createInterface({ input: gateway.stdout }).once('line', told));

const collect = async (stream, textOf) => {
  let text = '';
  for await (const event of stream) text += textOf(event) ?? '';
  return text;
};
const prompt = [{ role: 'user', content: 'Say hello.' }];

/** What each client makes of an answer, at an address. */
const clients = {
  'openai chat': async (origin) => {
    const client = new OpenAI({ baseURL: `${origin}/v1`, apiKey: TOKEN });
    const whole = await client.chat.completions.create({ model: 'gpt-4', messages: prompt });
    const stream = await client.chat.completions.create({ model: 'gpt-4', messages: prompt, stream: true });
    return [whole, await collect(stream, (chunk) => chunk.choices[0]?.delta.content)];
  },
  'openai responses': async (origin) => {
    const client = new OpenAI({ baseURL: `${origin}/v1`, apiKey: TOKEN });
    const whole = await client.responses.create({ model: 'gpt-4', input: prompt });
    const stream = await client.responses.create({ model: 'gpt-4', input: prompt, stream: true });
    return [whole, await collect(stream, (event) => (event.type === 'response.output_text.delta' ? event.delta : ''))];
  },
  anthropic: async (origin) => {
    const client = new Anthropic({ baseURL: origin, apiKey: TOKEN });
    const whole = await client.messages.create({ model: 'claude-3-haiku-20240307', max_tokens: 50, messages: prompt });
    const stream = client.messages.stream({ model: 'claude-3-haiku-20240307', max_tokens: 50, messages: prompt });
    return [whole, await stream.finalMessage()];
  },
  'ai sdk, openai': async (origin) => {
    const model = createOpenAI({ baseURL: `${origin}/v1`, apiKey: TOKEN }).chat('gpt-4');
    return [
      (await generateText({ model, prompt: 'Say hello.' })).text,
      await streamText({ model, prompt: 'Say hello.' }).text,
    ];
  },
  'ai sdk, anthropic': async (origin) => {
    const model = createAnthropic({ baseURL: `${origin}/v1`, apiKey: TOKEN })('claude-3-haiku-20240307');
    return [
      (await generateText({ model, prompt: 'Say hello.' })).text,
      await streamText({ model, prompt: 'Say hello.' }).text,
    ];
  },
  langchain: async (origin) => {
    const model = new ChatOpenAI({ model: 'gpt-4', apiKey: TOKEN, configuration: { baseURL: `${origin}/v1` } });
    const whole = await model.invoke('Say hello.');
    return [whole.content, await collect(await model.stream('Say hello.'), (chunk) => chunk.content)];
  },
};

/** Tool sessions that overflow; each gives the number of turns that were answered. */
const sessionsOf = {
  'openai, 60 turns of tools': async (origin) => {
    const client = new OpenAI({ baseURL: `${origin}/v1`, apiKey: TOKEN, maxRetries: 0 });
    const tools = [
      {
        type: 'function',
        function: { name: 'read_file', parameters: { type: 'object', properties: { path: { type: 'string' } } } },
      },
    ];
    const history = [{ role: 'user', content: 'Read every file.' }];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const id = `call_${turn}`;
      history.push({
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name: 'read_file', arguments: `{"path":"${turn}.ts"}` } }],
      });
      history.push({ role: 'tool', tool_call_id: id, content: `export const value${turn} = 1;\n`.repeat(60) });
      await client.chat.completions.create({ model: 'gpt-4', messages: history, tools });
    }
    return TURNS;
  },
  'anthropic, 60 turns of tools': async (origin) => {
    const client = new Anthropic({ baseURL: origin, apiKey: TOKEN, maxRetries: 0 });
    const tools = [{ name: 'read_file', input_schema: { type: 'object', properties: { path: { type: 'string' } } } }];
    const history = [{ role: 'user', content: 'Read every file.' }];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const id = `toolu_${turn}`;
      history.push({
        role: 'assistant',
        content: [{ type: 'tool_use', id, name: 'read_file', input: { path: `${turn}.ts` } }],
      });
      history.push({
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: `export const value${turn} = 1;\n`.repeat(60) }],
      });
      await client.messages.create({ model: 'claude-3-haiku-20240307', max_tokens: 50, messages: history, tools });
    }
    return TURNS;
  },
};

let failures = 0;
const say = (isGood, words) => {
  failures += isGood ? 0 : 1;
  console.log(`${isGood ? 'ok    ' : 'FAILED'}  ${words}`);
};
try {
  for (const [name, run] of Object.entries(clients)) {
    const before = seen.length;
    try {
      const [one, other] = [await run(direct), await run(through)];
      const bodies = seen.slice(before);
      const half = bodies.length / 2;
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      const isUntouched = bodies.slice(0, half).join() === bodies.slice(half).join();
      say(isSame && isUntouched, `${name}: same answers, requests byte for byte`);
    } catch (error) {
      say(false, `${name}: ${error.message}`);
    }
  }
  for (const [name, run] of Object.entries(sessionsOf)) {
    const alone = await run(direct).then(
      () => 'passed',
      () => 'refused',
    );
    const passed = await run(through).catch((error) => error.message);
    say(
      alone === 'refused' && passed === TURNS,
      `${name}: ${alone} without the gateway, ${passed === TURNS ? 'passed' : passed} through it`,
    );
  }
} finally {
  const ended = new Promise((exited) => gateway.once('exit', exited));
  gateway.kill();
  await ended;
  upstream.close();
  upstream.closeAllConnections();
  await rm(sessions, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
