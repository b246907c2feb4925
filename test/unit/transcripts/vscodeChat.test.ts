import { expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { readTranscript } from '../../../src/transcripts/registry';
import { fixtureFile } from '../../support/sessionFiles';

it('reads an export: rounds where it has them, else every part of the response', async () => {
  const { format, messages, recorded, problems } = await readTranscript(fixtureFile('vscode-chat/export.json'));
  expect(format).toBe('vscode-chat');
  expect(messages.slice(0, 5)).toMatchObject([
    { role: 'user', synthetic: 'injected', id: 'q1:context' },
    { role: 'user', id: 'q1', parts: [{ text: 'Water the roses' }] },
    {
      role: 'assistant',
      parts: [
        { type: 'thinking', text: 'Where are they?' },
        { type: 'text', text: 'I will look ' },
        { type: 'toolCall', id: 'call-1', arguments: '{"path": "beds.txt"}' },
      ],
    },
    { role: 'tool', toolCallId: 'call-1', parts: [{ text: 'roses: bed 2' }, { text: 'line one\nline two' }] },
    { role: 'assistant', usage: { inputTokens: 900, outputTokens: 30 }, parts: [{ text: 'Watered.' }] },
  ]);
  expect(textOf(messages[0] ?? { parts: [] })).not.toContain('Water the roses');
  // What is known of the workspace is said once.
  expect(messages.filter((message) => textOf(message).includes('A garden.'))).toHaveLength(1);
  expect(recorded?.compactions).toMatchObject([
    {
      index: 7,
      summary: 7,
      tokensBefore: 1234,
      trigger: 'background',
      effects: [{ from: 0, to: 5, fate: 'summarized' }],
    },
  ]);
  expect(messages.slice(9)).toMatchObject([
    { role: 'user', parts: [{ text: 'Draw them' }, { type: 'raw', kind: 'attachment' }] },
    {
      role: 'assistant',
      parts: [
        { text: 'See `tulips.svg` for it.' },
        { type: 'thinking', text: 'A drawing it is.' },
        { type: 'toolCall', id: 'x2', name: 'paint', arguments: '{"command":"paint tulips"}' },
        { type: 'toolCall', id: 'x3', name: 'frame', arguments: '{"input":"not json"}' },
      ],
    },
    { role: 'tool', toolCallId: 'x2', parts: [{ text: 'painted' }] },
    { role: 'tool', toolCallId: 'x3', isError: true, parts: [{ type: 'media', mediaType: 'image/png' }] },
    { role: 'assistant', parts: [{ kind: 'textEditGroup' }, { kind: 'hovercraft' }, { text: 'Drawn.' }] },
  ]);
  const reasons = problems.map(({ reason }) => reason).join('\n');
  expect(reasons).toMatch(/textEditGroup[^]*1 requests the user took back/);
});

it('follows a log of changes, and leaves out those that do not fit', async () => {
  const { title, messages, problems } = await readTranscript(fixtureFile('vscode-chat/log.jsonl'));
  expect(title).toBe('Hens');
  expect(messages.map((message) => textOf(message)).slice(0, 4)).toEqual([
    'Feed the hens',
    'Feeding them now.',
    'And the ducks',
    'Quack.',
  ]);
  expect(messages.map(({ source }) => source?.line)).toEqual([2, 2, 7, 7, 14, 14]);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(problems.filter(({ reason }) => reason.startsWith('The change was left out')).map(({ line }) => line)).toEqual(
    [8, 9, 10, 11, 13],
  );
  expect(problems[0]?.reason).toContain('too long for VS Code to keep');
});

it('puts the requests of a chat log together, and takes side requests for what they are', async () => {
  const file = fixtureFile('vscode-chatreplay/garden.chatreplay.json');
  const { format, messages, recorded, sessions, callBoundaries } = await readTranscript(file);
  expect(format).toBe('vscode-chatreplay');
  expect(messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
    'assistant',
    'tool',
  ]);
  expect(callBoundaries).toEqual([3, 5, 7]);
  expect(messages[3]).toMatchObject({ model: 'pear-1', usage: { inputTokens: 100 } });
  // The context of an older turn is not sent again.
  expect(recorded?.compactions).toMatchObject([
    { index: 6, effects: [{ from: 2, to: 3, fate: 'truncated', text: 'Water the roses' }] },
  ]);
  expect(sessions?.titles).toHaveLength(2);
  expect((await readTranscript(file, { session: 0 })).messages.map((message) => textOf(message))).toContain('Roses');
});
