import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/engine/journal';
import { restore } from '../../../src/engine/journalFold';
import { forkedEntries } from '../../../src/session/forkSession';
import { anyJournal } from '../../unit/session/support/journalEntries';

function isUser(entry: JournalEntry): boolean {
  return entry.type === 'message' && entry.message.role === 'user';
}

describe('a fork of any journal', () => {
  it('is the journal before the message, under a header of its own', () => {
    fc.assert(
      fc.property(anyJournal, fc.nat(), (entries, pick) => {
        const messages = entries.filter(({ type }) => type === 'message');
        const users = messages.flatMap((entry, index) => (isUser(entry) ? [index] : []));
        const index = users[pick % Math.max(1, users.length)];
        fc.pre(index !== undefined);
        const [header, ...rest] = forkedEntries(entries, index, 'said', { sessionId: 'own', createdAt: 9 });
        expect(header).toMatchObject({ sessionId: 'own', origin: { historyLength: index } });
        expect(JSON.stringify(restore(rest))).toBe(JSON.stringify(restore(entries).slice(0, index)));
        const place = entries.findIndex((entry) => entry === messages[index]);
        const named = rest.length === place ? 1 : 0;
        expect(rest.slice(0, rest.length - named)).toEqual(entries.slice(1, place));
        expect(rest.slice(rest.length - named).every(({ type }) => type === 'title')).toBe(true);
      }),
    );
  });
});
