import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { printLine } from '../scripts/printLine';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { BarReport } from './bar';
import { medianOf } from './measure';

/** Added latency of a request of which nothing is compressed, ms: the bar. */
const BAR_ADDED_MILLISECONDS = 5;
/** Growth of the gateway's memory over the second half of the load: flat, but for what a collector leaves. */
const BAR_GROWTH = 1.25;

const STREAMS = 64;
const LOAD_MILLISECONDS = 120_000;
/** Requests of each way for the latency, taken in turn. */
const ROUNDS = 200;
/** Exchanges after which a conversation ends and another begins. */
const EXCHANGES = 12;
const CHUNKS = 20;
const PAUSE_MILLISECONDS = 10;

const TOKEN = 'token-of-the-bench-only';

/** The simplest proxy there can be, as a process of its own like the gateway. */
const PLAIN_PROXY = `
const http = require('node:http'); const agent = new http.Agent({ keepAlive: true }); const port = Number(process.argv[1]);
const server = http.createServer((q, s) => {
  const u = http.request({ agent, host: '127.0.0.1', port, method: q.method, path: q.url, headers: q.headers }, (r) => { s.writeHead(r.statusCode, r.headers); r.pipe(s); });
  q.pipe(u);
}).listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port));
`;

interface Message {
  readonly role: string;
  readonly content: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Sends a conversation; the milliseconds to the first byte, and the whole answer. */
function ask(origin: string, messages: readonly Message[], pauses: boolean): Promise<{ first: number; text: string }> {
  const body = JSON.stringify({ model: 'gpt-4o', stream: true, pauses, messages });
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${origin}/v1/chat/completions`,
      {
        agent,
        method: 'POST',
        headers: {
          authorization: `Bearer ${TOKEN}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        let first = 0;
        let text = '';
        response.on('data', (chunk: Buffer) => {
          if (first === 0) first = performance.now() - start;
          text += chunk.toString('latin1');
        });
        response.on('end', () => resolve({ first, text }));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const ANSWER = [
  ...Array.from(
    { length: CHUNKS },
    (_, place) =>
      `data: {"model":"gpt-4o","choices":[{"index":0,"delta":{"content":"word${String(place)} "},"finish_reason":null}]}\n\n`,
  ),
  'data: {"model":"gpt-4o","choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":9}}\n\n',
  'data: [DONE]\n\n',
];

async function startUpstream(): Promise<Server> {
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString('latin1')));
    incoming.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const pauses = body.includes('"pauses":true');
      void (async () => {
        for (const piece of ANSWER) {
          response.write(piece);
          if (pauses) await sleep(PAUSE_MILLISECONDS);
        }
        response.end();
      })();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Starts a process that prints its address. */
async function startServer(
  args: readonly string[],
): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const env = { ...process.env, STRATA_GATEWAY_TOKEN: TOKEN, STRATA_UPSTREAM_KEY: 'sk-none' };
  const child = spawn(process.execPath, [...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) return { child, origin: line };
  throw new Error('The server did not start.');
}

/** MB that a process takes. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_000;
}

function conversation(): Message[] {
  return [
    { role: 'system', content: 'You are a helpful agent.' },
    { role: 'user', content: `Conversation ${randomUUID()}. ${'Some words about the code. '.repeat(80)}` },
  ];
}

const reply: Message = {
  role: 'assistant',
  content: Array.from({ length: CHUNKS }, (_, place) => `word${String(place)}`).join(' '),
};

/** One client: conversation after conversation until the time is over. */
async function client(origin: string, until: number, outcome: { requests: number; broken: number }): Promise<void> {
  while (performance.now() < until) {
    const messages = conversation();
    for (let exchange = 0; exchange < EXCHANGES && performance.now() < until; exchange += 1) {
      const answer = await ask(origin, messages, true).catch(() => null);
      outcome.requests += 1;
      if (answer?.text !== ANSWER.join('')) outcome.broken += 1;
      messages.push(reply, { role: 'user', content: `Go on. ${'More words about the code. '.repeat(40)}` });
    }
  }
}

/** `npm run bench -- gateway`. Returns 1 where a bar is missed. */
export async function main(args: readonly string[]): Promise<number> {
  const report = new BarReport();
  const milliseconds = args[0] === undefined ? LOAD_MILLISECONDS : Number(args[0]);
  const folder = await mkdtemp(join(tmpdir(), 'strata-bench-'));
  const upstream = await startUpstream();
  const { port } = upstream.address() as AddressInfo;
  const cli = join(repositoryRoot, 'dist/cli/gateway.mjs');
  const run = `import('${cli}').then(({ main }) => main(process.argv.slice(1)))`;
  const gateway = await startServer([
    '--input-type=module',
    '-e',
    run,
    '--',
    '--upstream',
    `http://127.0.0.1:${String(port)}/v1`,
    '--sessions',
    folder,
  ]);
  const proxy = await startServer(['-e', PLAIN_PROXY, String(port)]);
  try {
    const ways = { gateway: [] as number[], proxy: [] as number[] };
    for (let round = -20; round < ROUNDS; round += 1) {
      for (const [name, origin] of [
        ['gateway', gateway.origin],
        ['proxy', proxy.origin],
      ] as const) {
        const { first } = await ask(origin, conversation(), false);
        if (round >= 0) ways[name].push(first);
      }
    }
    const [added, plain] = [medianOf(ways.gateway), medianOf(ways.proxy)];
    printLine(
      `first byte, median: gateway ${added.toFixed(2)} ms, plain proxy ${plain.toFixed(2)} ms, ratio ${(added / plain).toFixed(2)}`,
    );
    report.report({
      name: '12 added latency of a request, median',
      value: added - plain,
      unit: 'ms',
      limit: { atMost: BAR_ADDED_MILLISECONDS },
    });
    const outcome = { requests: 0, broken: 0 };
    const until = performance.now() + milliseconds;
    const clients = Array.from({ length: STREAMS }, () => client(gateway.origin, until, outcome));
    await sleep(milliseconds / 2);
    const half = await memoryOf(gateway.child);
    await Promise.all(clients);
    const end = await memoryOf(gateway.child);
    printLine(
      `${String(outcome.requests)} requests of ${String(STREAMS)} streams; memory ${half.toFixed(0)} MB at half, ${end.toFixed(0)} MB at the end`,
    );
    report.report({
      name: `12 streams broken, of ${String(outcome.requests)}`,
      value: outcome.broken,
      unit: '',
      limit: { atMost: 0 },
    });
    report.report({
      name: '12 memory at the end over memory at half',
      value: end / half,
      unit: '×',
      limit: { atMost: BAR_GROWTH },
    });
  } finally {
    gateway.child.kill();
    proxy.child.kill();
    await once(gateway.child, 'exit');
    upstream.close();
    upstream.closeAllConnections();
    agent.destroy();
    await rm(folder, { recursive: true, force: true });
  }
  return report.exitCode;
}
