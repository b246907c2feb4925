import { describe, expect, it } from 'vitest';
import { textOf, toolCallsOf, type Message } from '../../../src/engine/message';
import { readTranscript } from '../../../src/transcripts/registry';
import type { Transcript } from '../../../src/transcripts/transcript';
import { caseFile } from '../../support/sessionFiles';

async function read(name: string): Promise<Transcript> {
  const transcript = await readTranscript(caseFile(name));
  expect(transcript.format).toBe('claude-code');
  expect(new Set(transcript.messages.map(({ id }) => id)).size).toBe(transcript.messages.length);
  return transcript;
}

function roles({ messages }: Transcript): string {
  return messages.map(({ role }) => role).join(' ');
}

function problemLines({ problems }: Transcript): string[] {
  return problems.map(({ severity, line }) => `${severity} ${line}`);
}

function resultsByCall(messages: readonly Message[]): Readonly<Record<string, Message>> {
  const results: Record<string, Message> = {};
  for (const message of messages) if (message.role === 'tool') results[message.toolCallId ?? ''] = message;
  return results;
}

describe('Claude Code, cases from bug reports', () => {
  it('01: zero bytes hide nothing', async () => {
    const transcript = await read('01-nul-padding.jsonl');
    expect(roles(transcript)).toBe('user assistant user assistant');
    expect(problemLines(transcript)).toEqual(['warning 5']);
  });

  it('02: U+2028, U+2029 and U+0085 stay inside the text', async () => {
    const transcript = await read('02-u2028-u2029-raw.jsonl');
    expect(roles(transcript)).toBe('user assistant');
    expect(textOf(transcript.messages[0] ?? { parts: [] })).toMatch(/\u2028.*\u2029.*\u0085/s);
  });

  it('03: a cut last line costs only itself', async () => {
    const transcript = await read('03-truncated-last-line.jsonl');
    expect(roles(transcript)).toBe('user assistant tool');
    expect(problemLines(transcript)).toEqual(['warning 4']);
  });

  it('04: a bad line in the middle costs only itself', async () => {
    const transcript = await read('04-bad-metadata-mid-file.jsonl');
    expect(roles(transcript)).toBe('user assistant user assistant');
    expect(problemLines(transcript)).toEqual(['warning 3']);
  });

  it('05: glued records are parted', async () => {
    const transcript = await read('05-glued-records.jsonl');
    expect(roles(transcript)).toBe('user assistant user assistant');
    expect(transcript.title).toBe('Rename total');
    expect(problemLines(transcript)).toEqual(['info 2']);
  });

  it('08: broken links are bridged by the order of the lines, and marked', async () => {
    const transcript = await read('08-compact-boundary-dangling-parent.jsonl');
    expect(roles(transcript)).toBe('user assistant user assistant user assistant');
    expect(transcript.messages[2]?.synthetic).toBe('summary');
    expect(transcript.recorded?.compactions).toMatchObject([
      { index: 2, kind: 'compact', tokensBefore: 150_000, trigger: 'auto', summary: 2 },
    ]);
    expect(transcript.problems.map(({ line, reason }) => `${line} ${reason.slice(0, 11)}`)).toEqual([
      '3 Broken link',
      '6 Broken link',
    ]);
  });

  it('10: a snapshot with the id of a message is no message', async () => {
    expect(roles(await read('10-snapshot-id-equals-message-uuid.jsonl'))).toBe('user assistant');
  });

  it('11: history written again after a compaction is shown once', async () => {
    const transcript = await read('11-history-replayed-same-uuid.jsonl');
    expect(roles(transcript)).toBe('user assistant user assistant user assistant');
    expect(transcript.problems.map(({ reason }) => reason)).toEqual([expect.stringContaining('4 repeated records')]);
    expect(transcript.recorded?.compactions.map(({ index }) => index)).toEqual([4]);
  });

  it('12: one reply on several lines is one message, its usage counted once', async () => {
    const transcript = await read('12-one-message-many-lines.jsonl');
    expect(roles(transcript)).toBe('user assistant tool tool assistant');
    const [, reply] = transcript.messages;
    expect(reply?.parts.map(({ type }) => type)).toEqual(['thinking', 'text', 'toolCall', 'toolCall']);
    expect(reply?.usage).toEqual({ inputTokens: 905, cachedInputTokens: 0, outputTokens: 40 });
    const results = resultsByCall(transcript.messages);
    expect(textOf(results['toolu_c12a'] ?? { parts: [] })).toBe('menu file');
    expect(results['toolu_c12b']?.toolName).toBe('Read');
    expect(transcript.callBoundaries).toEqual([1, 4]);
  });

  it('14: an image of any size is kept, with its pixels', async () => {
    const transcript = await read('14-image-line-over-64k.jsonl');
    const image = transcript.messages[0]?.parts.find((part) => part.type === 'media');
    expect(image?.kind).toBe('image');
    expect(image?.data.length).toBeGreaterThan(65_536);
  });

  it('15: every shape of content is read', async () => {
    const transcript = await read('15-content-shapes.jsonl');
    expect(transcript.messages).toHaveLength(10);
    expect(transcript.messages[1]?.parts).toEqual([{ type: 'text', text: 'assistant content as a bare string' }]);
    expect(transcript.messages[6]?.parts).toEqual([
      { type: 'text', text: 'a bare string inside the array' },
      { type: 'raw', kind: 'unreadable', json: 'null' },
      { type: 'raw', kind: 'unreadable', json: '42' },
      { type: 'text', text: 'a real block' },
    ]);
    expect([2, 3, 4, 5, 7, 8, 9].map((index) => transcript.messages[index]?.parts)).toEqual(Array(7).fill([]));
    expect(problemLines(transcript)).toEqual(['info 11', 'info 12', 'info 13', 'info 14']);
  });

  it('16: calls without an answer are flagged', async () => {
    const transcript = await read('16-tool-use-never-answered.jsonl');
    expect(transcript.problems.map(({ reason }) => reason)).toEqual([
      'The call toolu_c16a of Bash has no result.',
      'The call toolu_c16b of Bash has no result.',
    ]);
  });

  it('19: thinking keeps its signature and encrypted form', async () => {
    const transcript = await read('19-thinking-signature-blocks.jsonl');
    const thinking = transcript.messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'thinking'));
    expect(thinking.at(-1)).toEqual({ type: 'thinking', text: 'So sum first, then round.', signature: 'bGF0ZXN0' });
    expect(thinking.some((part) => 'redacted' in part)).toBe(true);
  });

  it('20: half a surrogate pair stays as it is, and is told of', async () => {
    const transcript = await read('20-lone-surrogate-escape.jsonl');
    expect(textOf(transcript.messages[1] ?? { parts: [] })).toBe('flags: 🌸 \ud83d… tail \udc4d end');
    expect(transcript.messages[1]?.isError).toBe(true);
    expect(transcript.problems.map(({ reason }) => reason).join()).toContain('surrogate');
  });

  it('31: without a user the title comes from the summary', async () => {
    const transcript = await read('31-no-user-turn.jsonl');
    expect(transcript.title).toBe('A title that points elsewhere');
    expect(transcript.messages.map(({ synthetic }) => synthetic)).toEqual([undefined, 'injected']);
    expect(transcript.problems.map(({ reason }) => reason)).toEqual(['The session has no user turns.']);
  });

  it('32: each result stays with its call, whatever its shape', async () => {
    const { messages } = await read('32-tool-result-block-shapes.jsonl');
    const calls = messages.flatMap((message) => toolCallsOf(message).map(({ id }) => id));
    const results = resultsByCall(messages);
    expect(calls).toHaveLength(7);
    expect(Object.keys(results)).toEqual(calls);
    expect(
      calls.map((id) => results[id]?.parts.map((part) => (part.type === 'raw' ? part.kind : part.type)).join()),
    ).toEqual([
      'text',
      'text,unreadable,text',
      'tool_reference',
      expect.stringContaining('media'),
      '',
      '',
      expect.any(String),
    ]);
    expect(messages.at(-1)?.parts[0]).toEqual({
      type: 'raw',
      kind: 'fallback',
      json: '{"type":"fallback","reason":"unknown"}',
    });
  });
});
