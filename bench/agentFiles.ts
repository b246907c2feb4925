import type { Message, ToolCallPart } from '../src/engine/message';
import type { ReaderFile } from './readerFiles';

const STAMP = '2026-05-02T08:00:00.000Z';

/** The same session as the agents write it that record every event of theirs. */
export function agentFiles(messages: readonly Message[]): readonly ReaderFile[] {
  return [
    { format: 'codex', name: 'codex', lines: [codexHeader, ...messages.flatMap(codexItems)].map(json) },
    { format: 'pi', name: 'pi', lines: [piHeader, ...messages.map(piEntry)].map(json) },
    {
      format: 'copilot-cli',
      name: 'copilot-cli',
      lines: [copilotHeader, ...messages.flatMap(copilotEvents)].map(json),
    },
    { format: 'gemini-cli', name: 'gemini-cli', lines: [geminiHeader, ...geminiRecords(messages)].map(json) },
  ];
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

const codexHeader = {
  timestamp: STAMP,
  type: 'session_meta',
  payload: { id: 'bench', timestamp: STAMP, cwd: '/project', originator: 'codex_cli_rs', cli_version: '0.130.0' },
};

function codexItems({ role, parts, toolCallId }: Message): readonly unknown[] {
  const item = (payload: object): unknown => ({ timestamp: STAMP, type: 'response_item', payload });
  if (role === 'tool') return [item({ type: 'function_call_output', call_id: toolCallId, output: textOf(parts) })];
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  const text = textOf(parts);
  const said = text === '' ? [] : [item({ type: 'message', role, content: [{ type, text }] })];
  const called = callsOf(parts).map(({ id, name, arguments: written }) =>
    item({ type: 'function_call', name, arguments: written, call_id: id }),
  );
  return [...said, ...called];
}

const piHeader = { type: 'session', version: 3, id: 'bench', timestamp: STAMP, cwd: '/project' };

function piEntry({ role, parts, toolCallId, toolName }: Message, index: number): unknown {
  const text = { type: 'text', text: textOf(parts) };
  const calls = callsOf(parts).map(({ id, name, arguments: written }) => {
    return { type: 'toolCall', id, name, arguments: JSON.parse(written) as unknown };
  });
  const result = role === 'tool' ? { toolCallId, toolName, isError: false } : {};
  const message = {
    role: role === 'tool' ? 'toolResult' : role,
    content: [...(text.text === '' ? [] : [text]), ...calls],
    timestamp: index,
    ...result,
  };
  const parentId = index === 0 ? null : `entry-${String(index - 1)}`;
  return { type: 'message', id: `entry-${String(index)}`, parentId, timestamp: STAMP, message };
}

const copilotHeader = {
  type: 'session.start',
  data: { sessionId: 'bench', version: 1, startTime: STAMP, context: { cwd: '/project' } },
  id: 'start',
  timestamp: STAMP,
  parentId: null,
};

function copilotEvents({ role, parts, toolCallId }: Message, index: number): readonly unknown[] {
  const event = (type: string, data: object): unknown => {
    return {
      type,
      data,
      id: `event-${String(index)}-${type}`,
      timestamp: STAMP,
      parentId: `event-${String(index - 1)}`,
    };
  };
  if (role === 'tool') {
    const result = { content: textOf(parts) };
    return [event('tool.execution_complete', { toolCallId, success: true, result })];
  }
  if (role !== 'assistant')
    return [event(role === 'system' ? 'system.message' : 'user.message', { content: textOf(parts) })];
  const toolRequests = callsOf(parts).map(({ id, name, arguments: written }) => {
    return { toolCallId: id, name, arguments: JSON.parse(written) as unknown, type: 'function' };
  });
  return [event('assistant.message', { messageId: `m-${String(index)}`, content: textOf(parts), toolRequests })];
}

const geminiHeader = { sessionId: 'bench', projectHash: 'ab', startTime: STAMP, lastUpdated: STAMP, kind: 'main' };

/** Results stand with the calls they answer. */
function geminiRecords(messages: readonly Message[]): readonly unknown[] {
  const results = new Map(messages.flatMap((message) => [[message.toolCallId ?? '', message] as const]));
  return messages.flatMap(({ role, parts }, index): readonly unknown[] => {
    if (role === 'tool') return [];
    const base = { id: `record-${String(index)}`, timestamp: STAMP };
    if (role !== 'assistant') return [{ ...base, type: 'user', content: [{ text: textOf(parts) }] }];
    const toolCalls = callsOf(parts).map(({ id, name, arguments: written }) => {
      const output = textOf(results.get(id)?.parts ?? []);
      const result = [{ functionResponse: { id, name, response: { output } } }];
      return { id, name, args: JSON.parse(written) as unknown, status: 'success', result };
    });
    return [{ ...base, type: 'gemini', content: textOf(parts), model: 'gemini-3-pro', toolCalls }];
  });
}

function callsOf(parts: Message['parts']): readonly ToolCallPart[] {
  return parts.filter((part) => part.type === 'toolCall');
}

function textOf(parts: Message['parts']): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
