import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/engine/message';
import { textOf } from '../../../src/engine/message';
import { ProviderError } from '../../../src/providers/chatProvider';
import { OfflineProvider } from '../../../src/providers/offline';
import { OpenAiProvider } from '../../../src/providers/openAi';
import { call, contextOverflow, say } from '../../support/scriptedServer/replies';
import { startScriptedServer } from '../../support/scriptedServer/scriptedServer';
import { ScriptedProvider, calls, overflow, says } from './support/scriptedProvider';
import type { Harness } from './support/sessionHarness';
import { resumeSession, startSession } from './support/sessionHarness';

function history({ session }: Harness): readonly Message[] {
  return session.fold.history;
}

function failures({ events }: Harness): readonly string[] {
  return events.flatMap((event) => (event.type === 'failure' ? [event.failure.text] : []));
}

function results(harness: Harness): readonly Message[] {
  return history(harness).filter((message) => message.role === 'tool');
}

describe('a turn', () => {
  it('goes from the user over tools to the answer, and everything is on the disk', async () => {
    const provider = new ScriptedProvider([
      calls(['read_file', { path: 'a.txt' }], ['grep', { pattern: 'beta' }]),
      says('Both read.'),
    ]);
    const harness = await startSession(provider, { files_: { 'a.txt': 'alpha\nbeta\n' } });
    await harness.session.send('Read a.txt, please');
    expect(failures(harness)).toEqual([]);
    expect(history(harness).map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
    ]);
    expect(results(harness).map((message) => [message.toolName, message.toolCallId])).toEqual([
      ['Read File', 'call-0'],
      ['Grep', 'call-1'],
    ]);
    expect(textOf(results(harness)[1] ?? { parts: [] })).toBe('a.txt:2:beta');
    expect(provider.requests[1]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'tool',
    ]);
    const stored = await harness.store.read(harness.id);
    expect(stored).toEqual(harness.planner.appended);
    expect(stored.filter((entry) => entry.type === 'call')).toHaveLength(2);
    expect(harness.session.fold.title).toBe('Read a.txt, please');
  });

  it('streams the reply as events and tells when it is busy', async () => {
    const harness = await startSession(new ScriptedProvider([says('Hello.')]));
    await harness.session.send('Hi');
    const types = harness.events.map((event) => (event.type === 'state' ? `busy ${event.state.busy}` : event.type));
    expect(types).toEqual([
      'busy true',
      'message-append',
      'title-change',
      'message-append',
      'reply-start',
      'reply-delta',
      'message-append',
      'call-record',
      'reply-end',
      'busy false',
    ]);
  });

  it('goes on after a restart with the same history', async () => {
    const harness = await startSession(new ScriptedProvider([says('One.')]));
    await harness.session.send('first');
    await harness.session.dispose();
    const provider = new ScriptedProvider([says('Two.')]);
    const resumed = await resumeSession(provider, harness);
    await resumed.session.send('second');
    expect(history(resumed).map(textOf).slice(1)).toEqual(['first', 'One.', 'second', 'Two.']);
    expect(resumed.session.fold.title).toBe('first');
    await resumed.session.dispose();
  });

  it('ends after too many rounds of tools', async () => {
    const round = calls(['glob', { pattern: '*' }]);
    const harness = await startSession(new ScriptedProvider([round, round, round]), { maxToolRounds: 2 });
    await harness.session.send('go');
    expect(failures(harness)[0]).toContain('used tools 2 times');
  });

  it('has no tools without a folder', async () => {
    const provider = new ScriptedProvider([says('Hello.')]);
    const harness = await startSession(provider, { root: null });
    await harness.session.send('Hi');
    expect(provider.requests[0]?.tools).toEqual([]);
  });
});

describe('what goes wrong', () => {
  it('answers a call it does not know or understand, so that the history stays valid', async () => {
    const harness = await startSession(
      new ScriptedProvider([
        calls(['fly', {}], ['read_file', '{"path":'], ['read_file', { path: 7 }], ['read_file', { path: 'gone' }]),
        says('I see.'),
      ]),
    );
    await harness.session.send('go');
    const texts = results(harness).map(textOf);
    expect(texts[0]).toContain('no tool fly');
    expect(texts[1]).toContain('no JSON object');
    expect(texts[2]).toContain('path: must be of type string');
    expect(texts[3]).toContain('no file gone');
    expect(results(harness).every((message) => message.isError === true)).toBe(true);
  });

  it.each([
    ['authentication', 'setApiKey'],
    ['network', 'retry'],
    ['badRequest', 'openSettings'],
  ] as const)('offers what helps against %s', async (reason, command) => {
    const harness = await startSession(new ScriptedProvider([new ProviderError(reason, 'no')]));
    await harness.session.send('go');
    const actions = harness.events.map((event) =>
      event.type === 'failure' ? event.failure.action?.command : undefined,
    );
    expect(actions).toContain(command);
    expect(harness.session.state.busy).toBe(false);
  });

  it('tries again from where it failed, without saying it twice', async () => {
    const provider = new ScriptedProvider([new ProviderError('network', 'no'), says('Now.')]);
    const harness = await startSession(provider);
    await harness.session.send('go');
    await harness.session.retry();
    expect(history(harness).map(textOf).slice(1)).toEqual(['go', 'Now.']);
  });

  it('calls an empty reply one', async () => {
    const harness = await startSession(new ScriptedProvider([[{ type: 'finish', reason: 'stop' }]]));
    await harness.session.send('go');
    expect(failures(harness)[0]).toContain('empty reply');
    expect(history(harness)).toHaveLength(2);
  });
});

describe('stopping', () => {
  it('keeps what was said of the reply, but no half call', async () => {
    const provider = new ScriptedProvider([
      {
        waitAfter: [
          { type: 'text-delta', text: 'I was just' },
          { type: 'tool-call', id: 'c', name: 'glob', arguments: '{"pat' },
        ],
      },
    ]);
    const harness = await startSession(provider);
    harness.session.onEvent((event) => {
      if (event.type === 'reply-delta') setImmediate(() => void harness.session.stop());
    });
    await harness.session.send('go');
    expect(history(harness).at(-1)?.parts).toEqual([{ type: 'text', text: 'I was just' }]);
    expect(failures(harness)).toEqual([]);
  });

  it('answers every open call and kills what runs', async () => {
    const provider = new ScriptedProvider([
      calls(['bash', { command: 'sleep 60' }], ['bash', { command: 'sleep 61' }], ['glob', { pattern: '*' }]),
      says('Fine.'),
    ]);
    const harness = await startSession(provider, { answer: 'session' });
    harness.session.onEvent((event) => {
      if (event.type === 'tool-run') setTimeout(() => void harness.session.stop(), 50);
    });
    await harness.session.send('go');
    expect(results(harness).map((message) => message.toolCallId)).toEqual(['call-0', 'call-1', 'call-2']);
    expect(results(harness).every((message) => textOf(message).includes('cancelled'))).toBe(true);
    await harness.session.send('and now?');
    expect(textOf(history(harness).at(-1) ?? { parts: [] })).toBe('Fine.');
  });

  it('takes back a question that nobody answered', async () => {
    const harness = await startSession(new ScriptedProvider([calls(['bash', { command: 'true' }])]));
    harness.session.onEvent((event) => {
      if (event.type === 'state' && event.state.approval !== null) setImmediate(() => void harness.session.stop());
    });
    await harness.session.send('go');
    expect(harness.session.state).toEqual({ busy: false, approval: null, summary: null, waiting: null, queued: [] });
    expect(textOf(results(harness)[0] ?? { parts: [] })).toContain('cancelled');
  });

  it('answers calls that a crash left open before it goes on', async () => {
    const harness = await startSession(
      new ScriptedProvider([calls(['glob', { pattern: '*' }], ['glob', { pattern: 'x' }]), says('x')]),
    );
    await harness.session.send('go');
    await harness.session.dispose();
    // The crash: the second result and all that follows never reached the disk.
    const path = harness.store.journalPath(harness.id);
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const kept = lines.slice(
      0,
      lines.findIndex((line) => line.includes('"toolCallId":"call-1"')),
    );
    await writeFile(path, `${kept.join('\n')}\n{"type":"message","mess`);
    const provider = new ScriptedProvider([says('Again.')]);
    const resumed = await resumeSession(provider, harness);
    await resumed.session.send('go on');
    expect(results(resumed).map((message) => message.toolCallId)).toEqual(['call-0', 'call-1']);
    expect(textOf(results(resumed)[1] ?? { parts: [] })).toContain('interrupted');
    expect(provider.requests[0]?.messages.at(-1)).toMatchObject({ role: 'user' });
    await resumed.session.dispose();
  });
});

describe('approvals', () => {
  const write = calls(['write_file', { path: 'new.txt', content: 'text' }]);

  it('writes only after a yes, and shows what it would write', async () => {
    const harness = await startSession(new ScriptedProvider([write, says('Done.')]), { answer: 'once' });
    await harness.session.send('go');
    expect(await readFile(join(harness.root, 'new.txt'), 'utf8')).toBe('text');
    const asked = harness.events.find((event) => event.type === 'state' && event.state.approval !== null);
    expect(asked).toMatchObject({
      state: { approval: { toolName: 'Write File', summary: 'new.txt', detail: 'new.txt\n\ntext' } },
    });
  });

  it('does not write after a no, and tells the model', async () => {
    const harness = await startSession(new ScriptedProvider([write, says('Pity.')]), { answer: 'deny' });
    await harness.session.send('go');
    await expect(readFile(join(harness.root, 'new.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(textOf(results(harness)[0] ?? { parts: [] })).toContain('denied by the user');
  });

  it.each([
    ['session', 1],
    ['once', 2],
  ] as const)('after “%s” it asks %i times for two calls', async (answer, times) => {
    const harness = await startSession(new ScriptedProvider([write, write, says('Done.')]), { answer });
    await harness.session.send('go');
    const asked = harness.events.flatMap((event) =>
      event.type === 'state' && event.state.approval !== null ? [event.state.approval.id] : [],
    );
    expect(new Set(asked).size).toBe(times);
  });

  it('asks each time for what other programs run, whatever was allowed for the session', async () => {
    const paths = ['a.txt', '.git/hooks/pre-commit', 'b.txt', '.vscode/tasks.json', 'hooks/pre-push', '.VSCODE/x.json'];
    const harness = await startSession(
      new ScriptedProvider([
        calls(...paths.map((path) => ['write_file', { path, content: 'text' }] as const)),
        says('Done.'),
      ]),
      { answer: 'session', files_: { '.git/hooks/sample': '' } },
    );
    await symlink(join(harness.root, '.git/hooks'), join(harness.root, 'hooks'));
    await harness.session.send('go');
    const asked = harness.events.flatMap((event) =>
      event.type === 'state' && event.state.approval !== null ? [event.state.approval.summary] : [],
    );
    expect([...new Set(asked)]).toEqual(paths.filter((path) => path !== 'b.txt'));
  });

  it('refuses writing and running in restricted mode, but reads', async () => {
    const harness = await startSession(
      new ScriptedProvider([
        calls(['bash', { command: 'touch x' }], ['write_file', { path: 'x', content: '' }], ['glob', { pattern: '*' }]),
        says('ok'),
      ]),
      { restriction: () => 'this folder is not trusted', files_: { 'a.txt': '' } },
    );
    await harness.session.send('go');
    expect(results(harness).map(textOf)).toEqual([
      '[refused: this folder is not trusted]',
      '[refused: this folder is not trusted]',
      'a.txt',
    ]);
  });
});

describe('the context', () => {
  const long = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [`f${index}.txt`, `file ${index} says something here\n`.repeat(400)]),
  );
  const readAll = Object.keys(long).map((path) => calls(['read_file', { path }]));

  it('is compacted as it fills; originals are on the disk first and can be read again', async () => {
    const provider = new ScriptedProvider([...readAll, says('Read them all.')]);
    const harness = await startSession(provider, { files_: long });
    await harness.session.send('Read all of them');
    expect(failures(harness)).toEqual([]);
    const decisions = harness.session.fold.everyDecision;
    expect(decisions.length).toBeGreaterThan(0);
    expect(decisions.every((decision) => decision.takenAt !== undefined)).toBe(true);
    const pointers = decisions.flatMap((decision) =>
      decision.edits.flatMap((edit) => (edit.kind === 'replace' ? edit.pointers : [])),
    );
    expect(pointers.length).toBeGreaterThan(0);
    await harness.session.dispose();

    const recaller = new ScriptedProvider([calls(['read_file', { path: pointers[0] }]), says('Found.')]);
    const resumed = await resumeSession(recaller, harness);
    await resumed.session.send('What did it say?');
    expect(results(resumed).at(-1)).toMatchObject({ toolName: 'Recall' });
    expect(textOf(results(resumed).at(-1) ?? { parts: [] })).toContain('says something here');
    await resumed.session.dispose();
  });

  it('shrinks until the provider takes it, and remembers the window it named', async () => {
    const provider = new ScriptedProvider([
      ...readAll.slice(0, 3),
      overflow(9_000, 11_000),
      overflow(9_000, 9_500),
      says('Done.'),
    ]);
    const harness = await startSession(provider, { files_: long, window: 64_000 });
    await harness.session.send('Read three of them');
    expect(failures(harness)).toEqual([]);
    const sizes = provider.requests.slice(3).map(({ messages }) => JSON.stringify(messages).length);
    expect(sizes).toHaveLength(3);
    expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
    expect(sizes[2]).toBeLessThan(sizes[1] ?? 0);
    expect(harness.session.fold.model).toMatchObject({ window: 9_000 });
    expect(harness.planner.requests.filter(({ kind }) => kind === 'overflow')[0]).toMatchObject({
      windowTokens: 9_000,
      inputTokens: 11_000,
    });
    await harness.session.dispose();
    const resumed = await resumeSession(new ScriptedProvider([says('Again.')]), harness, { window: 64_000 });
    await resumed.session.send('And now?');
    expect(resumed.session.fold.model).toMatchObject({ window: 9_000 });
  });

  it('gives up after five smaller tries at most, naming what is largest', async () => {
    const provider = new ScriptedProvider([...readAll.slice(0, 6), ...Array.from({ length: 6 }, () => overflow())]);
    const harness = await startSession(provider, { files_: long, window: 64_000 });
    await harness.session.send('Read six of them');
    expect(failures(harness)).toHaveLength(1);
    expect(failures(harness)[0]).toMatch(/message \d+ \(.*\d+ tokens\)/);
    expect(provider.requests.length).toBeLessThanOrEqual(6 + 6);
  });

  it('compacts on command, and takes it back', async () => {
    const provider = new ScriptedProvider([...readAll.slice(0, 4), says('Done.')]);
    const harness = await startSession(provider, { files_: long, window: 64_000 });
    await harness.session.send('Read four of them');
    const before = harness.session.fold.ledger.totalTokens;
    const decisions = await harness.session.compact();
    expect(decisions.length).toBeGreaterThan(0);
    expect(harness.session.fold.ledger.totalTokens).toBeLessThan(before);
    for (const { id } of decisions) await harness.session.undo(id);
    expect(harness.session.fold.ledger.totalTokens).toBe(before);
    const undone = harness.events.filter((event) => event.type === 'decision-undo');
    await harness.session.undo('no such decision');
    expect(undone).toHaveLength(decisions.length);
  });

  it('never touches a pinned message, also after a restart', async () => {
    const provider = new ScriptedProvider([...readAll.slice(0, 4), says('Done.')]);
    const harness = await startSession(provider, { files_: long, window: 64_000 });
    await harness.session.send('Read four of them');
    await harness.session.setPinned(3, true);
    await harness.session.setPinned(999, true);
    await harness.session.dispose();
    const resumed = await resumeSession(new ScriptedProvider([]), harness, { window: 64_000 });
    await resumed.session.compact();
    expect(resumed.session.fold.ledger.state(3)).toMatchObject({ fate: 'kept', pinned: true });
    await resumed.session.dispose();
  });

  it('journals a decision only once its originals are on the disk', async () => {
    const provider = new ScriptedProvider([...readAll.slice(0, 4), says('Done.')]);
    const harness = await startSession(provider, { files_: long, window: 64_000 });
    await harness.session.send('Read four of them');
    await harness.session.dispose();
    const broken = { write: () => Promise.reject(new Error('disk full')), read: () => Promise.resolve(null) };
    // Only the two methods a session uses of it.
    const resumed = await resumeSession(new ScriptedProvider([]), harness, {
      window: 64_000,
      archive: broken as never,
    });
    await resumed.session.compact();
    expect(failures(resumed)[0]).toContain('disk full');
    expect(resumed.session.fold.everyDecision).toEqual([]);
    await resumed.session.dispose();
  });
});

describe('with the real providers', () => {
  it('works offline, over the tools of a real folder', async () => {
    const harness = await startSession(new OfflineProvider({ pieceMilliseconds: 0 }), {
      files_: { 'a.txt': 'alpha\nbeta\n' },
    });
    await harness.session.send('read a.txt\ngrep beta');
    expect(failures(harness)).toEqual([]);
    expect(textOf(history(harness).at(-1) ?? { parts: [] })).toContain('2 tools ran, 0 failed');
  });

  it('sends only valid requests, and a refused one again, smaller', async () => {
    const file = 'something is written here\n'.repeat(1_500);
    const server = await startScriptedServer((request, number) => {
      if (number < 2)
        return call({ id: 'same-id', name: 'read_file', arguments: JSON.stringify({ path: `f${number}.txt` }) });
      return number === 2
        ? contextOverflow(20_000, 21_500)
        : say(`${request.body.messages?.length ?? 0} messages were enough.`);
    });
    const provider = new OpenAiProvider({
      id: 'openai',
      baseUrl: server.url,
      apiKey: async () => 'sk-test',
    });
    const harness = await startSession(provider, { files_: { 'f0.txt': file, 'f1.txt': file }, window: 64_000 });
    await harness.session.send('Read both');
    await server.stop();
    expect(server.problems).toEqual([]);
    expect(failures(harness)).toEqual([]);
    expect(textOf(history(harness).at(-1) ?? { parts: [] })).toContain('messages were enough');
    expect(server.requests).toHaveLength(4);
  });
});
