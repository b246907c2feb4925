import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { OfflineProvider } from '../../../src/providers/offline';
import { liveStateOf } from '../../../src/engine/layer3/liveState';
import { ScriptedProvider, calls, says } from './support/scriptedProvider';
import { startSession } from './support/sessionHarness';

describe('Bash in a session', () => {
  it('tells the output while it runs, between its start and its end', async () => {
    const provider = new ScriptedProvider([
      calls(['bash', { command: 'printf "\\033[32mone\\033[0m\\n"; sleep 0.2; echo two' }]),
      says('Done.'),
    ]);
    const { events, session } = await startSession(provider, { answer: 'once' });
    await session.send('Go');
    const kinds = events.map(({ type }) => type).filter((type) => type.startsWith('tool-'));
    expect(kinds.slice(0, 3)).toEqual(['tool-start', 'tool-run', 'tool-output']);
    expect(kinds.at(-1)).toBe('tool-end');
    const told = events.filter((event) => event.type === 'tool-output');
    expect(told[0]).toEqual({ type: 'tool-output', place: { messageIndex: 2, position: 0 }, text: 'one\n' });
    expect(told.length).toBeLessThan(6);
  });
});

describe('Web Fetch in a session', () => {
  it('asks for the host, and is refused in restricted mode', async () => {
    const fetching = (): ScriptedProvider =>
      new ScriptedProvider([calls(['web_fetch', { url: 'http://127.0.0.1:9/' }]), says('Done.')]);
    const asked = await startSession(fetching(), { answer: 'deny' });
    await asked.session.send('Go');
    expect(asked.events).toContainEqual(
      expect.objectContaining({
        type: 'state',
        state: expect.objectContaining({
          approval: expect.objectContaining({ toolName: 'Web Fetch', sessionScope: 'host' }) as unknown,
        }) as unknown,
      }),
    );
    const restricted = await startSession(fetching(), { restriction: () => 'not trusted' });
    await restricted.session.send('Go');
    expect(textOf(restricted.session.fold.history[3] ?? { parts: [] })).toBe('[refused: not trusted]');
  });
});

describe('the offline provider', () => {
  it('keeps a list of todos over several messages', async () => {
    const { session } = await startSession(new OfflineProvider({ pieceMilliseconds: 0 }));
    await session.send('todo add write it\ntodo add test it');
    await session.send('todo start 2');
    await session.send('todo done 1');
    expect(liveStateOf(session.fold.history).todos).toMatchObject([
      { text: 'write it', status: 'done' },
      { text: 'test it', status: 'inProgress' },
    ]);
  });
});
