import { mkdir, rm, writeFile } from 'node:fs/promises';
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

  it('deletes a session with its archive, but none that is open', async () => {
    const store = new SessionStore(await temporaryFolder());
    const stored = await store.create(facts, DAY);
    await stored.archive.write([{ pointer: '0123456789abcdef.txt', content: { text: 'kept' } }]);
    await expect(store.delete(stored.id)).rejects.toMatchObject({ reason: 'locked' });
    await stored.journal.close();
    await store.delete(stored.id);
    expect(await store.list()).toEqual([]);
  });

  it.each(['../other', '', 'a/b', '20260101-000000-0000000g'])('takes %j for no id', async (id) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'journal.jsonl'), '');
    await expect(new SessionStore(join(folder, 'sessions')).open(id, 0)).rejects.toMatchObject({ reason: 'missing' });
  });
});
