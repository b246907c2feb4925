import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/engine/journal';
import { SessionStore } from '../../../src/session/sessionStore';
import { temporaryFolder } from './support/temporaryFolder';

const facts = { provider: 'offline', model: 'offline', window: 16_000, reserve: 500 };
const DAY = 86_400_000;

function said(text: string): JournalEntry {
  return { type: 'message', message: { id: text, role: 'user', parts: [{ type: 'text', text }] } };
}

describe('SessionStore', () => {
  it('lists nothing before there is anything', async () => {
    expect(await new SessionStore(join(await temporaryFolder(), 'none')).list()).toEqual([]);
  });

  it('lists title and number of messages of what was written, and opens it again', async () => {
    const store = new SessionStore(await temporaryFolder());
    const stored = await store.create(facts, DAY);
    await stored.journal.append([{ type: 'title', title: 'Fix the build' }, said('a'), said('b')]);
    await stored.journal.close();
    expect(await store.list()).toMatchObject([{ id: stored.id, title: 'Fix the build', messages: 2 }]);
    const again = await store.open(stored.id);
    expect(again.entries).toHaveLength(4);
    await again.journal.append([said('c')]);
    await again.journal.close();
    expect((await store.list())[0]?.messages).toBe(3);
  });

  it('finds the title without a summary', async () => {
    const folder = await temporaryFolder();
    const store = new SessionStore(folder);
    const stored = await store.create(facts, DAY);
    await stored.journal.append([{ type: 'title', title: 'Fix the build' }, said('x'.repeat(200_000))]);
    await stored.journal.close();
    await rm(join(folder, stored.id, 'summary.json'));
    expect(await store.list()).toMatchObject([{ title: 'Fix the build', messages: null }]);
  });

  it('passes over what is no session', async () => {
    const folder = await temporaryFolder({ 'notes.txt': 'x', 'other/journal.jsonl': 'x' });
    await mkdir(join(folder, '20260101-000000-00000000'));
    expect(await new SessionStore(folder).list()).toEqual([]);
  });

  it('tells model and size, and the newest of each', async () => {
    const store = new SessionStore(await temporaryFolder());
    const stored = await store.create(facts, DAY);
    await stored.journal.append([
      said('a'),
      { type: 'model', provider: 'openai', model: 'large', window: 1, reserve: 0 },
    ]);
    await stored.journal.close();
    const [item] = await store.list();
    expect(item?.model).toBe('large');
    expect(item?.bytes).toBe((await readFile(store.journalPath(stored.id))).length);
  });

  it('gives a session another title, in one line, but none that is open', async () => {
    const store = new SessionStore(await temporaryFolder());
    const stored = await store.create(facts, DAY);
    await expect(store.rename(stored.id, 'Mine')).rejects.toMatchObject({ reason: 'locked' });
    await stored.journal.append([said('a')]);
    await stored.journal.close();
    await store.rename(stored.id, '  Fix\n the   build ');
    expect(await store.list()).toMatchObject([{ title: 'Fix the build', messages: 1 }]);
    expect(await store.read(stored.id)).toHaveLength(3);
  });

  it('moves a session with its archive to the trash and back, but none that is open', async () => {
    const store = new SessionStore(await temporaryFolder());
    const stored = await store.create(facts, DAY);
    const original = { pointer: '0123456789abcdef.txt', content: { text: 'kept' } };
    await stored.archive.write([original]);
    await stored.journal.append([{ type: 'title', title: 'Fix the build' }, said('a')]);
    await expect(store.delete(stored.id, DAY)).rejects.toMatchObject({ reason: 'locked' });
    await stored.journal.close();
    await store.delete(stored.id, DAY);
    expect(await store.list()).toEqual([]);
    await expect(store.open(stored.id, 0)).rejects.toMatchObject({ reason: 'missing' });
    await expect(store.delete(stored.id, DAY)).rejects.toMatchObject({ reason: 'missing' });
    expect(await store.listTrash()).toEqual([{ id: stored.id, title: 'Fix the build', deletedAt: DAY }]);
    await store.trash.restore(stored.id);
    expect(await store.list()).toMatchObject([{ title: 'Fix the build', messages: 1 }]);
    expect(await store.listTrash()).toEqual([]);
    const again = await store.open(stored.id, 0);
    expect((await again.archive.read(original.pointer))?.toString()).toBe('kept');
    await again.journal.close();
    await expect(store.trash.restore(stored.id)).rejects.toMatchObject({ reason: 'missing' });
  });

  it('keeps a deleted session for 30 days', async () => {
    const store = new SessionStore(await temporaryFolder());
    const ids: string[] = [];
    for (const deletedAt of [DAY, 2 * DAY]) {
      const stored = await store.create(facts, DAY);
      await stored.journal.close();
      await store.delete(stored.id, deletedAt);
      ids.push(stored.id);
    }
    await store.trash.empty(31 * DAY);
    expect(await store.listTrash()).toHaveLength(2);
    await store.trash.empty(31 * DAY + 1);
    expect(await store.listTrash()).toMatchObject([{ id: ids[1] }]);
    await store.trash.empty(40 * DAY);
    expect(await store.listTrash()).toEqual([]);
  });

  it.each(['../other', '', 'a/b', '20260101-000000-0000000g'])('takes %j for no id', async (id) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'journal.jsonl'), '');
    await expect(new SessionStore(join(folder, 'sessions')).open(id, 0)).rejects.toMatchObject({ reason: 'missing' });
  });
});
