import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../src/transcripts/registry';
import { corpusFiles } from '../support/corpus';
import { partContent } from '../support/partContent';

const files = corpusFiles('claude-code', 'openai-chat');

describe.skipIf(files.length === 0)('reading real sessions', () => {
  it.each(files.map((file) => [basename(file), file] as const))('%s keeps every text', async (_name, file) => {
    const { messages, callBoundaries, format } = await readTranscript(file);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    expect(callBoundaries.length).toBeGreaterThan(0);
    const read = new Set(messages.flatMap(({ parts }) => parts.map(partContent)));
    const written = format === 'claude-code' ? sessionTexts(file) : chatTexts(file);
    expect(written.length).toBeGreaterThan(0);
    expect(written.filter((text) => !read.has(text)).map((text) => text.slice(0, 80))).toEqual([]);
  });
});

/** Texts of user and assistant records, read line by line; lines that are broken are left to the reader's own tests. */
function sessionTexts(file: string): string[] {
  const records = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as { type?: string; message?: { content?: unknown } }];
      } catch {
        return [];
      }
    });
  return records.flatMap(({ type, message }) =>
    /^(?:user|assistant)$/.test(type ?? '') ? textsOf(message?.content) : [],
  );
}

/** Texts of the messages of the first run in a file. */
function chatTexts(file: string): string[] {
  const list = JSON.parse(readFileSync(file, 'utf8')) as { traj?: unknown[]; content?: unknown }[];
  return (list[0]?.traj ?? list).flatMap((message) => textsOf((message as { content?: unknown }).content));
}

function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return content === '' ? [] : [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((block: { text?: unknown; thinking?: unknown; input?: unknown; content?: unknown }) => [
    ...[block.text, block.thinking].filter((text) => typeof text === 'string'),
    ...(block.input === undefined ? [] : [JSON.stringify(block.input)]),
    ...textsOf(block.content),
  ]);
}
