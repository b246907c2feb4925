import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/engine/message';
import type { ExportEntry } from '../../../../src/transcripts/exports/exportEntry';
import { markdown } from '../../../../src/transcripts/exports/markdown';
import { openAiJsonl } from '../../../../src/transcripts/exports/openAiJsonl';
import { readTranscript } from '../../../../src/transcripts/registry';
import { withFile } from '../../../support/sessionFiles';

const token = `ghp_${'a1B2'.repeat(10)}`;

const messages: readonly Message[] = [
  { id: '0', role: 'user', parts: [{ type: 'text', text: `use ${token}` }] },
  {
    id: '1',
    role: 'assistant',
    parts: [
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'Reading.' },
      { type: 'toolCall', id: 'c', name: 'Bash', arguments: '{"command":"ls"}' },
    ],
  },
  {
    id: '2',
    role: 'tool',
    toolCallId: 'c',
    toolName: 'Bash',
    isError: true,
    parts: [{ type: 'text', text: '## not a heading\n````\n' }],
  },
  { id: '3', role: 'user', parts: [{ type: 'media', kind: 'image', mediaType: 'image/png', data: 'AAAA' }] },
];

const entries: readonly ExportEntry[] = [
  ...messages.map((message, index): ExportEntry => ({ message, index, fate: index === 2 ? 'compacted' : 'kept' })),
  { message: { id: 'n', role: 'user', parts: [{ type: 'text', text: 'notice text' }] }, index: null },
];

describe('markdown', () => {
  it('gives each message a heading with its fate', () => {
    const headings = markdown('Title', entries)
      .split('\n')
      .filter((line) => /^##? /.test(line) && !line.includes('not a heading'));
    expect(headings).toEqual([
      '# Title',
      '## 0 · User · kept',
      '## 1 · Assistant · kept',
      '## 2 · Tool result · of Bash · error · compacted',
      '## 3 · User · kept',
      '## Notice',
    ]);
  });

  it('fences what could break out of its place', () => {
    expect(markdown('Title', entries)).toContain('`````\n## not a heading\n````\n\n`````');
    expect(markdown('Title', entries)).toContain('```json\n{"command":"ls"}\n```');
    expect(markdown('Title', entries)).toContain('*[image, image/png, 3 bytes]*');
  });

  it('takes secrets out unless told otherwise', () => {
    expect(markdown('Title', entries)).not.toContain(token);
    expect(markdown('Title', entries, { redactsSecrets: false })).toContain(token);
  });
});

describe('openAiJsonl', () => {
  it('can be read back', async () => {
    const text = openAiJsonl(entries, { redactsSecrets: false });
    const transcript = await withFile(text, (path) => readTranscript(path));
    expect(transcript.format).toBe('openai-chat');
    expect(transcript.messages.map(({ parts }) => parts)).toEqual(entries.map(({ message }) => message.parts));
  });

  it('takes secrets out unless told otherwise', () => {
    expect(openAiJsonl(entries)).not.toContain(token);
    expect(openAiJsonl(entries).split('\n')).toHaveLength(entries.length + 1);
  });
});
