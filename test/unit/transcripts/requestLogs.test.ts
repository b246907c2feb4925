import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { readTranscript } from '../../../src/transcripts/registry';
import { fixtureFile, jsonLines, withFile } from '../../support/sessionFiles';

describe('a log of requests', () => {
  it('to OpenAI is one conversation, with what its client did to the context', async () => {
    const { format, messages, recorded, sessions, problems } = await readTranscript(
      fixtureFile('requests/openai.jsonl'),
    );
    expect(format).toBe('openai-chat');
    expect(messages.map((message) => textOf(message))).toEqual([
      'Tend the hives.',
      'How many bees?',
      '',
      'one thousand\ntwo hundred bees in the first hive',
      '1200.',
      'And wasps?',
      'None.',
      'Summary of the conversation so far: 1200 bees.',
      'And hornets?',
      'Two.',
    ]);
    expect(messages[4]).toMatchObject({
      model: 'pear-1-2026',
      usage: { inputTokens: 40, cachedInputTokens: 20, outputTokens: 4 },
    });
    expect(messages[7]?.synthetic).toBe('summary');
    expect(recorded?.compactions).toMatchObject([
      { index: 5, effects: [{ from: 3, to: 4, fate: 'compacted', text: '[cleared]' }] },
      { index: 7, summary: 7, effects: [{ from: 1, to: 5, fate: 'summarized' }] },
    ]);
    expect(sessions).toEqual({
      shown: 1,
      titles: ['How many bees? Title? (3 messages)', 'How many bees? (10 messages)'],
    });
    expect(problems.map(({ reason }) => reason).join('\n')).toMatch(/5 requests[^]*2 messages were taken back/);
  });

  it('to Anthropic is one conversation, whatever the marks for the cache do', async () => {
    const { format, model, messages, recorded } = await readTranscript(fixtureFile('requests/anthropic.jsonl'));
    expect({ format, model }).toEqual({ format: 'anthropic-messages', model: 'pear-2' });
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'tool',
      'assistant',
      'user',
      'assistant',
      'user',
      'user',
      'assistant',
    ]);
    expect(messages[5]?.usage).toEqual({ inputTokens: 92, cachedInputTokens: 60, outputTokens: 5 });
    expect(recorded?.compactions).toMatchObject([
      { index: 6, effects: [{ from: 3, to: 4, fate: 'compacted', text: '[cleared]' }] },
      { index: 8, summary: 8, effects: [{ from: 1, to: 8, fate: 'summarized' }] },
    ]);
  });

  it('takes a window that slides for pruning, and a question put again for going back', async () => {
    const say = (role: string, content: string): object => ({ role, content });
    const all = ['a', 'b', 'c', 'd', 'e'].map((text, index) => say(index % 2 === 0 ? 'user' : 'assistant', text));
    const again = say('user', 'please summarize the file');
    const records = [
      all,
      [...all.slice(2), say('assistant', 'f'), say('user', 'g')],
      [...all.slice(2), say('assistant', 'f'), again],
    ];
    const log = jsonLines(records.map((messages) => ({ messages })));
    const { messages, recorded, problems } = await withFile(log, (path) => readTranscript(path));
    expect(messages.map((message) => textOf(message)).join(' ')).toBe('a b c d e f please summarize the file');
    expect(recorded?.compactions).toMatchObject([{ index: 6, effects: [{ from: 0, to: 2, fate: 'pruned' }] }]);
    expect(problems.some(({ reason }) => reason.startsWith('1 messages were taken back'))).toBe(true);
  });

  it('offers the runs of an evaluation by their tasks', async () => {
    const traj = [{ role: 'user', content: 'hello' }];
    const runs = [15, 16].map((task) => ({ task_id: task, trial: 1, reward: 0.5, traj }));
    const { sessions } = await withFile(JSON.stringify(runs), (path) => readTranscript(path));
    expect(sessions?.titles[1]).toBe('Task 16, trial 1, reward 0.5 (1 messages)');
  });
});
