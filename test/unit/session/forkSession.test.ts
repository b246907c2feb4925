import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { JournalFold, restore } from '../../../src/engine/journalFold';
import { renderContext } from '../../../src/engine/render';
import { forkedEntries, pointersIn } from '../../../src/session/forkSession';
import { ScriptedProvider, calls, says } from './support/scriptedProvider';
import { resumeSession, startSession, type Harness } from './support/sessionHarness';
import { testCounter } from './support/localPlanner';
import { header, said } from './support/journalEntries';

const files = Object.fromEntries(
  Array.from({ length: 6 }, (_, at) => [`f${at}.txt`, `file ${at} says something here\n`.repeat(400)]),
);
const readAll = Object.keys(files).map((path) => calls(['read_file', { path }]));
const own = { sessionId: 'own', createdAt: 7 };

function contextOf(fold: JournalFold): string {
  return JSON.stringify(renderContext(fold.ledger));
}

/** What the entries name, but for the example in the prompt of the system. */
function namedOriginals(entries: Parameters<typeof restore>[0]): string[] {
  return [...pointersIn(entries)].filter((name) => name !== '9f31c2d4e5f60718.txt').sort();
}

function foldOf(entries: Parameters<typeof restore>[0]): JournalFold {
  const fold = new JournalFold(testCounter());
  for (const entry of entries) fold.fold(entry);
  return fold;
}

/** Three messages of the user, decisions between them; the context right before each is written down. */
async function longSession(): Promise<{ harness: Harness; before: Map<number, string> }> {
  const harness = await startSession(new ScriptedProvider([...readAll, says('Read.'), says('Yes.'), says('So.')]), {
    files_: files,
  });
  const before = new Map<number, string>();
  const send = async (text: string): Promise<void> => {
    before.set(harness.session.fold.ledger.length, contextOf(harness.session.fold));
    await harness.session.send(text);
  };
  await send('Read all of them');
  await harness.session.compact();
  await send('All of them?');
  await harness.session.summarize();
  await harness.session.setPinned(1, true);
  await harness.session.rename('A name of its own');
  await send('And?');
  return { harness, before };
}

describe('a fork', () => {
  it('has the history before the message byte for byte, and the context there was', async () => {
    const { harness, before } = await longSession();
    const { history } = harness.session.fold;
    const places = [...before].slice(1);
    expect(places).toHaveLength(2);
    for (const [index, context] of places) {
      expect(history[index]?.role).toBe('user');
      const stored = await harness.store.fork(harness.id, index, 'Otherwise', 1_700_000_100_000);
      expect(JSON.stringify(restore(stored.entries))).toBe(JSON.stringify(history.slice(0, index)));
      expect(contextOf(foldOf(stored.entries))).toBe(context);
      const fold = foldOf(await harness.store.read(stored.id));
      expect(fold.header?.origin).toEqual({ relation: 'forks', sessionId: harness.id, historyLength: index });
      expect(fold.title).toBe('A name of its own');
      for (const pointer of namedOriginals(stored.entries)) {
        expect((await stored.archive.read(pointer))?.length, pointer).toBeGreaterThan(0);
      }
      await stored.journal.close();
    }
  });

  it('finds every original it speaks of, also once the other session is gone, and none of later', async () => {
    const { harness, before } = await longSession();
    const [, [index] = [0]] = [...before];
    const stored = await harness.store.fork(harness.id, index, 'Otherwise', 1_700_000_100_000);
    const pointers = await stored.archive.list();
    expect(pointers.length).toBeGreaterThan(0);
    expect([...pointers].sort()).toEqual(namedOriginals(stored.entries));
    await rm(dirname(harness.store.journalPath(harness.id)), { recursive: true });
    for (const pointer of pointers) expect((await stored.archive.read(pointer))?.length).toBeGreaterThan(0);
    await stored.journal.close();
  });

  it('goes on by itself, and leaves the other journal as it was but for the link', async () => {
    const { harness, before } = await longSession();
    const path = harness.store.journalPath(harness.id);
    const bytes = await readFile(path, 'utf8');
    const [, [index] = [0]] = [...before];
    const stored = await harness.store.fork(harness.id, index, 'Otherwise', 1_700_000_100_000);
    await stored.journal.close();
    expect(await readFile(path, 'utf8')).toBe(bytes);
    await harness.session.link({ relation: 'forkedTo', sessionId: stored.id });
    expect(harness.events.at(-1)).toMatchObject({ type: 'link-add', link: { sessionId: stored.id } });
    expect((await readFile(path, 'utf8')).startsWith(bytes)).toBe(true);

    const provider = new ScriptedProvider([says('Then so.')]);
    const fork = await resumeSession(provider, { ...harness, id: stored.id });
    await fork.session.send('Otherwise');
    expect(fork.session.fold.ledger.message(index)).toMatchObject({ role: 'user', parts: [{ text: 'Otherwise' }] });
    expect(JSON.stringify(provider.requests[0]?.messages)).toContain('Otherwise');
    expect(JSON.stringify(provider.requests[0]?.messages)).not.toContain('All of them?');
    expect(fork.session.fold.history).toHaveLength(index + 2);
  });

  it('of the first message is named after what is said now', async () => {
    const { harness } = await longSession();
    const stored = await harness.store.fork(harness.id, 1, 'Something else', 1_700_000_100_000);
    expect(foldOf(stored.entries).title).toBe('Something else');
    expect(restore(stored.entries)).toHaveLength(1);
    await stored.journal.close();
  });

  it.each([-1, 1, 2, 9])('is refused at message %i, which nobody typed', async (index) => {
    const entries = [
      header,
      said('a'),
      said('b', 'assistant'),
      {
        type: 'message',
        message: { id: 'i', role: 'user', parts: [{ type: 'text', text: 'x' }], synthetic: 'injected' },
      } as const,
    ];
    expect(() => forkedEntries(entries, index, 'x', own)).toThrow(expect.objectContaining({ reason: 'noMessage' }));
  });

  it('leaves nothing behind where it cannot be made', async () => {
    const { harness } = await longSession();
    const idsOf = async (): Promise<string[]> => (await harness.store.list()).map(({ id }) => id);
    const before = await idsOf();
    await expect(harness.store.fork(harness.id, 2, 'x', 1_700_000_100_000)).rejects.toMatchObject({
      reason: 'noMessage',
    });
    expect(await idsOf()).toEqual(before);
  });

  it('does not take over where the other session led before', () => {
    const link = { type: 'link', relation: 'forkedTo', sessionId: 's' } as const;
    const entries = [header, said('a'), said('b', 'assistant'), link, said('c')];
    expect(forkedEntries(entries, 2, 'd', own).slice(1)).toEqual([said('a'), said('b', 'assistant')]);
  });
});

describe('pointersIn', () => {
  it('finds names of originals in texts and decisions, and nothing that is none', () => {
    const text = 'see\f9f31c2d4e5f60718.txt, /x/aaaabbbbccccdddd.md and abc.txt, zaaaabbbbccccdddd.md';
    expect([...pointersIn([said(text)])]).toEqual(['9f31c2d4e5f60718.txt', 'aaaabbbbccccdddd.md']);
  });
});
