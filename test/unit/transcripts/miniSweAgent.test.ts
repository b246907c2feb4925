import { expect, it } from 'vitest';
import { readTranscript } from '../../../src/transcripts/registry';
import { fixtureFile } from '../../support/sessionFiles';

it('reads a trajectory with calls of both APIs, usage and times', async () => {
  const { format, title, model, messages, callBoundaries } = await readTranscript(
    fixtureFile('mini-swe-agent/run.traj.json'),
  );
  expect({ format, title, model }).toEqual({ format: 'mini-swe-agent', title: 'pond-3', model: 'pear/pear-1' });
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool']);
  expect(messages[2]).toMatchObject({
    model: 'pear-1',
    createdAt: 1_772_359_200_500,
    usage: { inputTokens: 40, cachedInputTokens: 32, outputTokens: 7 },
  });
  expect(messages[4]?.parts).toEqual([
    { type: 'thinking', text: 'Pump next.', redacted: 'abc' },
    { type: 'text', text: 'Pumping.' },
    { type: 'toolCall', id: 'call_b', name: 'bash', arguments: '{"command":"pump"}' },
  ]);
  expect(messages[5]).toMatchObject({ toolCallId: 'call_b', toolName: 'bash' });
  expect(callBoundaries).toEqual([2, 4]);
});

it('knows its first version, a bare list, by its words', async () => {
  const { format, messages } = await readTranscript(fixtureFile('mini-swe-agent/list.traj.json'));
  expect(format).toBe('mini-swe-agent');
  expect(messages[3]).toMatchObject({ role: 'user', synthetic: 'injected' });
});
