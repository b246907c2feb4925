import { describe, expect, it } from 'vitest';
import { readTranscript } from '../../../src/transcripts/registry';
import { NESTING_NOTE } from '../../../src/transcripts/nestingLimit';
import { withFile } from '../../support/sessionFiles';

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const DEEP_OBJECT = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
const USER = '{"role":"user","content":"hello"}';
const HEADER =
  '{"type":"header","version":1,"sessionId":"s","createdAt":1,"title":"t","model":"m","window":8000,"reserve":0}';

/** Every place of the formats where any JSON may stand. Each keeps the text "hello" of a message beside it. */
const inputs: readonly (readonly [what: string, text: string])[] = [
  ['content of a chat message', `${USER}\n{"role":"user","content":${DEEP}}\n`],
  ['a content part', `[${USER},{"role":"user","content":[{"type":"x","y":${DEEP_OBJECT}}]}]`],
  [
    'arguments',
    `${USER}\n{"role":"assistant","tool_calls":[{"id":"c","function":{"name":"f","arguments":${DEEP}}}]}\n`,
  ],
  [
    'arguments of the old form',
    `[${USER},{"role":"assistant","function_call":{"name":"f","arguments":${DEEP_OBJECT}}}]`,
  ],
  ['a role', `{"role":${DEEP},"content":"x"}\n${USER}\n`],
  ['a role inside a list', `[${USER},{"role":${DEEP_OBJECT},"content":"x"}]`],
  [
    'input of a tool',
    `[${USER},{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":${DEEP}}]}]`,
  ],
  [
    'a type of a block',
    `[${USER},{"role":"user","content":[{"type":${DEEP}},{"type":"tool_result","tool_use_id":"c"}]}]`,
  ],
  ['a system prompt', `{"system":${DEEP},"messages":[${USER},{"role":"user","content":[{"type":"tool_result"}]}]}`],
  ['a record of its own', `${USER}\n${DEEP}\n${DEEP_OBJECT}\n`],
  ['a record glued to another', `${USER}{"role":"user","content":${DEEP}}\n`],
  ['a document without its end', `[\n${USER},\n{"role":"user","content":${DEEP}},\n{"role":"us`],
  [
    'a line of Claude Code',
    `{"type":"user","uuid":"a","parentUuid":null,"message":${USER}}\n` +
      `{"type":"user","uuid":"b","parentUuid":"a","message":{"role":"user","content":${DEEP}}}\n`,
  ],
  [
    'repeated lines of Claude Code',
    `{"type":"user","uuid":"a","parentUuid":null,"message":${USER}}\n` +
      `{"type":"attachment","uuid":"b","parentUuid":"a","attachment":${DEEP}}\n`.repeat(2),
  ],
  [
    'a session of Strata',
    `${HEADER}\n{"type":"message","at":1,"message":{"id":"m","role":"user","parts":[{"type":"text","text":"hello"}]}}\n` +
      `{"type":"message","at":1,"message":{"id":"n","role":"user","parts":${DEEP}}}\n`,
  ],
];

describe('a reader given nesting of 20 000 levels', () => {
  it.each(inputs)('in %s keeps the rest and tells of it', async (_what, text) => {
    const { messages, problems } = await withFile(text, (path) => readTranscript(path));
    expect(JSON.stringify(messages)).toContain('hello');
    expect(problems.filter(({ reason }) => reason.includes('levels deep')).length).toBeGreaterThan(0);
  });

  it('keeps the message, with a raw part of what is within the limit, and names the line', async () => {
    const text = `${USER}\n{"role":"user","content":${DEEP}}\n`;
    const { messages, problems } = await withFile(text, (path) => readTranscript(path));
    expect(messages).toHaveLength(2);
    expect(messages[1]?.parts[0]).toMatchObject({
      type: 'raw',
      json: expect.stringContaining(NESTING_NOTE) as string,
    });
    expect(problems).toMatchObject([{ severity: 'warning', line: 2 }]);
  });
});
