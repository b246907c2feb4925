import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolCallsOf, type Message, type Part } from '../../../../src/engine/message';
import { readTranscript } from '../../../../src/transcripts/registry';
import { TranscriptError } from '../../../../src/transcripts/transcript';
import { exportItems } from '../../../../src/transcripts/exports/exportItems';
import { arbitraryHistory } from '../../../support/arbitraryHistory';
import { repositoryRoot } from '../../../support/repositoryRoot';
import { historyText, readText, sourceOf, textOfItems } from './support';

interface AnthropicBlock {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly text?: string;
}
interface AnthropicDocument {
  readonly messages: readonly { readonly role: string; readonly content: readonly AnthropicBlock[] }[];
}

/** What the wire forms keep of a message. */
function kept({ role, parts, toolCallId, toolName, isError }: Message): unknown {
  return { role, parts, toolCallId, toolName, isError };
}

async function again(format: 'openai' | 'anthropic', messages: readonly Message[]): Promise<readonly Message[]> {
  return (await readText(historyText(format, messages), format === 'openai' ? 'a.jsonl' : 'a.json')).messages;
}

const loop: readonly Message[] = [
  { id: '0', role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
  {
    id: '1',
    role: 'user',
    parts: [
      { type: 'text', text: 'Look.' },
      { type: 'media', kind: 'image', mediaType: 'image/png', data: 'AAAA' },
      { type: 'media', kind: 'document', mediaType: 'application/pdf', data: 'AAAA', name: 'a.pdf' },
    ],
  },
  {
    id: '2',
    role: 'assistant',
    parts: [
      { type: 'thinking', text: 'hm', signature: 'c2ln' },
      { type: 'thinking', text: '', redacted: 'ZW5j' },
      { type: 'text', text: 'Reading.' },
      { type: 'raw', kind: 'server_tool_use', json: '{"type":"server_tool_use","id":"s"}' },
      { type: 'toolCall', id: 'a', name: 'Read', arguments: '{"path":"a"}' },
      { type: 'toolCall', id: 'b', name: 'Bash', arguments: '{"command":"ls"}' },
    ],
  },
  { id: '3', role: 'tool', toolCallId: 'a', toolName: 'Read', parts: [{ type: 'text', text: 'one' }] },
  {
    id: '4',
    role: 'tool',
    toolCallId: 'b',
    toolName: 'Bash',
    isError: true,
    parts: [
      { type: 'text', text: 'two' },
      { type: 'media', kind: 'image', mediaType: 'image/png', data: 'BBBB' },
    ],
  },
  { id: '5', role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] },
];

describe('anthropicJson', () => {
  it('keeps thinking with signatures, images, documents and unknown blocks as they were', async () => {
    expect((await again('anthropic', loop)).map(kept)).toEqual(loop.map(kept));
  });

  it('writes arguments and unknown blocks byte for byte', () => {
    const written = '{"type":"odd",  "n":12345678901234567890}';
    const parts: Part[] = [
      { type: 'raw', kind: 'odd', json: written },
      { type: 'toolCall', id: 'a', name: 'Run', arguments: written },
    ];
    const text = historyText('anthropic', [
      { id: '0', role: 'user', parts: [{ type: 'text', text: 'Go' }] },
      { id: '1', role: 'assistant', parts },
    ]);
    expect(text.split(written)).toHaveLength(3);
  });

  it('is a valid request, whatever the recording holds', () => {
    fc.assert(
      fc.property(arbitraryHistory(12), (messages) => {
        expectValid((JSON.parse(historyText('anthropic', messages)) as AnthropicDocument).messages);
      }),
      { numRuns: 200 },
    );
  });

  it('exported again is the same, whatever the recording holds', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryHistory(8), async (messages) => {
        fc.pre(messages.some(({ parts }) => parts.length > 0));
        const read = await again('anthropic', messages);
        expect((await again('anthropic', read)).map(kept)).toEqual(read.map(kept));
      }),
      { numRuns: 60 },
    );
  });
});

describe('openAiJsonl', () => {
  it('keeps what the form has a place for', async () => {
    const read = await again('openai', loop);
    const expected = loop
      .map(kept)
      .map((message, index): unknown => (index === 2 || index === 4 ? expect.anything() : message));
    // The image of a result follows it.
    const image: Part = { type: 'media', kind: 'image', mediaType: 'image/png', data: 'BBBB' };
    expected.splice(5, 0, kept({ id: '', role: 'user', parts: [image] }));
    expect(read.map(kept)).toEqual(expected);
    expect(read[2] === undefined ? [] : toolCallsOf(read[2])).toEqual(
      loop[2] === undefined ? [] : toolCallsOf(loop[2]),
    );
  });

  it('has no line for a reply without a word, which no provider takes', () => {
    expect(historyText('openai', [{ id: '0', role: 'assistant', parts: [{ type: 'text', text: '' }] }])).toBe('');
  });

  it('exported again is the same, whatever the recording holds', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryHistory(8), async (messages) => {
        if (historyText('openai', messages) === '') {
          expect(messages.every(isEmptyReply)).toBe(true);
          return;
        }
        const read = await again('openai', messages);
        expect((await again('openai', read)).map(kept)).toEqual(read.map(kept));
      }),
      { numRuns: 60 },
    );
  });
});

describe('files of other agents', () => {
  const cases = join(repositoryRoot, 'test/fixtures/cases');
  it.each(readdirSync(cases))('%s, exported for others twice, is the same both times', async (name) => {
    const transcript = await readTranscript(join(cases, name)).catch((error: unknown) => {
      if (error instanceof TranscriptError) return null;
      throw error;
    });
    if (transcript === null || transcript.messages.length === 0) return;
    expectValid((JSON.parse(historyText('anthropic', transcript.messages)) as AnthropicDocument).messages);
    for (const format of ['openai', 'anthropic'] as const) {
      const first = await again(format, transcript.messages);
      expect((await again(format, first)).map(kept)).toEqual(first.map(kept));
    }
  });
});

describe('history and context in one file', () => {
  it.each(['openai', 'anthropic'] as const)('are two sessions of %s', async (format) => {
    const text = textOfItems(format, exportItems(sourceOf(loop), format, 'both'));
    const { sessions } = await readText(text, format === 'openai' ? 'a.jsonl' : 'a.json');
    expect(sessions?.titles).toHaveLength(2);
  });
});

function isEmptyReply({ role, parts }: Message): boolean {
  return role === 'assistant' && parts.every((part) => part.type === 'text' && part.text === '');
}

function expectValid(messages: AnthropicDocument['messages']): void {
  const used = new Set<string>();
  messages.forEach(({ role, content }, index) => {
    expect(content.length).toBeGreaterThan(0);
    for (const block of content) if (block.type === 'text') expect(block.text?.trim()).not.toBe('');
    const calls = content.flatMap(({ type, id }) => (type === 'tool_use' ? [id ?? ''] : []));
    for (const id of calls) {
      expect(used.has(id)).toBe(false);
      used.add(id);
    }
    const answered = (messages[index + 1]?.content ?? []).flatMap((block) => block.tool_use_id ?? []);
    if (calls.length > 0) expect(answered.sort()).toEqual(calls.sort());
    if (content.some(({ type }) => type === 'tool_result')) {
      expect([role, messages[index - 1]?.role]).toEqual(['user', 'assistant']);
    }
  });
  if (messages.length > 0) expect(messages[0]?.role).toBe('user');
}
