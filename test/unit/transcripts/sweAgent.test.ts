import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { readTranscript } from '../../../src/transcripts/registry';
import { fixtureFile, withFile } from '../../support/sessionFiles';

interface Step {
  readonly query: readonly { readonly role: string; readonly content: string }[];
}

it('reproduces the input of each step from the history and what was done to it', async () => {
  const file = fixtureFile('swe-agent/elided.traj');
  const { format, title, model, messages, callBoundaries, recorded, problems } = await readTranscript(file);
  expect({ format, title, model }).toEqual({ format: 'swe-agent', title: 'fence-7', model: 'pear-1' });
  const compactions = recorded?.compactions ?? [];
  expect(compactions.map(({ kind }) => kind)).toEqual(['last_n_observations', 'history_processors']);
  expect(compactions.flatMap(({ effects }) => effects?.map(({ fate }) => fate))).toEqual([
    'compacted',
    'kept',
    'truncated',
  ]);
  const { trajectory } = JSON.parse(readFileSync(file, 'utf8')) as { trajectory: readonly Step[] };
  // The reply that called no tool was asked for again, and is not in the history.
  const asked = trajectory.filter((_, index) => index !== 2);
  expect(callBoundaries).toEqual([3, 5, 7, 9, 11]);
  expect(problems.map(({ reason }) => reason)).toEqual(['The replies of 1 steps are not in the history.']);
  callBoundaries.forEach((boundary, call) => {
    const standing = messages.slice(0, boundary).map((message) => textOf(message));
    for (const { index, effects = [] } of compactions) {
      if (index > boundary) continue;
      for (const { from, to, fate, text } of effects) {
        for (let at = from; at < to; at += 1) {
          standing[at] = fate === 'kept' ? textOf(messages[at] ?? { parts: [] }) : (text ?? '');
        }
      }
    }
    expect(standing).toEqual((asked[call]?.query ?? []).slice(0, boundary).map(({ content }) => content));
  });
});

it('tells who said what: demonstrations and observations were typed by nobody', async () => {
  const { messages } = await readTranscript(fixtureFile('swe-agent/elided.traj'));
  expect(messages.slice(0, 5)).toMatchObject([
    { role: 'system' },
    { role: 'user', synthetic: 'injected' },
    { role: 'user' },
    {
      role: 'assistant',
      parts: [{ type: 'thinking', signature: 's0' }, { type: 'text' }, { type: 'toolCall', id: 'call_0' }],
    },
    { role: 'tool', toolCallId: 'call_0', toolName: 'bash' },
  ]);
  expect(messages[2]).not.toHaveProperty('synthetic');
});

it('offers the attempts of a run that made several, and shows the best', async () => {
  const file = fixtureFile('swe-agent/attempts.traj');
  const { sessions, messages } = await readTranscript(file);
  expect(sessions).toEqual({ shown: 1, titles: ['Attempt 1 (4 messages)', 'Attempt 2 (3 messages)'] });
  expect(messages).toHaveLength(3);
  expect((await readTranscript(file, { session: 0 })).messages[3]).toMatchObject({
    role: 'user',
    synthetic: 'injected',
  });
  await expect(readTranscript(file, { session: 2 })).rejects.toMatchObject({ reason: 'severalSessions' });
});

it('sees messages that a processor left out, and reads a file that has only steps', async () => {
  const item = (role: string, content: string): object => ({ role, content, agent: 'main' });
  const history = [
    item('system', 's'),
    item('user', 'u'),
    item('assistant', 'a'),
    item('user', 'o'),
    item('assistant', 'b'),
  ];
  const steps = [
    { action: 'x', observation: 'o', response: 'a', query: history.slice(0, 2) },
    { action: 'y', observation: 'p', response: 'b', query: [history[0], history[1], history[3]] },
  ];
  const read = (document: object) => withFile(JSON.stringify(document), (path) => readTranscript(path));
  const { recorded } = await read({ trajectory: steps, history });
  expect(recorded?.compactions).toMatchObject([{ index: 4, effects: [{ from: 2, to: 3, fate: 'pruned' }] }]);
  const { messages } = await read({ trajectory: steps });
  expect(messages.map((message) => textOf(message))).toEqual(['s', 'u', 'a', 'o', 'b', 'p']);
});
