import fc from 'fast-check';
import type { HeaderEntry, JournalEntry } from '../../../../src/engine/journal';

export const header: HeaderEntry = {
  type: 'header',
  version: 1,
  sessionId: '20260101-000000-00000000',
  title: 'New session',
  createdAt: 1,
  provider: 'offline',
  model: 'offline',
  window: 16_000,
  reserve: 500,
};

export function said(text: string, role: 'user' | 'assistant' = 'user'): JournalEntry {
  return { type: 'message', message: { id: text.slice(0, 20), role, parts: [{ type: 'text', text }] } };
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  // Lone surrogates, characters of four bytes, and what JSON has to escape.
  fc.constantFrom('', '\ud83d', '👩‍👩‍👧 漢字', '\u0000\n\r\t"\\', '{"type":"message"}\n{"type":"pin"}'),
  fc.string({ maxLength: 20 }).map((text) => text.repeat(150)),
);

/** Journals as a session may have written them, header first. */
export const anyJournal: fc.Arbitrary<readonly JournalEntry[]> = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.tuple(anyText, fc.constantFrom('user', 'assistant')).map(([text, role]) => said(text, role)),
      },
      { weight: 1, arbitrary: anyText.map((title): JournalEntry => ({ type: 'title', title })) },
      {
        weight: 1,
        arbitrary: fc
          .nat(1_000_000)
          .map((inputTokens): JournalEntry => ({ type: 'call', historyLength: 0, inputTokens, model: 'm' })),
      },
    ),
    { maxLength: 40 },
  )
  .map((entries) => [header, ...entries]);
