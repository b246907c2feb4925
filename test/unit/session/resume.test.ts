import { describe, expect, it } from 'vitest';
import { renderContext } from '../../../src/engine/render';
import { JournalFold } from '../../../src/engine/journalFold';
import { MessageCounter } from '../../../src/engine/messageCounter';
import { lengthCounter } from '../../../src/session/lengthCounter';
import { ScriptedProvider, calls, says } from './support/scriptedProvider';
import type { Harness } from './support/sessionHarness';
import { resumeSession, startSession } from './support/sessionHarness';

const files = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`f${at}.txt`, `file ${at} says something here\n`.repeat(400)]),
);
const readAll = Object.keys(files).map((path) => calls(['read_file', { path }]));

/** What the model would be sent now, byte for byte. */
function contextOf({ session }: Harness): string {
  return JSON.stringify(renderContext(session.fold.ledger));
}

/** A session with every kind of decision, one undone, one message put back, one pinned. */
async function compactedSession(): Promise<Harness> {
  const harness = await startSession(new ScriptedProvider([...readAll, says('Read.'), says('Yes.'), says('So?')]), {
    files_: files,
  });
  await harness.session.send('Read all of them');
  await harness.session.compact();
  await harness.session.summarize();
  await harness.session.send('All of them?');
  const decisions = harness.session.fold.everyDecision;
  expect(decisions.length).toBeGreaterThan(2);
  await harness.session.undo(decisions[1]?.id ?? '');
  await harness.session.restore(harness.session.fold.history.findIndex(({ role }) => role === 'tool'));
  await harness.session.setPinned(1, true);
  await harness.session.rename('A name of its own');
  return harness;
}

describe('a session taken up again', () => {
  it('has the same context byte for byte, and sends the same request', async () => {
    const harness = await compactedSession();
    const before = contextOf(harness);
    await harness.session.dispose();
    const provider = new ScriptedProvider([says('Here.')]);
    const resumed = await resumeSession(provider, harness);
    expect(contextOf(resumed)).toBe(before);
    expect(resumed.session.fold.title).toBe('A name of its own');
    await resumed.session.send('And now?');
    const sent = provider.requests[0]?.messages ?? [];
    expect(sent.length).toBeGreaterThan(1);
    await resumed.session.dispose();
    const again = await resumeSession(new ScriptedProvider([]), harness);
    expect(again.session.fold.title).toBe('A name of its own');
    expect(contextOf(again)).toBe(contextOf(resumed));
  });

  it('has it whatever counts the tokens on the way', async () => {
    const harness = await compactedSession();
    const fold = new JournalFold(new MessageCounter(lengthCounter));
    for (const entry of await harness.store.read(harness.id)) fold.fold(entry);
    expect(JSON.stringify(renderContext(fold.ledger))).toBe(contextOf(harness));
  });

  it('lost nothing to a crash between the archive and the journal', async () => {
    const harness = await startSession(new ScriptedProvider([...readAll.slice(0, 4), says('Read.')]), {
      files_: files,
      window: 64_000,
    });
    await harness.session.send('Read four of them');
    const before = contextOf(harness);
    await harness.session.dispose();

    const stored = await harness.store.open(harness.id);
    const dying = await resumeSession(
      new ScriptedProvider([]),
      { ...harness, store: storeOf(stored) as never },
      {
        window: 64_000,
        journal: {
          append: (entries) =>
            entries.some(({ type }) => type === 'decision')
              ? Promise.reject(new Error('killed'))
              : stored.journal.append(entries),
          close: () => stored.journal.close(),
        },
      },
    );
    await dying.session.compact();
    const orphans = await stored.archive.list();
    expect(orphans.length).toBeGreaterThan(0);
    await dying.session.dispose();

    const resumed = await resumeSession(new ScriptedProvider([]), harness, { window: 64_000 });
    expect(contextOf(resumed)).toBe(before);
    expect(await resumed.session.compact()).not.toEqual([]);
    // The same originals have the same names, so nothing is in the archive twice.
    expect(await stored.archive.list()).toEqual(orphans);
  });
});

/** A store that gives a session that is open already. */
function storeOf(stored: unknown): { open(): Promise<unknown> } {
  return { open: () => Promise.resolve(stored) };
}
