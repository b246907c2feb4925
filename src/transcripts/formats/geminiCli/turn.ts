import { isToolCall, type Message, type Part, type SourcePosition, type Usage } from '../../../engine/message';
import { timeOf } from '../../isoTime';
import { joined } from '../../../wire/joined';
import {
  asRecord,
  asString,
  isList,
  isRecord,
  jsonText,
  numberAt,
  stringAt,
  type JsonRecord,
} from '../../../wire/jsonValue';
import type { MessageDraft } from '../../messageDraft';
import type { OwnIds } from './ownIds';
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

const NONE: readonly never[] = [];

/** The summary that stands for what was compressed. */
const SNAPSHOT = /^\s*<state_snapshot>/;

/** Makes messages of a record of the user's or of the model's. */
export function readTurn(record: JsonRecord, ids: OwnIds, source: SourcePosition): TurnMessages {
  const time = timeOf(asString(record['timestamp']) ?? '');
  const createdAt = Number.isNaN(time) ? undefined : time;
  const { parts, results: loose } = readGeminiContent(record['content']);
  if (record['type'] !== 'gemini') {
    if (parts.length === 0 && loose.length > 0) return { message: null, results: NONE, loose };
    const isKnown = record['type'] === 'user';
    const shown = isKnown ? parts : [unknownPart(record)];
    const message: MessageDraft = { id: ids.own, role: 'user', parts: shown, source };
    if (createdAt !== undefined) message.createdAt = createdAt;
    const synthetic = isKnown ? syntheticOf(parts) : 'injected';
    if (synthetic !== undefined) message.synthetic = synthetic;
    return { message, results: NONE, loose: isKnown ? loose : NONE };
  }
  const calls = callsIn(record);
  const own = calls.length === 0 ? parts : withoutCalls(parts, calls);
  const called = calls.map(({ call, callId }): Part => callOf(call, callId));
  const all = joined(thoughtsIn(record), joined(own, called));
  const message: MessageDraft = { id: ids.own, role: 'assistant', parts: all, source };
  if (createdAt !== undefined) message.createdAt = createdAt;
  const model = asString(record['model']);
  if (model !== null) message.model = model;
  const usage = usageOf(record);
  if (usage !== null) message.usage = usage;
  const results = resultsOf(calls, ids, { source, createdAt });
  return { message, results, loose };
}

function unknownPart(record: JsonRecord): Part {
  return { type: 'raw', kind: stringAt(record, 'type') ?? 'unknown', json: jsonText(record) };
}

/** What the content repeats of recorded calls. */
function withoutCalls(parts: readonly Part[], calls: readonly RecordedCall[]): readonly Part[] {
  if (!parts.some(isToolCall)) return parts;
  return parts.filter((part) => part.type !== 'toolCall' || !calls.some(({ callId }) => callId === part.id));
}

interface Frame {
  readonly source: SourcePosition;
  readonly createdAt: number | undefined;
}

function resultsOf(calls: readonly RecordedCall[], ids: OwnIds, frame: Frame): readonly Message[] {
  if (calls.length === 0) return NONE;
  const results = calls.map(({ call, callId }, position): Message | null => {
    const result = resultOf(call, callId);
    return result === null ? null : resultMessage(result, ids.ofResult(position), asString(call['name']), frame);
  });
  return results.every((result) => result !== null) ? results : results.filter((result) => result !== null);
}

/** A result as a message of its own. */
export function resultMessage(
  { callId, parts, isError }: GeminiResult,
  id: string,
  toolName: string | null,
  { source, createdAt }: Frame,
): Message {
  const message: MessageDraft = { id, role: 'tool', parts, toolCallId: callId, source };
  if (createdAt !== undefined) message.createdAt = createdAt;
  if (toolName !== null) message.toolName = toolName;
  if (isError) message.isError = true;
  return message;
}

function syntheticOf(parts: readonly Part[]): Message['synthetic'] {
  if (parts.some((part) => part.type === 'text' && SNAPSHOT.test(part.text))) return 'summary';
  const isInjected = parts.length > 0 && parts.every((part) => part.type === 'text' && INJECTED.test(part.text));
  return isInjected ? 'injected' : undefined;
}

interface RecordedCall {
  readonly call: JsonRecord;
  readonly callId: string;
}

function callsIn(record: JsonRecord): readonly RecordedCall[] {
  const list = record['toolCalls'];
  if (!isList(list) || list.length === 0) return NONE;
  const calls = list.every(isRecord) ? list : list.filter(isRecord);
  return calls.map((call, position) => ({
    call,
    callId: asString(call['id']) ?? `${asString(record['id']) ?? ''}/call-${String(position)}`,
  }));
}

function thoughtsIn(record: JsonRecord): readonly Part[] {
  const list = record['thoughts'];
  if (!isList(list)) return NONE;
  return list.filter(isRecord).map((thought) => {
    const lines = [stringAt(thought, 'subject') ?? '', stringAt(thought, 'description') ?? ''];
    return { type: 'thinking', text: lines.filter((line) => line !== '').join('\n') };
  });
}

/** What went in includes what was read from the cache; thoughts are paid as output. */
function usageOf(record: JsonRecord): Usage | null {
  const tokens = asRecord(record['tokens']);
  if (tokens === null) return null;
  const inputTokens = (numberAt(tokens, 'input') ?? 0) + (numberAt(tokens, 'tool') ?? 0);
  const outputTokens = (numberAt(tokens, 'output') ?? 0) + (numberAt(tokens, 'thoughts') ?? 0);
  // A reply whose tokens were never told has zeros.
  if (inputTokens === 0 && outputTokens === 0) return null;
  return { inputTokens, cachedInputTokens: numberAt(tokens, 'cached') ?? 0, outputTokens };
}
