import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTranscript, openTranscript } from '../src/transcripts/registry';

const lines = Number(process.env['STRATA_LARGE_LINES'] ?? 300_000);

const words = 'the build writes its output to dist and the test reads src/upload.ts with EBUSY at line 42 of retry ';

async function write(path: string): Promise<void> {
  const out = createWriteStream(path);
  let parent: string | null = null;
  for (let index = 0; index < lines; index++) {
    const uuid = `uuid-${String(index)}`;
    const base = { parentUuid: parent, uuid, sessionId: 's', cwd: '/w', timestamp: '2026-01-01T00:00:00.000Z' };
    const kind = index % 4;
    const text = `${String(index)} ${words.repeat(2)}`;
    const output = `${String(index)} `.concat(words.repeat(120));
    const record =
      kind === 0
        ? { ...base, type: 'user', message: { role: 'user', content: text } }
        : kind === 1 || kind === 3
          ? {
              ...base,
              type: 'assistant',
              message: {
                id: `m-${uuid}`,
                model: 'claude-sonnet-4',
                content:
                  kind === 1
                    ? [{ type: 'tool_use', id: `t-${uuid}`, name: 'Bash', input: { command: text } }]
                    : [{ type: 'text', text }],
              },
            }
          : {
              ...base,
              type: 'user',
              message: {
                role: 'user',
                content: [{ type: 'tool_result', tool_use_id: `t-${String(parent)}`, content: output }],
              },
            };
    parent = uuid;
    if (!out.write(`${JSON.stringify(record)}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

const folder = await mkdtemp(join(tmpdir(), 'strata-large-'));
const path = join(folder, 'large.jsonl');
try {
  await write(path);
  console.log('bytes', (await stat(path)).size);
  let start = performance.now();
  const first = await readTranscript(path, { firstBytes: 4 << 20 });
  console.log('first rows', first.messages.length, performance.now() - start);
  start = performance.now();
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 100);
  const file = await openTranscript(path, {
    onProgress: () => {
      peak = Math.max(peak, process.memoryUsage().rss);
    },
  });
  clearInterval(timer);
  console.log(
    'whole',
    file.transcript.messages.length,
    file.transcript.problems.length,
    performance.now() - start,
    'peak MB',
    peak / 1e6,
  );
  globalThis.gc?.();
  console.log('heap MB', process.memoryUsage().heapUsed / 1e6, process.memoryUsage().rss / 1e6);
  file.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
