import { describe, expect, it } from 'vitest';
import { BROKEN_REPLY_NOTE } from '../../../src/engine/brokenReply';
import { textOf } from '../../../src/engine/message';
import { ProviderError, type ChatStreamEvent } from '../../../src/providers/chatProvider';
import { ChatTimeline } from '../../../src/worker/readModel/chatTimeline';
import { requestProblem } from '../../support/scriptedServer/validateRequest';
import { toOpenAiMessages } from '../../../src/engine/openAiMessages';
import { ScriptedProvider, says, type ProviderReply } from './support/scriptedProvider';
import { startSession, type Harness } from './support/sessionHarness';

const patience = { tries: 3, firstWaitMilliseconds: 1 };
const gone = new ProviderError('network', 'The reply broke off.');

function history({ session }: Harness): string[] {
  const { ledger } = session.fold;
  return Array.from({ length: ledger.length }, (_, index) => textOf(ledger.message(index))).slice(1);
}

function broken(text: string, error: ProviderError = gone): ProviderReply {
  return { events: [{ type: 'text-delta', text }] satisfies ChatStreamEvent[], error };
}

describe('a reply that breaks off', () => {
  it('keeps what was said and goes on from there', async () => {
    const provider = new ScriptedProvider([broken('The first half'), says(' and the second.')]);
    const harness = await startSession(provider, { patience });
    await harness.session.send('Tell me.');
    expect(history(harness)).toEqual(['Tell me.', 'The first half', BROKEN_REPLY_NOTE, ' and the second.']);
    const second = toOpenAiMessages(provider.requests[1]?.messages ?? [], { includesReasoning: false });
    expect(requestProblem({ model: 'm', messages: second })).toBeNull();
    expect(second.at(-1)?.role).toBe('user');
    expect(harness.events.some(({ type }) => type === 'failure')).toBe(false);
  });

  it('stays where it is given up, and a person can go on from it', async () => {
    const provider = new ScriptedProvider([broken('Half'), says('The rest.')]);
    const harness = await startSession(provider);
    await harness.session.send('Tell me.');
    const ends = harness.events.flatMap((event) => (event.type === 'reply-end' ? [event.index] : []));
    expect(ends).toEqual([2]);
    expect(harness.events.find((event) => event.type === 'failure')?.failure.action?.command).toBe('retry');
    await harness.session.retry();
    expect(history(harness)).toEqual(['Tell me.', 'Half', BROKEN_REPLY_NOTE, 'The rest.']);
  });

  it('leaves nothing where nothing was said', async () => {
    const harness = await startSession(new ScriptedProvider([gone, says('All of it.')]), { patience });
    await harness.session.send('Tell me.');
    expect(history(harness)).toEqual(['Tell me.', 'All of it.']);
    const waits = harness.events.flatMap((event) => (event.type === 'state' ? [event.state.waiting?.attempt] : []));
    expect(waits).toContain(2);
    expect(harness.session.state.waiting).toBeNull();
  });

  it('can be stopped while the provider is waited for', async () => {
    const provider = new ScriptedProvider([gone]);
    const harness = await startSession(provider, { patience: { tries: 3, firstWaitMilliseconds: 100_000 } });
    harness.session.onEvent((event) => {
      if (event.type === 'state' && event.state.waiting !== null) setImmediate(() => void harness.session.stop());
    });
    await harness.session.send('Tell me.');
    expect(harness.session.state).toMatchObject({ busy: false, waiting: null });
    expect(provider.requests).toHaveLength(1);
    expect(harness.events.some(({ type }) => type === 'failure')).toBe(false);
  });

  it('is shown as such, also after a reload', async () => {
    const provider = new ScriptedProvider([broken('The first half'), says('The second.')]);
    const harness = await startSession(provider, { patience });
    await harness.session.send('Tell me.');
    const timeline = new ChatTimeline();
    const { ledger } = harness.session.fold;
    for (let index = 0; index < ledger.length; index += 1) {
      timeline.fold({ type: 'message', message: ledger.message(index) });
    }
    const shown = timeline.items.map(({ kind, text }) => [kind, text]);
    expect(shown).toEqual([
      ['user', 'Tell me.'],
      ['assistant', 'The first half'],
      ['note', 'The reply broke off here.'],
      ['assistant', 'The second.'],
    ]);
  });
});
