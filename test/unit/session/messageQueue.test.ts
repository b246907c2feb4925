import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { ScriptedProvider, calls, says } from './support/scriptedProvider';
import type { Harness } from './support/sessionHarness';
import { startSession } from './support/sessionHarness';

const conversation = ({ session }: Harness): readonly string[] =>
  session.fold.history.flatMap((message) =>
    message.role === 'system' ? [] : [`${message.role}: ${textOf(message).split('\n', 1)[0] ?? ''}`],
  );

/** Says `text` as soon as the agent starts to answer. */
function sayMeanwhile({ session }: Harness, ...texts: readonly string[]): void {
  const stop = session.onEvent((event) => {
    if (event.type !== 'reply-start') return;
    stop();
    for (const text of texts) void session.send(text);
  });
}

describe('what is said while the agent is at work', () => {
  it('goes to it with the results of its tools', async () => {
    const provider = new ScriptedProvider([calls(['glob', { pattern: '*.txt' }]), says('Both answered.')]);
    const harness = await startSession(provider, { files_: { 'a.txt': 'a' } });
    sayMeanwhile(harness, 'and hurry');
    await harness.session.send('List the files');
    expect(conversation(harness)).toEqual([
      'user: List the files',
      'assistant: ',
      'tool: a.txt',
      'user: and hurry',
      'assistant: Both answered.',
    ]);
    expect(harness.session.state.queued).toEqual([]);
  });

  it('begins the next turn where no tool ran', async () => {
    const provider = new ScriptedProvider([says('One.'), says('Two.')]);
    const harness = await startSession(provider);
    sayMeanwhile(harness, 'second', 'third');
    await harness.session.send('first');
    expect(conversation(harness)).toEqual([
      'user: first',
      'assistant: One.',
      'user: second',
      'user: third',
      'assistant: Two.',
    ]);
  });

  it('waits on after a stop, until the person sends it or takes it back', async () => {
    const provider = new ScriptedProvider([{ waitAfter: [] }, says('Now.')]);
    const harness = await startSession(provider);
    const { session } = harness;
    sayMeanwhile(harness, 'later', 'never mind');
    const turn = session.send('first');
    await expect.poll(() => session.state.queued.map(({ text }) => text)).toEqual(['later', 'never mind']);
    await session.stop();
    await turn;
    expect(session.state.queued).toHaveLength(2);
    session.unqueue(session.state.queued[1]?.id ?? '');
    await session.sendQueued();
    expect(conversation(harness)).toEqual(['user: first', 'user: later', 'assistant: Now.']);
  });

  it('comes back with the session', async () => {
    const harness = await startSession(new ScriptedProvider([says('Yes.')]), {
      queued: [{ id: 'q1', text: 'still here' }],
    });
    expect(harness.session.state.queued).toEqual([{ id: 'q1', text: 'still here' }]);
    await harness.session.sendQueued();
    expect(conversation(harness)).toEqual(['user: still here', 'assistant: Yes.']);
  });

  it('is sent before what is said after a stop or a restart: it was said first', async () => {
    const harness = await startSession(new ScriptedProvider([says('Yes.')]), {
      queued: [{ id: 'q1', text: 'said first' }],
    });
    await harness.session.send('said later');
    expect(conversation(harness)).toEqual(['user: said first', 'user: said later', 'assistant: Yes.']);
    expect(harness.session.state.queued).toEqual([]);
  });

  it('is sent after a summary on command', async () => {
    const provider = new ScriptedProvider([says('One.'), says('Two.')]);
    const harness = await startSession(provider);
    await harness.session.send('first');
    const compacting = harness.session.compact();
    await harness.session.send('second');
    await compacting;
    await expect.poll(() => conversation(harness).at(-1)).toBe('assistant: Two.');
  });
});
