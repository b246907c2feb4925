import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/engine/message';
import { textOf } from '../../../src/engine/message';
import { LONGEST_MEMORY, MemoryFile } from '../../../src/session/memoryFile';
import { ScriptedProvider, calls, says } from './support/scriptedProvider';
import { resumeSession, startSession } from './support/sessionHarness';
import { temporaryFolder } from './support/temporaryFolder';

const newMemory = async (): Promise<MemoryFile> => new MemoryFile(join(await temporaryFolder(), 'memory.md'));

/** What the system prompt of a request says. */
function systemText(messages: readonly Message[] | undefined): string {
  return (messages ?? []).flatMap((message) => (message.role === 'system' ? [textOf(message)] : [])).join('\n');
}

describe('what a person asks to be remembered', () => {
  it('is in the system prompt of the same turn and of every later session of the workspace', async () => {
    const memory = await newMemory();
    const provider = new ScriptedProvider([says('Noted.'), says('Hello.')]);
    const first = await startSession(provider, { memory });
    await first.session.send('Remember this: amounts are in cents');
    expect(systemText(provider.requests[0]?.messages)).toContain('- amounts are in cents');
    expect(first.events.filter(({ type }) => type === 'memory-change')).toHaveLength(1);
    const second = await startSession(provider, { memory });
    await second.session.send('Hi');
    expect(systemText(provider.requests[1]?.messages)).toContain('- amounts are in cents');
  });

  it('does not change the history, and comes back with the session', async () => {
    const memory = await newMemory();
    const provider = new ScriptedProvider([says('a'), says('b')]);
    const harness = await startSession(provider, { memory });
    await harness.session.send('Recuerda que la rama es develop');
    expect(harness.session.fold.history.map(textOf).join('\n')).not.toContain('- la rama');
    await harness.session.dispose();
    const resumed = await resumeSession(provider, harness, { memory });
    expect(resumed.session.fold.memory).toBe('- la rama es develop');
    await resumed.session.send('Go on');
    expect(systemText(provider.requests[1]?.messages)).toContain('- la rama es develop');
  });

  it('follows what was edited in the file, from the next call on', async () => {
    const memory = await newMemory();
    const provider = new ScriptedProvider([says('a'), says('b')]);
    const { session } = await startSession(provider, { memory });
    await session.remember('old');
    await session.send('One');
    await writeFile(memory.path, '- new\n');
    await session.send('Two');
    expect(systemText(provider.requests[0]?.messages)).toContain('- old');
    expect(systemText(provider.requests[1]?.messages)).toContain('- new');
    expect(systemText(provider.requests[1]?.messages)).not.toContain('- old');
  });

  it('can be kept by the model, once a person agrees', async () => {
    const memory = await newMemory();
    const reply = calls(['remember', { note: 'tests run with npm test' }]);
    const denied = await startSession(new ScriptedProvider([reply, says('ok')]), { memory, answer: 'deny' });
    await denied.session.send('Look around');
    expect(await memory.read()).toBe('');
    const provider = new ScriptedProvider([reply, says('ok')]);
    const { session } = await startSession(provider, { memory, answer: 'once' });
    await session.send('Look around');
    expect(await memory.read()).toBe('- tests run with npm test');
    expect(systemText(provider.requests[1]?.messages)).toContain('- tests run with npm test');
  });

  it('is told where it does not fit, and the conversation goes on', async () => {
    const memory = await newMemory();
    await mkdir(dirname(memory.path), { recursive: true });
    await writeFile(memory.path, 'x'.repeat(LONGEST_MEMORY + 1));
    const { session, events } = await startSession(new ScriptedProvider([says('Still here.')]), { memory });
    await session.send('Remember this: one more thing');
    const failure = events.find((event) => event.type === 'failure');
    expect(failure).toMatchObject({ failure: { action: { command: 'editMemory' } } });
    expect(session.fold.history.map(textOf).at(-1)).toBe('Still here.');
  });
});
