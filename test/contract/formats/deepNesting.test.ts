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
    'a rollout of Codex',
    `{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"hello"}]}}\n` +
      `{"type":"response_item","payload":{"type":"local_shell_call","call_id":"c","action":${DEEP}}}\n` +
      `{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":${DEEP_OBJECT}}}\n` +
      `{"type":"compacted","payload":{"message":"","replacement_history":[${DEEP}]}}\n`,
  ],
  [
    'a session of Gemini CLI',
    `{"sessionId":"s","projectHash":"p"}\n{"id":"u","type":"user","content":"hello"}\n` +
      `{"id":"g","type":"gemini","content":${DEEP},"toolCalls":[{"id":"c","args":${DEEP},"result":${DEEP_OBJECT}}]}\n` +
      `{"$set":{"messages":[{"id":"u","type":"user","content":${DEEP}}]}}\n`,
  ],
  [
    'a session of Copilot CLI',
    `{"type":"user.message","data":{"content":"hello"}}\n` +
      `{"type":"assistant.message","data":{"content":${DEEP},"toolRequests":[{"toolCallId":"c","arguments":${DEEP}}]}}\n` +
      `{"type":"tool.execution_complete","data":{"toolCallId":"c","result":{"content":${DEEP_OBJECT}}}}\n`,
  ],
  [
    'a session of Strata',
    `${HEADER}\n{"type":"message","at":1,"message":{"id":"m","role":"user","parts":[{"type":"text","text":"hello"}]}}\n` +
      `{"type":"message","at":1,"message":{"id":"n","role":"user","parts":${DEEP}}}\n`,
  ],
  [
    'a session of Cline',
    `{"version":1,"agent":"lead","sessionId":"s","messages":[${USER},{"role":"user","content":[{"type":"file","x":${DEEP}}]},` +
      `{"role":"assistant","content":${DEEP_OBJECT},"metadata":${DEEP},"metrics":${DEEP}}]}`,
  ],
  [
    'a task of Cline',
    `[{"role":"user","content":[{"type":"text","text":"[a for 'b'] Result:"},{"type":"text","text":"hello"}]},` +
      `{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":${DEEP}}],"modelInfo":{"modelId":${DEEP}}}]`,
  ],
  [
    'a chat of Cline',
    `[{"type":"say","say":"task","ts":1,"text":"hello"},{"type":"say","say":"odd","ts":2,"x":${DEEP}}]`,
  ],
  [
    'a task of Roo',
    `[{"role":"user","content":"hello","isSummary":true},{"type":"reasoning","summary":${DEEP},"ts":1},` +
      `{"role":"assistant","reasoning_details":${DEEP},"content":[{"type":"tool-call","toolCallId":"c","toolName":"f","input":${DEEP}}]}]`,
  ],
  [
    'a conversation of OpenHands',
    `[{"kind":"MessageEvent","id":"a","source":"user","llm_message":{"role":"user","content":[{"type":"text","text":"hello"}]}},` +
      `{"kind":"ObservationEvent","id":"b","source":"environment","observation":{"x":${DEEP}}}]`,
  ],
  [
    'a trajectory of OpenHands',
    `[{"source":"user","action":"message","args":{"content":"hello"}},` +
      `{"id":1,"source":"agent","action":"run","args":{"command":${DEEP}},"tool_call_metadata":${DEEP_OBJECT}}]`,
  ],
  [
    'a session of opencode',
    `{"info":{},"messages":[{"info":{"role":"user","time":{}},"parts":[{"type":"text","text":"hello"},{"type":"odd","x":${DEEP}}]}]}`,
  ],
  [
    'a session of pi',
    `{"type":"session","id":"s","cwd":"/"}\n{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"hello"}}\n` +
      `{"type":"message","id":"b","parentId":"a","message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"f","arguments":${DEEP}}]}}\n` +
      `{"type":"message","id":"d","parentId":"b","message":{"role":"odd","details":${DEEP_OBJECT}}}\n`,
  ],
  [
    'a trajectory of SWE-agent',
    `{"trajectory":[{"action":"a","response":"r","query":[{"role":"user","content":${DEEP}}]}],` +
      `"history":[{"role":"user","agent":"m","content":"hello"},{"role":"assistant","agent":"m","content":${DEEP_OBJECT}}]}`,
  ],
  [
    'a trajectory of mini-swe-agent',
    `{"trajectory_format":"mini-swe-agent-1","messages":[${USER},{"output":[{"type":"odd","x":${DEEP}}]},{"role":"user","content":${DEEP_OBJECT}}]}`,
  ],
  [
    'a chat of VS Code',
    `{"responderUsername":"r","requests":[{"requestId":"a","message":{"text":"hello"},"variableData":{"variables":[${DEEP}]},` +
      `"response":[{"kind":"odd","x":${DEEP_OBJECT}}],"result":{"metadata":{"toolCallRounds":[{"id":"r","toolCalls":[{"id":"c","name":"f"}]}],` +
      `"toolCallResults":{"c":{"content":[{"value":{"node":{"children":${DEEP}}}}]}}}}}]}`,
  ],
  [
    'a log of changes to a chat of VS Code',
    `{"kind":0,"v":{"requests":[{"requestId":"a","message":"hello","response":[]}]}}\n` +
      `{"kind":2,"k":["requests",0,"response"],"v":[{"kind":"odd","x":${DEEP}}]}\n{"kind":1,"k":${DEEP},"v":1}\n`,
  ],
  [
    'a log of requests of VS Code',
    `{"prompts":[{"prompt":"p","logs":[{"kind":"request","requestMessages":{"messages":[{"role":1,"content":[{"type":1,"text":"hello"},` +
      `{"type":2,"value":${DEEP}}]}]}},{"kind":"toolCall","args":${DEEP_OBJECT},"response":${DEEP}}]}]}`,
  ],
  [
    'logged requests',
    `{"body":{"messages":[${USER}]},"response":{"role":"assistant","content":[{"type":"odd","x":${DEEP}}]}}\n` +
      `{"body":{"messages":[${USER},{"role":"assistant","content":[{"type":"odd","x":${DEEP}}]},{"role":"user","content":${DEEP_OBJECT}}]}}\n`,
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
