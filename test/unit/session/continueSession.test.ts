import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { ProviderError } from '../../../src/providers/chatProvider';
import type { CarriedSession } from '../../../src/session/continueSession';
import { ScriptedProvider, calls, says, type ProviderReply } from './support/scriptedProvider';
import { resumeSession, startSession, type Harness, type HarnessOptions } from './support/sessionHarness';

const files = Object.fromEntries(
  Array.from({ length: 6 }, (_, at) => [`f${at}.txt`, `file ${at} says something here\n`.repeat(400)]),
);
const readAll = Object.keys(files).map((path) => calls(['read_file', { path }]));
const todos = [
  { content: 'Write the test', status: 'pending' },
  { content: 'Read the files', status: 'completed' },
];

async function workedSession(replies: readonly ProviderReply[] = [], options: HarnessOptions = {}): Promise<Harness> {
  const provider = new ScriptedProvider([
    ...readAll,
    calls(['todo', { todos }]),
    says('All read, 42 lines.'),
    ...replies,
  ]);
  const harness = await startSession(provider, { files_: files, ...options });
  await harness.session.send('Read all of them. Never touch vendor/.');
  return harness;
}

async function carriedFrom({ session }: Harness): Promise<CarriedSession> {
  const carried = await session.carryOver();
  if (carried === null) throw new Error('nothing was carried over');
  return carried;
}

async function continued(
  harness: Harness,
  replies: readonly ProviderReply[],
): Promise<Harness & { provider: ScriptedProvider }> {
  const stored = await harness.store.continueFrom(harness.id, await carriedFrom(harness), 1_700_000_100_000);
  await stored.journal.close();
  const provider = new ScriptedProvider(replies);
  return { ...(await resumeSession(provider, { ...harness, id: stored.id })), provider };
}

describe('a session that goes on from another one', () => {
  it('begins with prompt, pins verbatim and pinned, and one message with summary, todos and the last words', async () => {
    const harness = await workedSession();
    await harness.session.setPinned(1, true);
    const next = await continued(harness, [says('On it.')]);
    const { history, ledger, header, title } = next.session.fold;
    expect(header?.origin).toEqual({
      relation: 'continues',
      sessionId: harness.id,
      historyLength: harness.session.fold.history.length,
    });
    expect(title).toBe(harness.session.fold.title);
    expect(history.map(({ role, synthetic }) => [role, synthetic])).toEqual([
      ['system', undefined],
      ['user', 'injected'],
      ['user', 'summary'],
    ]);
    expect(history[0]).toEqual(harness.session.fold.history[0]);
    expect(textOf(history[1] ?? { parts: [] })).toContain('Read all of them. Never touch vendor/.');
    expect(ledger.state(1).pinned).toBe(true);
    const opening = textOf(history[2] ?? { parts: [] });
    expect(opening).toMatch(/^\[summary of \d+ earlier messages\] [0-9a-f]{16}\.md\n/);
    expect(opening).toContain('Write the test');
    expect(opening).toContain('f5.txt');
    expect(opening).toContain('Assistant:\nAll read, 42 lines.');
    await next.session.send('Go on');
    expect(next.provider.requests[0]?.messages.at(-1)).toMatchObject({ role: 'user' });
    expect(JSON.stringify(next.provider.requests[0]?.messages)).toContain('Never touch vendor/');
    expect(next.events.filter(({ type }) => type === 'failure')).toEqual([]);
  });

  it('finds in its archive everything the other one was told, also what had not left the context', async () => {
    const harness = await workedSession();
    const carried = await carriedFrom(harness);
    const stored = await harness.store.continueFrom(harness.id, carried, 1_700_000_100_000);
    const names = await stored.archive.list();
    const texts = await Promise.all(names.map(async (name) => (await stored.archive.read(name))?.toString()));
    for (const at of Object.keys(files).keys()) {
      expect(texts.some((text) => text?.includes(`file ${String(at)} says something here`))).toBe(true);
    }
    await stored.journal.close();
  });

  it('leaves the other one as it was', async () => {
    const harness = await workedSession();
    const before = await harness.store.read(harness.id);
    await carriedFrom(harness);
    expect(await harness.store.read(harness.id)).toEqual(before);
    expect(await harness.session.summarize()).toHaveLength(1);
  });

  it('carries pins on without wrapping them again, and its own opening only as what it is', async () => {
    const harness = await workedSession();
    await harness.session.setPinned(1, true);
    const next = await continued(harness, []);
    const again = await continued(next, []);
    const third = await continued(again, []);
    const pins = third.session.fold.history.filter(({ pinned }) => pinned === true).map((message) => textOf(message));
    expect(pins).toEqual(['[pinned in an earlier session, user]\nRead all of them. Never touch vendor/.']);
    expect(textOf(third.session.fold.history.at(-1) ?? { parts: [] }).length).toBeLessThan(40_000);
  });

  it('asks the model for the summary, and does without where it fails', async () => {
    const summaryModel = { model: 'small', window: 16_000 };
    const good = `## 1. Goals\nThe user wants the files read.\n## 2. Progress\nAll six files were read, 42 lines in total.`;
    const first = await workedSession([says(good)], { summaryModel });
    expect(JSON.stringify((await carriedFrom(first)).entries)).toContain('All six files were read');
    const failing = await workedSession([new ProviderError('authentication', 'no key')], { summaryModel });
    expect(JSON.stringify((await carriedFrom(failing)).entries)).toContain('f5.txt');
  });

  it('is nothing before anything was said', async () => {
    const { session } = await startSession(new ScriptedProvider([]));
    expect(await session.carryOver()).toBeNull();
  });
});
