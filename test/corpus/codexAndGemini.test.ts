import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../src/transcripts/registry';
import { corpusFiles } from '../support/corpus';
import { partContent } from '../support/partContent';

const files = corpusFiles('codex', 'gemini-cli');

/** Messages and calls of each file, counted by hand from its records. */
const EXPECTED: Readonly<Record<string, readonly [messages: number, calls: number]>> = {
  'codemie-rollout-2026-01-02T18-39-45-small.jsonl': [9, 3],
  'codemie-rollout-2026-05-11T11-26-55-web-search-patch.jsonl': [173, 66],
  'codemie-session-2026-01-16-file-ops.json': [28, 9],
  'entire-gemini-170-lines.jsonl': [8, 4],
  'entire-gemini-521-lines.jsonl': [21, 10],
};

describe.skipIf(files.length === 0)('reading real sessions of Codex and Gemini CLI', () => {
  it.each(files.map((file) => [basename(file), file] as const))('%s keeps every text, once', async (name, file) => {
    const { messages, callBoundaries, problems } = await readTranscript(file);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    if (name in EXPECTED) expect([messages.length, callBoundaries.length]).toEqual(EXPECTED[name]);
    expect(problems.filter(({ severity }) => severity !== 'info')).toEqual([]);
    const read = messages.flatMap(({ parts }) => parts.map(partContent)).sort();
    const written = file.includes('codex') ? rolloutTexts(file) : documentTexts(file);
    expect(written.length).toBeGreaterThan(0);
    const held = new Set(read);
    expect(written.filter((text) => !held.has(text)).map((text) => text.slice(0, 80))).toEqual([]);
    expect(read.filter((text) => text.length > 500)).toEqual([...new Set(read)].filter((text) => text.length > 500));
  });
});

interface RolloutItem {
  readonly content?: readonly { readonly text?: string }[] | null;
  readonly arguments?: string;
  readonly output?: string;
}

/** Texts, arguments and outputs of the items of a rollout. */
function rolloutTexts(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line) as { type: string; payload: RolloutItem });
  return records.flatMap(({ type, payload: { content, arguments: called, output } }) =>
    type === 'response_item'
      ? [...(content ?? []).map(({ text }) => text), called, output].filter((text) => text !== undefined)
      : [],
  );
}

interface GeminiMessage {
  readonly type: string;
  readonly content: string;
  readonly toolCalls?: readonly {
    readonly args: unknown;
    readonly result: readonly { readonly functionResponse: { readonly response: { readonly output?: string } } }[];
  }[];
}

/** Texts, arguments and outputs of a document. */
function documentTexts(file: string): string[] {
  const { messages } = JSON.parse(readFileSync(file, 'utf8')) as { messages: GeminiMessage[] };
  return messages
    .filter(({ type }) => type !== 'info')
    .flatMap(({ content, toolCalls = [] }) => [
      content,
      ...toolCalls.flatMap(({ args, result }) => [
        JSON.stringify(args),
        ...result.map(({ functionResponse }) => functionResponse.response.output ?? ''),
      ]),
    ])
    .filter((text) => text !== '');
}
