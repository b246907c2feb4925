import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transcript } from '../../../src/transcripts/transcript';
import { readTranscript } from '../../../src/transcripts/registry';
import { TranscriptError } from '../../../src/transcripts/transcript';
import { jsonLines, withFile } from '../../support/sessionFiles';

const ids = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
const text = fc.constantFrom('one', 'two', 'three', '');

/** A field that is mostly as it should be, and else anything. */
const loosely = (usual: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: fc.jsonValue() });

const loose = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, usual]) => [name, loosely(usual)])), {
    requiredKeys: [],
  });

const codexItem = loose({
  type: fc.constantFrom(
    'message',
    'reasoning',
    'function_call',
    'function_call_output',
    'compaction',
    'local_shell_call',
  ),
  role: fc.constantFrom('user', 'assistant', 'developer'),
  content: fc.array(fc.record({ type: fc.constant('input_text'), text })),
  ...{ id: ids, call_id: ids, name: text, arguments: text, output: text, encrypted_content: text },
});
const codexEvent = loose({
  type: fc.constantFrom('user_message', 'agent_message', 'token_count', 'thread_rolled_back', 'context_compacted'),
  message: text,
  num_turns: fc.integer({ min: -1, max: 3 }),
  info: loose({ last_token_usage: loose({ total_tokens: fc.nat() }) }),
});
const codexLine = fc.oneof(
  fc.record({ type: fc.constant('response_item'), payload: loosely(codexItem) }),
  fc.record({ type: fc.constant('event_msg'), payload: loosely(codexEvent) }),
  fc.record({
    type: fc.constant('compacted'),
    payload: loose({
      message: text,
      replacement_history: fc.array(fc.oneof(codexItem, fc.record({ type: fc.constant('reference'), item_id: ids }))),
    }),
  }),
);

const geminiMessage = loose({
  id: ids,
  type: fc.constantFrom('user', 'gemini', 'info', 'other'),
  content: fc.oneof(text, fc.array(loose({ text, functionResponse: loose({ id: ids, response: fc.jsonValue() }) }))),
  toolCalls: fc.array(loose({ id: ids, name: text, args: fc.jsonValue(), result: fc.jsonValue(), status: text })),
});
const geminiLine = fc.oneof(
  geminiMessage,
  fc.record({ $set: loose({ messages: fc.array(geminiMessage) }) }),
  fc.record({ $rewindTo: ids }),
);

const copilotLine = loose({
  id: ids,
  type: fc.constantFrom(
    ...['user.message', 'assistant.message', 'tool.execution_start', 'tool.execution_complete', 'assistant.usage'],
    ...['session.compaction_start', 'session.compaction_complete', 'session.snapshot_rewind', 'session.truncation'],
  ),
  data: loose({
    ...{ content: text, toolCallId: ids, toolName: text, result: loose({ content: text }), summaryContent: text },
    ...{ upToEventId: ids, messagesRemoved: fc.nat(5), toolRequests: fc.array(loose({ toolCallId: ids, name: text })) },
  }),
});

const formats = [
  ['codex', codexLine],
  ['gemini-cli', geminiLine],
  ['copilot-cli', copilotLine],
] as const;

describe.each(formats)('a reader of %s', (format, line) => {
  it('gives a sound transcript of records of any shape', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 25 }), async (lines) => {
        const transcript = await withFile(jsonLines(lines), async (path) => {
          try {
            return await readTranscript(path, { format });
          } catch (error) {
            if (error instanceof TranscriptError) return null;
            throw error;
          }
        });
        if (transcript !== null) checkSound(transcript);
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});

function checkSound({ messages, callBoundaries, recorded }: Transcript): void {
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  for (const boundary of callBoundaries) expect(messages[boundary]?.role).toBe('assistant');
  let last = 0;
  for (const { index, effects = [], summary } of recorded?.compactions ?? []) {
    expect(index).toBeGreaterThanOrEqual(last);
    expect(index).toBeLessThanOrEqual(messages.length);
    if (summary !== undefined) expect(messages[summary]?.synthetic).toBe('summary');
    for (const { from, to } of effects) {
      expect(from).toBeLessThan(to);
      expect(to).toBeLessThanOrEqual(index);
    }
    last = index;
  }
}
