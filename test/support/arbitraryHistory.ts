import fc from 'fast-check';
import type { Message, Part } from '../../src/engine/message';

/**
 * Histories as they really occur: well-formed tool loops most of the time, and between them what recordings hold when
 * something went wrong: missing, late, repeated and stray results, repeated and empty ids, odd contents.
 */

const SCRIPTS = [
  'plain words ',
  'línea con acentos\n',
  '漢字かな',
  '👩‍👩‍👧‍👦🇪🇸',
  '{"a":[1,2]}',
  '\r\n',
  'é',
  '\ud83d',
  '\udc00',
  '',
] as const;

const text = fc
  .tuple(fc.constantFrom(...SCRIPTS), fc.constantFrom(0, 1, 3, 40, 400), fc.string({ maxLength: 12, unit: 'binary' }))
  .map(([script, times, tail]) => script.repeat(times) + tail);

const callIds = fc.oneof({ weight: 8, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.constantFrom('a', 'b', '') });

const toolNames = fc.constantFrom('Read', 'Bash', 'Grep', 'Write', 'Edit', 'Task', 'recall', 'webfetch');

const argumentsText = fc.oneof(
  fc.record({ path: fc.constant('src/a.ts'), content: text }).map((value) => JSON.stringify(value)),
  fc.constantFrom('', '{}', '[]', 'not json', '"text"', '{"half":"\\ud83d"}'),
);

const image: fc.Arbitrary<Part> = fc.uint8Array({ minLength: 3, maxLength: 30 }).map((bytes) => ({
  type: 'media',
  kind: 'image',
  mediaType: 'image/png',
  data: Buffer.from(bytes).toString('base64'),
}));

const textPart: fc.Arbitrary<Part> = text.map((value) => ({ type: 'text', text: value }));
const thinkingPart: fc.Arbitrary<Part> = text.map((value) => ({ type: 'thinking', text: value, signature: 'c2ln' }));
const rawPart: fc.Arbitrary<Part> = fc.constant({
  type: 'raw',
  kind: 'server_tool_use',
  json: '{"type":"server_tool_use"}',
});

const oddParts = fc.array(fc.oneof(textPart, image, rawPart), { maxLength: 3 });

interface PlannedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly fate: 'answered' | 'missing' | 'late' | 'twice';
  readonly result: readonly Part[];
  readonly pinned: boolean;
}

const plannedCall: fc.Arbitrary<PlannedCall> = fc.record({
  id: callIds,
  name: toolNames,
  arguments: argumentsText,
  fate: fc.constantFrom(
    'answered',
    'answered',
    'answered',
    'answered',
    'answered',
    'answered',
    'missing',
    'late',
    'twice',
  ),
  result: fc.oneof({ weight: 5, arbitrary: textPart.map((part) => [part]) }, { weight: 1, arbitrary: oddParts }),
  pinned: fc.integer({ min: 0, max: 15 }).map((value) => value === 0),
});

type Draft = Omit<Message, 'id'>;

const userTurn = fc
  .record({
    parts: fc.oneof({ weight: 6, arbitrary: textPart.map((part) => [part]) }, { weight: 1, arbitrary: oddParts }),
    pinned: fc.integer({ min: 0, max: 20 }),
  })
  .map(({ parts, pinned }): Draft[] => [{ role: 'user', parts, ...(pinned === 0 ? { pinned: true } : {}) }]);

const reply = fc
  .array(fc.oneof(textPart, thinkingPart, rawPart), { maxLength: 2 })
  .map((parts): Draft[] => [{ role: 'assistant', parts }]);

const toolLoop = fc
  .record({
    before: fc.array(fc.oneof(textPart, thinkingPart), { maxLength: 1 }),
    calls: fc.array(plannedCall, { minLength: 1, maxLength: 3 }),
  })
  .map(({ before, calls }): Draft[] => {
    const toolCalls = calls.map((call): Part => ({
      type: 'toolCall',
      id: call.id,
      name: call.name,
      arguments: call.arguments,
    }));
    const resultOf = (call: PlannedCall): Draft => ({
      role: 'tool',
      parts: call.result,
      toolCallId: call.id,
      toolName: call.name,
      ...(call.pinned ? { pinned: true } : {}),
    });
    return [
      { role: 'assistant', parts: [...before, ...toolCalls] },
      ...calls.flatMap((call) =>
        call.fate === 'answered' ? [resultOf(call)] : call.fate === 'twice' ? [resultOf(call), resultOf(call)] : [],
      ),
      ...calls.flatMap((call): Draft[] =>
        call.fate === 'late' ? [{ role: 'user', parts: [{ type: 'text', text: 'meanwhile' }] }, resultOf(call)] : [],
      ),
    ];
  });

const stray = fc
  .tuple(callIds, textPart)
  .map(([toolCallId, part]): Draft[] => [{ role: 'tool', parts: [part], toolCallId }]);

const opening = fc.constantFrom<readonly Draft[]>(
  [
    { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
    { role: 'user', parts: [{ type: 'text', text: 'Do it.' }] },
  ],
  [{ role: 'user', parts: [{ type: 'text', text: 'Do it.' }] }],
  [],
);

/** A history of up to `maximumBlocks` turns, replies and tool loops. */
export function arbitraryHistory(maximumBlocks = 25): fc.Arbitrary<Message[]> {
  const block = fc.oneof(
    { weight: 8, arbitrary: toolLoop },
    { weight: 3, arbitrary: userTurn },
    { weight: 3, arbitrary: reply },
    { weight: 1, arbitrary: stray },
  );
  return fc
    .tuple(opening, fc.array(block, { maxLength: maximumBlocks }))
    .map(([first, blocks]) => [...first, ...blocks.flat()].map((draft, index) => ({ ...draft, id: `m${index}` })));
}

/** Lengths of the history at which a call was made: before each assistant message that answers somebody. */
export function boundariesOf(messages: readonly Message[]): number[] {
  return messages.flatMap((message, index) =>
    message.role === 'assistant' && index > 0 && messages[index - 1]?.role !== 'assistant' ? [index] : [],
  );
}
