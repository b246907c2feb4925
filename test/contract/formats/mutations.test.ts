import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readTranscript } from '../../../src/transcripts/registry';
import { TranscriptError, type Transcript } from '../../../src/transcripts/transcript';
import { partContent } from '../../support/partContent';
import { caseFile, fixtureFolder, withFile } from '../../support/sessionFiles';

// Many files are written and read; a busy machine takes its time over that.
vi.setConfig({ testTimeout: 60_000 });

/** Inputs of the formats that are read; small ones, as each is read many times. */
const cases = readdirSync(caseFile('.')).filter((name) => !/^14|^21|^23|^30/.test(name));
const fixtures = readdirSync(fixtureFolder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
const files = [...cases.map(caseFile), ...fixtures].map((path) => [relative(fixtureFolder, path), path] as const);

/** The transcript, or null for a file that is refused with a reason. Anything else that is thrown is a fault. */
async function readOrRefuse(content: string | Uint8Array): Promise<Transcript | null> {
  return withFile(content, async (path) => {
    try {
      return await readTranscript(path);
    } catch (error) {
      if (error instanceof TranscriptError) return null;
      throw error;
    }
  });
}

function checkTranscript({ messages, callBoundaries, problems }: Transcript): void {
  // A list without anything in it is a task that lost its history.
  if (messages.length === 0) expect(problems[0]?.reason).toContain('history of this task is empty');
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  for (const boundary of callBoundaries) expect(messages[boundary - 1]?.role).toMatch(/^(user|tool)$/);
  expect([...callBoundaries]).toEqual([...callBoundaries].sort((a, b) => a - b));
  for (const { line, byteOffset } of problems) {
    expect(line).toBeGreaterThan(0);
    expect(byteOffset).toBeGreaterThanOrEqual(0);
  }
}

describe.each(files)('a reader given %s', (name, path) => {
  const content = readFileSync(path);
  const lines = content.toString('utf8').trimEnd().split('\n');

  // Where texts stand in the records is known here only for the formats of these cases.
  it.skipIf(!name.includes('cases/') || /codex|34-/.test(name))('keeps every text, byte for byte', async () => {
    const transcript = await readOrRefuse(content);
    const texts = transcript?.messages.flatMap(({ parts }) => parts.map(partContent)) ?? [];
    const spoken = textsIn(lines.length > 1 && name.endsWith('.jsonl') ? lines : [content.toString('utf8')]);
    expect(spoken.length).toBeGreaterThan(0);
    for (const text of spoken) expect(texts).toContain(text);
  });

  it('survives a cut at any byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(content.length), async (length) => {
        const transcript = await readOrRefuse(content.subarray(0, length));
        if (transcript !== null) checkTranscript(transcript);
      }),
      { numRuns: 25 },
    );
  });

  it('survives lines in any order, repeated, dropped and glued', async () => {
    const mutation = fc.record({
      order: fc.array(fc.nat(lines.length - 1), { minLength: 1, maxLength: lines.length + 3 }),
      breaks: fc.infiniteStream(fc.constantFrom('\n', '\n', '', '\r\n', '\0', '\n\n')),
    });
    await fc.assert(
      fc.asyncProperty(mutation, async ({ order, breaks }) => {
        const text = order.map((index) => `${lines[index] ?? ''}${String(breaks.next().value)}`).join('');
        const transcript = await readOrRefuse(text);
        if (transcript !== null) checkTranscript(transcript);
      }),
      { numRuns: 25 },
    );
  });

  it('survives bytes that changed', async () => {
    const changes = fc.array(fc.tuple(fc.nat(content.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const bytes = Uint8Array.from(content);
        for (const [position, byte] of list) bytes[position] = byte;
        const transcript = await readOrRefuse(bytes);
        if (transcript !== null) checkTranscript(transcript);
      }),
      { numRuns: 25 },
    );
  });
});

it('reads any JSON without failing in an unplanned way', async () => {
  const message = fc.record({ role: fc.constantFrom('user', 'assistant', 'tool', 'x'), content: fc.jsonValue() }, {});
  const record = fc.record(
    {
      type: fc.constantFrom('user', 'assistant', 'system', 'attachment', 'summary'),
      message,
      uuid: fc.string(),
      parentUuid: fc.jsonValue(),
    },
    { requiredKeys: ['type'] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(message, record, fc.jsonValue())), async (values) => {
      for (const text of [JSON.stringify(values), values.map((value) => JSON.stringify(value)).join('\n')]) {
        const transcript = await readOrRefuse(text);
        if (transcript !== null) checkTranscript(transcript);
      }
    }),
    { numRuns: 100 },
  );
});

/** Texts that messages in these lines carry, found without any knowledge of the format: strings under telling names. */
function textsIn(texts: readonly string[]): string[] {
  const found: string[] = [];
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (/^(?:content|text|thinking)$/.test(key) && value !== '') found.push(value);
    } else if (Array.isArray(value)) for (const item of value) visit(item, key);
    else if (typeof value === 'object' && value !== null) {
      // What a raw block holds stays inside its JSON.
      if ('type' in value && /server_tool|_tool_result$|reference|fallback|document/.test(String(value.type))) return;
      for (const [name, item] of Object.entries(value)) visit(item, name);
    }
  };
  for (const text of texts) {
    try {
      const record: unknown = JSON.parse(text);
      const message =
        typeof record === 'object' && record !== null ? (record as { message?: unknown }).message : undefined;
      visit(message ?? (record as { messages?: unknown } | null)?.messages, '');
    } catch {
      // A line that is broken on purpose.
    }
  }
  return found;
}
