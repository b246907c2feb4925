import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { readTranscript } from '../../../src/transcripts/registry';
import { caseFile, fixtureFolder, withFile, withFolder } from '../../support/sessionFiles';

const FILE = 'api_conversation_history.json';

async function readChanged(change: (folder: string) => void) {
  return withFolder(async (folder) => {
    cpSync(join(fixtureFolder, 'roo/tasks/task-1'), folder, { recursive: true });
    change(folder);
    return readTranscript(join(folder, FILE));
  });
}

describe('a task of Roo', () => {
  const file = join(fixtureFolder, 'roo/tasks/task-1', FILE);

  it('says what was condensed and truncated, with the numbers of the chat beside it', async () => {
    const { format, recorded, title, workspace } = await readTranscript(file);
    expect({ format, title, workspace }).toEqual({ format: 'roo', title: 'Add a log line', workspace: '/work/app' });
    expect(recorded?.compactions).toEqual([
      {
        index: 4,
        kind: 'condense',
        tokensBefore: 9000,
        tokensAfter: 2100,
        effects: [{ from: 1, to: 4, fate: 'summarized' }],
        summary: 4,
      },
      {
        index: 7,
        kind: 'truncation',
        tokensBefore: 8000,
        tokensAfter: 3000,
        effects: [{ from: 5, to: 7, fate: 'pruned' }],
      },
    ]);
  });

  it('tells of messages whose summary is gone, which are sent again', async () => {
    const { problems } = await readTranscript(file);
    expect(problems.map(({ severity, reason }) => `${severity} ${reason}`)).toEqual([
      'info In the context again, as their summary or truncation is not in the file: 1 messages.',
    ]);
  });

  it('marks summaries and markers, and puts reasoning before its reply', async () => {
    const { messages, callBoundaries } = await readTranscript(file);
    expect(messages[4]).toMatchObject({ role: 'assistant', synthetic: 'summary' });
    expect(messages[7]).toMatchObject({ role: 'user', synthetic: 'injected' });
    expect(messages[5]?.parts[0]).toEqual({ type: 'thinking', text: 'Write it.', redacted: 'ZW5jcnlwdGVk' });
    expect(messages[8]?.parts[0]).toEqual({ type: 'thinking', text: 'Done now.' });
    expect(callBoundaries).toEqual([1, 8, 10]);
  });

  it('counts the cache once, as newer versions have it in the input, at the reply and not at a summary', async () => {
    const { messages } = await readTranscript(file);
    const tokens = messages.flatMap(({ usage }, index) => (usage === undefined ? [] : [[index, usage.inputTokens]]));
    expect(tokens).toEqual([
      [1, 1500],
      [5, 2100],
      [8, 1700],
      [10, 950],
    ]);
  });

  it('is read with broken files beside it, by its marks alone', async () => {
    const { messages, recorded, title } = await readChanged((folder) => {
      writeFileSync(join(folder, 'ui_messages.json'), '[{"ts":1,"type":"say","say":');
      writeFileSync(join(folder, 'history_item.json'), '[]');
    });
    expect(messages).toHaveLength(11);
    expect(title).toBe('Add a log line');
    expect(recorded?.compactions.map(({ index, kind }) => `${String(index)} ${kind ?? ''}`)).toEqual([
      '4 condense',
      '7 truncation',
    ]);
  });

  it('reads a summary of an older version, whose messages are gone, and the times before it', async () => {
    const list = [
      { role: 'user', content: 'Do it', ts: 1764500000000 },
      { role: 'assistant', content: 'So far: nothing.', ts: 1764500000500, isSummary: true },
      { role: 'user', content: 'Go on', ts: 1764500000600 },
    ];
    const shown = [300, 550].map((at) => ({
      ts: 1764500000000 + at,
      type: 'say',
      say: 'condense_context',
      contextCondense: { cost: 0, prevContextTokens: at, newContextTokens: 1, summary: 'x' },
    }));
    const { recorded } = await readChanged((folder) => {
      writeFileSync(join(folder, FILE), JSON.stringify(list));
      writeFileSync(join(folder, 'ui_messages.json'), JSON.stringify(shown));
    });
    expect(recorded?.compactions).toEqual([
      { index: 1, kind: 'condense', tokensBefore: 300, tokensAfter: 1 },
      { index: 2, kind: 'condense', tokensBefore: 550, tokensAfter: 1, summary: 1 },
    ]);
  });

  it('reads the newer file around the list, with parts of its own', async () => {
    const document = {
      version: 2,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'List' }], ts: 1764500000000 },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'Hm' },
            { type: 'tool-call', toolCallId: 'a', toolName: 'ls', input: { path: '.' } },
          ],
          ts: 1764500000001,
        },
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'ls', output: { type: 'text', value: 'x y' } }],
          ts: 1764500000002,
        },
      ],
    };
    await withFile(JSON.stringify(document), async (path) => {
      const { format, messages } = await readTranscript(path);
      expect(format).toBe('roo');
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
      expect(messages[1]?.parts[1]).toEqual({ type: 'toolCall', id: 'a', name: 'ls', arguments: '{"path":"."}' });
      expect(messages[2]).toMatchObject({ toolCallId: 'a', toolName: 'ls', parts: [{ type: 'text', text: 'x y' }] });
    });
  });

  it('opens the chat by itself', async () => {
    const { format, messages, recorded } = await readTranscript(
      join(fixtureFolder, 'roo/tasks/task-1/ui_messages.json'),
    );
    expect(format).toBe('roo');
    expect(messages.map((message) => textOf(message))).toContain('Reading.');
    expect(recorded?.compactions.map(({ tokensBefore }) => tokensBefore)).toEqual([9000, 8000]);
  });
});

describe('case 30, a history that a race left empty', () => {
  it('opens as an empty task and offers the chat beside it', async () => {
    const { format, messages, problems, callBoundaries } = await readTranscript(caseFile('30-roo-empty-history.json'));
    expect(format).toBe('roo');
    expect(messages).toEqual([]);
    expect(callBoundaries).toEqual([]);
    expect(problems[0]).toMatchObject({
      severity: 'warning',
      reason: expect.stringContaining('ui_messages.json') as string,
    });
  });

  it('shows the chat where it is there', async () => {
    const { messages, problems } = await readChanged((folder) => writeFileSync(join(folder, FILE), '[]'));
    expect(messages.map((message) => textOf(message))).toEqual([
      'Add a log line',
      'Reading.',
      'Summary: a log line is wanted in src/a.ts.',
    ]);
    expect(problems[0]?.reason).toContain('from ui_messages.json');
  });
});
