import type { Message, Part, SourcePosition, Usage } from '../../../engine/message';
import { isList, isRecord, jsonText, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { MessageDraft } from '../../messageDraft';
import { callOf, readGeminiContent, resultOf, type GeminiResult } from './content';

/** One message record, made into messages: a reply and the results of its calls. */
export interface TurnMessages {
  /** Null for a record that only carries results. */
  readonly message: Message | null;
  /** Results recorded with the calls of the reply. */
  readonly results: readonly Message[];
  /** Results of calls of earlier replies. */
  readonly loose: readonly GeminiResult[];
}

/** What Gemini CLI puts into the conversation as if the user had said it. */
const INJECTED = /^\s*(?:<(?:session_context|hook_context)>|This is the Gemini CLI\. We are setting up the context)/;

const NONE: ReadonlySet<string> = new Set();

/** The summary that stands for what was compressed. */
const SNAPSHOT = /^\s*<state_snapshot>/;

/**
 * Makes messages of a record of the user's or of the model's.
 *
 * @param idOf gives the id of the record's message, and those of the results of its calls by their number, from 0
 */
export function readTurn(
  record: JsonRecord,
  idOf: (result: number | null) => string,
  source: SourcePosition,
): TurnMessages {
  const time = Date.parse(stringAt(record, 'timestamp') ?? '');
  const base = { source, ...(Number.isNaN(time) ? {} : { createdAt: time }) };
  const { parts, results: loose } = readGeminiContent(record['content']);
  if (record['type'] !== 'gemini') {
    if (parts.length === 0 && loose.length > 0) return { message: null, results: [], loose };
    const isKnown = record['type'] === 'user';
    const unknown: Part = { type: 'raw', kind: stringAt(record, 'type') ?? 'unknown', json: jsonText(record) };
    const message: MessageDraft = { id: idOf(null), role: 'user', parts: isKnown ? parts : [unknown], ...base };
    const synthetic = isKnown ? syntheticOf(parts) : 'injected';
    if (synthetic !== undefined) message.synthetic = synthetic;
    return { message, results: [], loose: isKnown ? loose : [] };
  }
  const calls = callsIn(record);
  const recorded = calls.length === 0 ? NONE : new Set(calls.map(({ callId }) => callId));
  const message: MessageDraft = { id: idOf(null), role: 'assistant', parts: [], ...base };
  message.parts = [
    ...thoughtsIn(record),
    ...parts.filter((part) => part.type !== 'toolCall' || !recorded.has(part.id)),
    ...calls.map(({ call, callId }): Part => callOf(call, callId)),
  ];
  const model = stringAt(record, 'model');
  if (model !== null) message.model = model;
  const usage = usageOf(record);
  if (usage !== null) message.usage = usage;
  const results = calls.flatMap(({ call, callId }, position): Message[] => {
    const result = resultOf(call, callId);
    return result === null ? [] : [resultMessage(result, idOf(position), stringAt(call, 'name'), base)];
  });
  return { message, results, loose };
}

/** A result as a message of its own. */
export function resultMessage(
  { callId, parts, isError }: GeminiResult,
  id: string,
  toolName: string | null,
  base: Pick<Message, 'source' | 'createdAt'>,
): Message {
  const message: MessageDraft = { id, role: 'tool', parts, toolCallId: callId, ...base };
  if (toolName !== null) message.toolName = toolName;
  if (isError) message.isError = true;
  return message;
}

function syntheticOf(parts: readonly Part[]): Message['synthetic'] {
  const texts = parts.map((part) => (part.type === 'text' ? part.text : ''));
  if (texts.some((text) => SNAPSHOT.test(text))) return 'summary';
  return texts.length > 0 && texts.every((text) => INJECTED.test(text)) ? 'injected' : undefined;
}

function callsIn(record: JsonRecord): readonly { readonly call: JsonRecord; readonly callId: string }[] {
  const list = record['toolCalls'];
  if (!isList(list)) return [];
  const recordId = stringAt(record, 'id') ?? '';
  return list.filter(isRecord).map((call, position) => ({
    call,
    callId: stringAt(call, 'id') ?? `${recordId}/call-${String(position)}`,
  }));
}

function thoughtsIn(record: JsonRecord): Part[] {
  const list = record['thoughts'];
  if (!isList(list)) return [];
  return list.filter(isRecord).map((thought) => {
    const lines = [stringAt(thought, 'subject') ?? '', stringAt(thought, 'description') ?? ''];
    return { type: 'thinking', text: lines.filter((line) => line !== '').join('\n') };
  });
}

/** What went in includes what was read from the cache; thoughts are paid as output. */
function usageOf(record: JsonRecord): Usage | null {
  const tokens = recordAt(record, 'tokens');
  if (tokens === null) return null;
  const inputTokens = (numberAt(tokens, 'input') ?? 0) + (numberAt(tokens, 'tool') ?? 0);
  const outputTokens = (numberAt(tokens, 'output') ?? 0) + (numberAt(tokens, 'thoughts') ?? 0);
  // A reply whose tokens were never told has zeros.
  if (inputTokens === 0 && outputTokens === 0) return null;
  return { inputTokens, cachedInputTokens: numberAt(tokens, 'cached') ?? 0, outputTokens };
}
