import { Buffer } from 'node:buffer';
import { appendFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { openTranscript, readTranscript } from '../../../src/transcripts/registry';
import type { Transcript } from '../../../src/transcripts/transcript';
import { jsonLines, withFile } from '../../support/sessionFiles';

function line(role: 'user' | 'assistant', uuid: string, parentUuid: string | null, message: object = {}): object {
  return { type: role, uuid, parentUuid, sessionId: 's', message: { role, content: `text ${uuid}`, ...message } };
}

const three = [line('user', 'a', null), line('assistant', 'b', 'a'), line('user', 'c', 'b')];

function read(content: string | Uint8Array, name?: string): Promise<Transcript> {
  return withFile(content, (path) => readTranscript(path), name);
}

describe('a file in UTF-16', () => {
  const wide = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

  it('is read, whichever byte comes first, as lines, as a document and as a text', async () => {
    for (const bytes of [wide(jsonLines(three)), wide(jsonLines(three)).swap16()]) {
      const { messages, problems } = await read(bytes);
      expect(messages.map(textOf)).toEqual(['text a', 'text b', 'text c']);
      expect(problems.map(({ reason }) => reason)).toEqual([expect.stringContaining('UTF-16')]);
    }
    const list = await read(wide(JSON.stringify([{ role: 'user', content: 'größer 😀' }], null, 1)), 'list.json');
    expect(list.messages.map(textOf)).toEqual(['größer 😀']);
    const chat = await read(wide('# aider chat started at 2026-01-01\n\n#### Grüße\n\nHallo.\n'), 'chat.md');
    expect(chat.messages.map(textOf)).toEqual(['Grüße', 'Hallo.']);
  });

  it('is read anew when it grows', async () => {
    await withFile(wide(jsonLines(three.slice(0, 2))), async (path) => {
      const file = await openTranscript(path);
      expect(await file.readOn()).toBe(false);
      await writeFile(path, wide(jsonLines(three)));
      expect(await file.readOn()).toBe(true);
      expect(file.transcript.messages).toHaveLength(3);
    });
  });
});

describe('numbers of tokens that cannot be', () => {
  it('are left out of replies, told once, and do not disturb the others', async () => {
    const usages = [
      { input_tokens: -4 },
      { input_tokens: 1e308, cache_read_input_tokens: 1e308 },
      { output_tokens: 0.5 },
    ];
    const replies = usages.map((usage, index) =>
      line('assistant', `r${String(index)}`, 'a', { id: `r${String(index)}`, usage }),
    );
    const good = line('assistant', 'good', 'a', { id: 'good', usage: { input_tokens: 7, output_tokens: 2 } });
    const chained = [line('user', 'a', null), ...replies, good].map((record, index, all) => ({
      ...record,
      parentUuid: index === 0 ? null : (all[index - 1] as { uuid: string }).uuid,
    }));
    const { messages, problems } = await read(jsonLines(chained));
    expect(messages.map(({ usage }) => usage?.inputTokens)).toEqual([undefined, undefined, undefined, undefined, 7]);
    expect(problems.map(({ reason }) => reason)).toEqual([expect.stringContaining('of 3 messages')]);
  });

  it('are no window and no turns gone back', async () => {
    const said = (role: string, text: string): object => ({
      type: 'response_item',
      payload: { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] },
    });
    for (const window of [-5, 0, 0.5, 1e300]) {
      const transcript = await read(
        jsonLines([
          { type: 'session_meta', payload: { id: 'x', cwd: '/w' } },
          { type: 'event_msg', payload: { type: 'task_started', model_context_window: window } },
          said('user', 'ask'),
          said('assistant', 'answer'),
          { type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: -3 } },
        ]),
      );
      expect(transcript.contextWindow).toBeUndefined();
      expect(transcript.problems).toEqual([]);
      expect(transcript.messages).toHaveLength(2);
    }
  });
});

describe('lines of Claude Code', () => {
  it('are all shown where none links to another', async () => {
    const { messages, problems } = await read(jsonLines(three.map((record) => ({ ...record, parentUuid: null }))));
    expect(messages.map(textOf)).toEqual(['text a', 'text b', 'text c']);
    expect(problems).toEqual([]);
  });

  it('of unknown kinds are told once a kind', async () => {
    const unknown = [
      { type: 'novelty', x: 1 },
      { type: 'novelty', uuid: 'n' },
      { type: 'progress', uuid: 'p' },
      { y: 1 },
    ];
    const { problems } = await read(jsonLines([...three, ...unknown]));
    expect(problems.map(({ severity, reason }) => [severity, reason])).toEqual([
      ['info', expect.stringMatching(/^2 records of the kind "novelty" left out/)],
      ['info', expect.stringMatching(/^1 record of the kind "none" left out/)],
    ]);
  });

  it('of one reply with any number of calls take time in proportion', async () => {
    const calls = Array.from({ length: 60_000 }, (_, n) =>
      line('assistant', `u${String(n)}`, n === 0 ? null : `u${String(n - 1)}`, {
        id: 'one',
        content: [{ type: 'tool_use', id: 'same', name: 'Bash', input: { n } }],
      }),
    );
    const { messages } = await read(jsonLines(calls));
    expect(messages[0]?.parts).toHaveLength(60_000);
  });

  it('that come later mend a link, also while the file is followed', async () => {
    const records = [
      line('user', 'a', 'later'),
      line('assistant', 'b', 'a'),
      line('user', 'later', 'b'),
      line('assistant', 'd', 'later'),
    ];
    await withFile(jsonLines(records.slice(0, 2)), async (path) => {
      const file = await openTranscript(path);
      expect(file.transcript.problems.map(({ reason }) => reason)).toEqual([expect.stringContaining('Broken link')]);
      for (const record of records.slice(2)) {
        await appendFile(path, jsonLines([record]));
        await file.readOn();
        const { messages, problems } = await readTranscript(path);
        expect(file.transcript).toMatchObject({ messages, problems });
      }
    });
  });
});

describe('zero bytes at the end of a growing file', () => {
  it('are told once, and not at all behind a record', async () => {
    const [first = {}, second = {}] = three;
    const zeros = '\0'.repeat(300);
    for (const content of [
      `${jsonLines([first])}${zeros}\n${jsonLines([second])}`,
      `${jsonLines([first])}${JSON.stringify(second)}${zeros}\n`,
    ]) {
      const bytes = Buffer.from(content);
      await withFile(bytes.subarray(0, jsonLines([first]).length), async (path) => {
        const file = await openTranscript(path);
        for (let at = jsonLines([first]).length; at < bytes.length; at += 97) {
          await appendFile(path, bytes.subarray(at, at + 97));
          await file.readOn();
          const { messages, problems } = await readTranscript(path);
          expect(file.transcript).toMatchObject({ messages, problems });
        }
      });
    }
  });
});

describe('what is told twice or within something else', () => {
  it('is one call where a tool of Copilot began before the reply that asked for it', async () => {
    const call = { toolCallId: 't', name: 'bash', arguments: { command: 'ls' } };
    const { messages } = await read(
      jsonLines([
        { type: 'session.start', id: '1', data: { sessionId: 'x', version: 1, producer: 'copilot-agent' } },
        { type: 'user.message', id: '2', data: { content: 'list' } },
        {
          type: 'tool.execution_start',
          id: '3',
          data: { toolCallId: 't', toolName: 'bash', arguments: call.arguments },
        },
        { type: 'assistant.message', id: '4', data: { content: 'I look.', toolRequests: [call] } },
        {
          type: 'tool.execution_complete',
          id: '5',
          data: { toolCallId: 't', success: true, result: { content: 'a' } },
        },
      ]),
    );
    expect(messages.map(({ role, parts }) => [role, parts.map(({ type }) => type).sort()])).toEqual([
      ['user', ['text']],
      ['assistant', ['text', 'toolCall']],
      ['tool', ['text']],
    ]);
  });

  it('is reasoning within a reply aider wrote down', async () => {
    const tag = 'thinking-content-0123456789abcdef';
    const chat = `# aider chat started at 2026-01-01\n\n#### why\n\n<${tag}>\n\nHm.\n\n</${tag}>\n\nSo.\n`;
    const { messages } = await read(chat, 'chat.md');
    expect(messages[1]?.parts).toEqual([
      { type: 'thinking', text: 'Hm.' },
      { type: 'text', text: 'So.' },
    ]);
  });
});
