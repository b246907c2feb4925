import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { readTranscript } from '../../../src/transcripts/registry';
import { TranscriptError, type Transcript } from '../../../src/transcripts/transcript';
import { fixtureFolder, withFolder } from '../../support/sessionFiles';

// Many files are written and read; a busy machine takes its time over that.
vi.setConfig({ testTimeout: 60_000 });

/** Sessions that are documents, some with others beside them, by the file that is opened. */
const SESSIONS = [
  'cline/session/1764500000000_k3x9q.messages.json',
  'cline/tasks/1764500000000/api_conversation_history.json',
  'cline/tasks/1764500000000/ui_messages.json',
  'roo/tasks/task-1/api_conversation_history.json',
  'roo/tasks/task-1/ui_messages.json',
  'openhands/conversation/base_state.json',
  'openhands/trajectory.json',
  'opencode/session.json',
];

const HOSTILE = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';

/** The transcript, or null for a file that is refused with a reason. Anything else that is thrown is a fault. */
async function readOrRefuse(path: string, format?: string): Promise<Transcript | null> {
  try {
    return await readTranscript(path, { format });
  } catch (error) {
    if (error instanceof TranscriptError) return null;
    throw error;
  }
}

function checkTranscript({ messages, callBoundaries, recorded }: Transcript): void {
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  for (const boundary of callBoundaries) expect(messages[boundary - 1]?.role).toMatch(/^(user|tool)$/);
  let last = 0;
  for (const { index, effects = [], summary } of recorded?.compactions ?? []) {
    expect(index).toBeGreaterThanOrEqual(last);
    expect(index).toBeLessThanOrEqual(messages.length);
    if (summary !== undefined) expect(messages[summary]?.synthetic).toBe('summary');
    for (const { from, to } of effects) expect(0 <= from && from < to && to <= messages.length).toBe(true);
    last = index;
  }
  expect({}).not.toHaveProperty('polluted');
}

/** A value with one part of it, by a number, replaced by another value. */
function withReplaced(value: unknown, place: { left: number }, replacement: unknown): unknown {
  place.left -= 1;
  if (place.left < 0 && place.left > -2) return replacement;
  if (Array.isArray(value)) return value.map((item) => withReplaced(item, place, replacement));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withReplaced(item, place, replacement)]));
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + sizeOf(item), 1);
}

describe.each(SESSIONS)('a reader given %s', (session) => {
  const [root = ''] = session.split('/');
  const opened = relative(root, session);
  const names = readdirSync(join(fixtureFolder, root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(fixtureFolder, root), join(entry.parentPath, entry.name)))
    // Files of the session itself, and the list of all that it may look into.
    .filter((name) => name === opened || name.startsWith(`${dirname(opened)}/`) || name.startsWith('state/'));
  const format = root;

  /** Reads a copy of the session in which some of its files say something else. */
  async function readWith(changes: ReadonlyMap<string, string | Uint8Array>): Promise<Transcript | null> {
    return withFolder(async (folder) => {
      for (const name of names) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), changes.get(name) ?? readFileSync(join(fixtureFolder, root, name)));
      }
      return readOrRefuse(join(folder, opened), format);
    });
  }

  it('gives a whole transcript', async () => {
    const transcript = await readOrRefuse(join(fixtureFolder, session));
    expect(transcript?.format).toBe(format);
    if (transcript !== null) checkTranscript(transcript);
  });

  it('survives any part of any of its files being anything', async () => {
    const change = fc.record({
      name: fc.constantFrom(...names),
      place: fc.nat(),
      replacement: fc.oneof(fc.jsonValue(), fc.constantFrom(null, '', -1, 1e300, [], {}, [[]], [null], '../../x')),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (list) => {
        const changes = new Map(
          list.map(({ name, place, replacement }) => {
            const value: unknown = JSON.parse(readFileSync(join(fixtureFolder, root, name), 'utf8'));
            return [name, JSON.stringify(withReplaced(value, { left: place % sizeOf(value) }, replacement))];
          }),
        );
        const transcript = await readWith(changes);
        if (transcript !== null) checkTranscript(transcript);
      }),
      { numRuns: 60 },
    );
  });

  it('survives its files being cut, changed in bytes, or hostile', async () => {
    const change = fc.record({ name: fc.constantFrom(...names), share: fc.double({ min: 0, max: 1, noNaN: true }) });
    await fc.assert(
      fc.asyncProperty(change, fc.boolean(), async ({ name, share }, isCut) => {
        const bytes = Uint8Array.from(readFileSync(join(fixtureFolder, root, name)));
        const position = Math.floor(share * (bytes.length - 1));
        bytes[position] = 0x5d;
        const transcript = await readWith(new Map([[name, isCut ? bytes.subarray(0, position) : bytes]]));
        if (transcript !== null) checkTranscript(transcript);
      }),
      { numRuns: 20 },
    );
    for (const name of names) {
      const transcript = await readWith(new Map([[name, HOSTILE]]));
      if (transcript !== null) checkTranscript(transcript);
    }
  });
});
