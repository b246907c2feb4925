import type { Part, ToolCallPart } from '../../../engine/message';
import { joined } from '../../../wire/joined';
import {
  asRecord,
  asString,
  isList,
  isRecord,
  jsonText,
  recordAt,
  stringAt,
  type JsonRecord,
} from '../../../wire/jsonValue';
import { linkedMediaPart, mediaKind, mediaPart } from '../../../wire/mediaPart';

/** What a tool gave back to one call. */
export interface GeminiResult {
  readonly callId: string;
  readonly name: string | null;
  readonly parts: readonly Part[];
  readonly isError: boolean;
}

export interface GeminiContent {
  readonly parts: readonly Part[];
  readonly results: readonly GeminiResult[];
}

const NOTHING: GeminiContent = { parts: [], results: [] };

/** Content of Gemini's API: a string, a part, or a list of either. Never throws. */
export function readGeminiContent(content: unknown): GeminiContent {
  if (content === null || content === undefined || content === '') return NOTHING;
  if (!isList(content)) return readList([content]);
  return content.length === 0 ? NOTHING : readList(content);
}

function readList(list: readonly unknown[]): GeminiContent {
  const responses = list.map((part) => (isRecord(part) ? asRecord(part['functionResponse']) : null));
  const isResponse = (response: JsonRecord | null): response is JsonRecord => response !== null;
  if (responses.every(isResponse)) return { parts: NOTHING.parts, results: responses.map(readResponse) };
  if (!responses.some(isResponse)) return { parts: list.map(readPart), results: NOTHING.results };
  const parts = list.filter((_, position) => responses[position] === null);
  return { parts: parts.map(readPart), results: responses.filter(isResponse).map(readResponse) };
}

function readPart(part: unknown): Part {
  if (typeof part === 'string') return { type: 'text', text: part };
  if (!isRecord(part)) return { type: 'raw', kind: 'unreadable', json: jsonText(part) };
  const text = asString(part['text']);
  if (text !== null) return part['thought'] === true ? { type: 'thinking', text } : { type: 'text', text };
  const call = recordAt(part, 'functionCall');
  if (call !== null) return callOf(call, '');
  return mediaIn(part) ?? { type: 'raw', kind: Object.keys(part)[0] ?? 'unknown', json: jsonText(part) };
}

function mediaIn(part: JsonRecord): Part | null {
  const inline = recordAt(part, 'inlineData');
  const data = inline === null ? null : stringAt(inline, 'data');
  if (inline !== null && data !== null) {
    const mediaType = stringAt(inline, 'mimeType') ?? 'application/octet-stream';
    return mediaPart(mediaKind(mediaType), mediaType, data);
  }
  const file = recordAt(part, 'fileData');
  const url = file === null ? null : stringAt(file, 'fileUri');
  if (file === null || url === null) return null;
  const mediaType = stringAt(file, 'mimeType') ?? 'application/octet-stream';
  return linkedMediaPart(mediaKind(mediaType), mediaType, url);
}

/** A call as the API or the recording has it. */
export function callOf(call: JsonRecord, fallbackId: string): ToolCallPart {
  const name = asString(call['name']) ?? 'unknown';
  const id = asString(call['id']) ?? (fallbackId === '' ? name : fallbackId);
  return { type: 'toolCall', id, name, arguments: jsonText(call['args'] ?? {}) };
}

function readResponse(response: JsonRecord): GeminiResult {
  const name = asString(response['name']);
  const body = response['response'];
  const error = isRecord(body) ? body['error'] : undefined;
  const isError = error !== undefined && error !== null;
  const text = textOfBody(isError ? error : body);
  return { callId: asString(response['id']) ?? name ?? '', name, parts: text, isError };
}

/** What a tool says stands in `output`; anything else is shown as its JSON. */
function textOfBody(body: unknown): Part[] {
  const output = isRecord(body) && 'output' in body ? body['output'] : body;
  if (output === undefined || output === null || output === '') return [];
  return [{ type: 'text', text: typeof output === 'string' ? output : jsonText(output) }];
}

/**
 * The result of a recorded call, together with what came beside it; null where there is none yet.
 *
 * @param status as recorded: a call may have failed without a word from the tool
 */
export function resultOf(call: JsonRecord, callId: string): GeminiResult | null {
  const failed = call['status'] === 'error' || call['status'] === 'cancelled';
  const { parts, results } = readGeminiContent(call['result']);
  if (results.length === 0 && parts.length === 0) {
    if (!failed) return null;
    return { callId, name: null, parts: textOfBody(asString(call['resultDisplay'])), isError: true };
  }
  const [first] = results;
  const given = results.length === 1 && first !== undefined ? first.parts : results.flatMap((result) => result.parts);
  return { callId, name: null, parts: joined(given, parts), isError: failed || results.some(({ isError }) => isError) };
}
