import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printLine } from '../scripts/printLine';
import { loadCounter } from '../src/cli/modelCounter';
import { engineSettings } from '../src/config/engineSettings';
import { validateSettings } from '../src/config/validateSettings';
import { SessionDesk } from '../src/worker/sessionDesk';
import { BarReport } from './bar';

/** Lines of a session of a gigabyte, as the largest ones have been reported. */
const LINES = 300_000;

/**
 * Memory of the whole process, the program itself and the tokenizer included, MB: what a worker is given (`HEAP_LIMIT_MIB`). Held
 * are 3 kB a message, whatever its length.
 */
const MOST_MEMORY = 2_048;

const SENTENCE = 'the build writes its output to dist and the test reads src/upload.ts with EBUSY at line 42 of retry ';

/**
 * `node scripts/run.mjs bench/largeFile.ts`: a session file of a gigabyte, opened as the inspector opens it: when the first
 * rows show, when the whole is read and replayed, and the memory it takes at most.
 */
export async function main(): Promise<number> {
  const bars = new BarReport();
  const folder = await mkdtemp(join(tmpdir(), 'strata-large-'));
  const path = join(folder, 'session.jsonl');
  try {
    await writeSession(path);
    const { size } = await stat(path);
    printLine(`${String(Math.round(size / 1e6))} MB in ${String(LINES)} lines`);
    const { firstRows, whole, memory, messages } = await openSession(path);
    if (messages !== LINES) throw new Error(`${String(messages)} of ${String(LINES)} messages were read.`);
    printLine(`read and replayed in ${String(Math.round(whole / 1_000))} s`);
    bars.report({ name: '13 first rows of a 1 GB file', value: firstRows, unit: 'ms', limit: { atMost: 2_000 } });
    bars.report({ name: '13 memory for a 1 GB file', value: memory, unit: 'MB', limit: { atMost: MOST_MEMORY } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return bars.exitCode;
}

async function openSession(
  path: string,
): Promise<{ readonly firstRows: number; readonly whole: number; readonly memory: number; readonly messages: number }> {
  const counter = await loadCounter('claude-sonnet-4');
  let [firstRows, memory] = [0, 0];
  const start = performance.now();
  const desk = new SessionDesk({
    counterFor: () => Promise.resolve(counter),
    observe: () => undefined,
    errorBandOf: () => 0,
    emit: (name) => {
      memory = Math.max(memory, process.memoryUsage.rss());
      if (name === 'changed' && firstRows === 0) void noteFirstRows();
    },
  });
  const noteFirstRows = async (): Promise<void> => {
    const { messageCount } = await desk.snapshot();
    if (messageCount > 0 && firstRows === 0) firstRows = performance.now() - start;
  };
  const { settings } = validateSettings({});
  const params = { path, settings: engineSettings(settings), model: null, window: null, reserve: 16_000 };
  await desk.openTranscript(params);
  const whole = performance.now() - start;
  const { messageCount } = await desk.snapshot();
  desk.close();
  return { firstRows, whole, memory: memory / 1e6, messages: messageCount };
}

async function writeSession(path: string): Promise<void> {
  const out = createWriteStream(path);
  for (let index = 0; index < LINES; index++) {
    if (!out.write(`${JSON.stringify(recordOf(index))}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

/** A request, a call, its result, and an answer, over and over. */
function recordOf(index: number): object {
  const base = {
    parentUuid: index === 0 ? null : `uuid-${String(index - 1)}`,
    uuid: `uuid-${String(index)}`,
    sessionId: 'bench',
    cwd: '/project',
    timestamp: new Date(1_700_000_000_000 + index * 1_000).toISOString(),
  };
  const text = `${String(index)} ${SENTENCE.repeat(2)}`;
  const replied = (content: object): object => ({
    ...base,
    type: 'assistant',
    message: { id: `message-${String(index)}`, model: 'claude-sonnet-4', content: [content] },
  });
  switch (index % 4) {
    case 0:
      return { ...base, type: 'user', message: { role: 'user', content: text } };
    case 1:
      return replied({ type: 'tool_use', id: `call-${String(index)}`, name: 'Bash', input: { command: text } });
    case 2: {
      const content = `${String(index)} ${SENTENCE.repeat(120)}`;
      const result = { type: 'tool_result', tool_use_id: `call-${String(index - 1)}`, content };
      return { ...base, type: 'user', message: { role: 'user', content: [result] } };
    }
    default:
      return replied({ type: 'text', text });
  }
}
