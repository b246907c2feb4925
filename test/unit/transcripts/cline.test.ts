import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { readTranscript } from '../../../src/transcripts/registry';
import { fixtureFolder, withFile, withFolder } from '../../support/sessionFiles';

const SESSION = '1764500000000_k3x9q';
const TASK = 'tasks/1764500000000';

/** Reads a file of a copy of the fixtures, changed before that. */
async function readChanged(file: string, change: (folder: string) => void) {
  return withFolder(async (folder) => {
    cpSync(join(fixtureFolder, 'cline'), folder, { recursive: true });
    change(folder);
    return readTranscript(join(folder, file));
  });
}

describe('a session of Cline', () => {
  const file = join(fixtureFolder, `cline/session/${SESSION}.messages.json`);

  it('has its prompt, results of their own, files as attachments, images, usage with the cache in it', async () => {
    const { format, title, model, workspace, messages, problems } = await readTranscript(file);
    expect({ format, title, model, workspace }).toEqual({
      format: 'cline',
      title: 'Rename the parser',
      model: 'claude-sonnet-4-5',
      workspace: '/work/app',
    });
    expect(messages.map(({ id, role }) => `${id} ${role}`)).toEqual([
      'system system',
      'm1 user',
      'm2 assistant',
      'm3 tool',
      'm4 assistant',
      'm5 tool',
      'm5#2 tool',
      'm6 assistant',
      'compaction-summary user',
      'm7 user',
      'm8 assistant',
    ]);
    expect(messages[2]?.usage).toEqual({ inputTokens: 1200, cachedInputTokens: 1000, outputTokens: 40 });
    expect(messages[3]).toMatchObject({ toolCallId: 'call_1', toolName: 'read_files' });
    expect(messages[3]?.parts[1]).toMatchObject({ type: 'text', attachment: '/work/src/parser.ts' });
    expect(messages[6]).toMatchObject({ toolCallId: 'call_3', isError: true });
    expect(messages[9]?.parts[1]).toMatchObject({ type: 'media', mediaType: 'image/png', data: 'iVBORw0KGgo=' });
    expect(problems).toEqual([]);
  });

  it('takes what was compacted from the context beside it, with the summary where it was written', async () => {
    const { messages, recorded } = await readTranscript(file);
    expect(messages[8]).toMatchObject({ role: 'user', synthetic: 'summary' });
    expect(recorded?.compactions).toEqual([
      {
        index: 8,
        kind: 'compaction',
        tokensBefore: 1560,
        summary: 8,
        effects: [
          { from: 1, to: 4, fate: 'summarized' },
          { from: 5, to: 6, fate: 'truncated', text: expect.stringContaining('[truncated 240 chars]') as string },
        ],
      },
    ]);
  });

  it('is read without the files beside it, and with broken ones', async () => {
    const alone = await readChanged(`session/${SESSION}.messages.json`, (folder) => {
      rmSync(join(folder, `session/${SESSION}.json`));
      writeFileSync(join(folder, `session/${SESSION}.compaction.json`), '{"version":1,"source_message_count":6,"mess');
    });
    expect(alone.messages).toHaveLength(10);
    expect(alone.recorded).toBeUndefined();
    expect(alone.title).toBe('Rename the parser module');
  });

  it('says so where the context beside it is of another conversation', async () => {
    const { recorded, problems } = await readChanged(`session/${SESSION}.messages.json`, (folder) => {
      const other = { version: 1, source_message_count: 99, messages: [] };
      writeFileSync(join(folder, `session/${SESSION}.compaction.json`), JSON.stringify(other));
    });
    expect(recorded).toBeUndefined();
    expect(problems.map(({ reason }) => reason)).toEqual([
      'The compacted context is of 99 messages; the session holds 8.',
    ]);
  });

  it('opens the compacted context by itself, and knows the marks of compactions in a file', async () => {
    const context = await readTranscript(join(fixtureFolder, `cline/session/${SESSION}.compaction.json`));
    expect(context.messages.map(({ synthetic }) => synthetic)).toEqual([
      'summary',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(context.recorded?.compactions).toMatchObject([
      { index: 0, kind: 'compaction_summary', summary: 0, tokensBefore: 1560 },
    ]);
    const folded = {
      version: 1,
      agent: 'lead',
      sessionId: 's',
      messages: [
        { role: 'user', content: 'Go', metadata: { kind: 'compaction', messagesRemoved: 7 } },
        {
          role: 'user',
          content: [{ type: 'text', text: '<SYSTEM_NOTICE>Read a.ts</SYSTEM_NOTICE>' }],
          metadata: { compaction: 'preserved' },
        },
        { role: 'assistant', content: 'Went.', metadata: { compaction: 'preserved' } },
        { role: 'user', content: 'On' },
      ],
    };
    await withFile(JSON.stringify(folded), async (path) => {
      const { messages, recorded, problems } = await readTranscript(path);
      expect(messages[1]?.synthetic).toBe('injected');
      expect(recorded?.compactions).toEqual([{ index: 3, kind: 'compaction' }]);
      expect(problems[0]?.reason).toBe('7 messages were taken out of the file by compactions.');
    });
  });
});

describe('a task of an older Cline', () => {
  const file = `${TASK}/api_conversation_history.json`;

  it('has tokens, times and models from the chat beside it, by the requests that were answered', async () => {
    const { format, title, model, messages, callBoundaries } = await readTranscript(
      join(fixtureFolder, `cline/${file}`),
    );
    expect({ format, title, model }).toEqual({
      format: 'cline',
      title: 'Make the button blue',
      model: 'claude-3-7-sonnet',
    });
    expect(callBoundaries).toEqual([1, 3, 5, 7, 9]);
    expect(messages.map(({ usage }) => usage?.inputTokens)).toEqual([
      undefined,
      910,
      undefined,
      1012,
      undefined,
      1214,
      undefined,
      1359,
      undefined,
      791,
    ]);
    expect(messages[5]?.createdAt).toBe(1764500000032);
  });

  it('tells what was typed from what the harness wrote', async () => {
    const { messages } = await readTranscript(join(fixtureFolder, `cline/${file}`));
    expect(messages.filter(({ role }) => role === 'user').map(({ synthetic }) => synthetic)).toEqual([
      undefined,
      'injected',
      'injected',
      'injected',
      undefined,
    ]);
  });

  it('says what was cut, edited and left out, and when', async () => {
    const { recorded } = await readTranscript(join(fixtureFolder, `cline/${file}`));
    expect(recorded?.compactions).toEqual([
      {
        index: 7,
        kind: 'contextHistory',
        effects: [
          { from: 1, to: 2, fate: 'compacted', text: '[NOTE] Some previous conversation history has been removed.' },
          {
            from: 4,
            to: 5,
            fate: 'truncated',
            text: expect.stringMatching(/Result:\n\[\[NOTE\] This file read[^]*ACT MODE/) as string,
          },
          { from: 6, to: 7, fate: 'truncated', text: expect.stringContaining('<final_file_content') as string },
        ],
      },
      { index: 7, kind: 'truncation', effects: [{ from: 2, to: 4, fate: 'pruned' }] },
      { index: 10, kind: 'truncation', effects: [{ from: 2, to: 6, fate: 'pruned' }] },
    ]);
  });

  it('is read without the files beside it, and with broken ones', async () => {
    for (const text of [
      '',
      '{',
      '[[0,[1,[[0,[[1,"text"]]]]]],[null,7],[99,[0,[[0,[[1,"text",["x"]]]]]]]]',
      '{"__proto__":1}',
      'null',
    ]) {
      const { messages, recorded, title } = await readChanged(file, (folder) => {
        for (const name of ['ui_messages.json', 'context_history.json', 'task_metadata.json']) {
          writeFileSync(join(folder, TASK, name), text);
        }
        writeFileSync(join(folder, 'state/taskHistory.json'), text);
      });
      expect(messages).toHaveLength(10);
      expect(recorded).toBeUndefined();
      expect(title).toBe('Make the button blue');
    }
  });

  it('says so where a range names more than there is', async () => {
    const { problems, recorded } = await readChanged(file, (folder) => {
      const index = [{ id: '1', task: 'Make the button blue', conversationHistoryDeletedRange: [2, 40] }];
      writeFileSync(join(folder, 'state/taskHistory.json'), JSON.stringify(index));
    });
    expect(problems.map(({ reason }) => reason)).toEqual(['The task leaves out messages 2 to 40; it holds 10.']);
    expect(recorded?.compactions.at(-1)).toEqual({
      index: 10,
      kind: 'truncation',
      effects: [{ from: 2, to: 10, fate: 'pruned' }],
    });
  });

  it('opens the chat by itself', async () => {
    const { format, messages, title, problems } = await readTranscript(
      join(fixtureFolder, `cline/${TASK}/ui_messages.json`),
    );
    expect({ format, title }).toEqual({ format: 'cline', title: 'Make the button blue' });
    expect(messages.map(({ role }) => role).join(' ')).toBe(
      'user assistant tool assistant tool assistant tool assistant user assistant',
    );
    expect(messages[1]?.usage?.inputTokens).toBe(910);
    expect(messages.map((message) => textOf(message)).at(-2)).toBe('Make it dark blue');
    expect(problems[0]?.reason).toContain('api_conversation_history.json');
  });

  it('leaves a plain list of messages to the reader of those', async () => {
    const list = [
      { role: 'user', content: 'list files' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'ls', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
    ];
    await withFile(
      JSON.stringify(list),
      async (path) => {
        expect((await readTranscript(path)).format).toBe('anthropic-messages');
      },
      'api_conversation_history.json',
    );
  });
});
