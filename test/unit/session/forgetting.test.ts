import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/engine/journal';
import { JournalFold } from '../../../src/engine/journalFold';
import { archivedName, soundsForgotten } from '../../../src/session/forgetting';
import { said } from './support/journalEntries';
import { testCounter } from './support/localPlanner';
import { ScriptedProvider, calls, says } from './support/scriptedProvider';
import { startSession } from './support/sessionHarness';

describe('soundsForgotten', () => {
  it.each([
    'As I said, use tabs',
    'like I told you, no',
    'I already told you to leave vendor/ alone',
    'I told you: never push',
    'You forgot the tests again',
    "you've forgotten what we agreed",
    'Did you forget the header?',
    "Don't you remember the port?",
    'Como te dije, usa tabuladores',
    'Ya te lo he dicho: sin tocar vendor/',
    'te lo pedí antes',
    'Se te ha olvidado el test',
    '¿No te acuerdas del puerto?',
    'como ya había comentado, no',
  ])('hears it in %j', (text) => {
    expect(soundsForgotten(text)).toBe(true);
  });

  it.each([
    'Add a test for the parser',
    'Show me what the docs said',
    'I told my colleague about it',
    'Please remember to run the tests',
    'The function you wrote is fine',
    'Comenta el código',
    'Dije que sí a la propuesta del cliente',
    '```\nconst asIsaid = "as I said";\n```',
    '',
  ])('hears nothing of it in %j', (text) => {
    expect(soundsForgotten(text)).toBe(false);
  });
});

describe('archivedName', () => {
  it('names what the message asks about where it is out of sight, and nothing that is in sight', async () => {
    const files = { 'src/early.ts': `export const retryLimit = 7; // ${'x'.repeat(3000)}\n` };
    const fillers = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`f${at}.txt`, 'some words\n'.repeat(500)]),
    );
    const provider = new ScriptedProvider([
      calls(['read_file', { path: 'src/early.ts' }]),
      ...Object.keys(fillers).map((path) => calls(['read_file', { path }])),
      says('Read.'),
    ]);
    const { session, store, id } = await startSession(provider, { files_: { ...files, ...fillers }, window: 64_000 });
    await session.send('Read the files');
    const whole = await store.read(id);
    await session.compact();
    const compacted = await store.read(id);
    const nameIn = (entries: readonly JournalEntry[], text: string): string | null => {
      const fold = new JournalFold(testCounter());
      for (const entry of [...entries, said(text)]) fold.fold(entry);
      return archivedName(text, fold.ledger);
    };
    const question = 'Where is noSuchThing, and what is retryLimit?';
    expect(nameIn(whole, question)).toBeNull();
    expect(nameIn(compacted, question)).toBe('retryLimit');
    expect(nameIn(compacted, 'What is in `src/early.ts`?')).toBeNull();
    expect(nameIn([...compacted, said('retryLimit again', 'assistant')], question)).toBeNull();
  });

  it('is nothing in a session from which nothing left', () => {
    expect(archivedName('see src/a.ts', new JournalFold(testCounter()).ledger)).toBeNull();
  });
});
