import type { Part, ToolCallPart } from '../../../engine/message';
import { isList, isRecord, jsonText, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import { linkedMediaPart, mediaKind, mediaPart } from '../../../wire/mediaPart';

/** What a tool gave back to one call. */
export interface GeminiResult {
  readonly callId: string;
  readonly name: string | null;
  readonly parts: readonly Part[];
  readonly isError: boolean;
}

export interface GeminiContent {
  readonly parts: Part[];
  readonly results: GeminiResult[];
}

/** Content of Gemini's API: a string, a part, or a list of either. Never throws. */
export function readGeminiContent(content: unknown): GeminiContent {
  const read: GeminiContent = { parts: [], results: [] };
  if (content === null || content === undefined || content === '') return read;
  for (const part of isList(content) ? content : [content]) addPart(part, read);
  return read;
}

function addPart(part: unknown, { parts, results }: GeminiContent): void {
  const response = isRecord(part) ? recordAt(part, 'functionResponse') : null;
  if (response !== null) results.push(readResponse(response));
  else parts.push(readPart(part));
}

function readPart(part: unknown): Part {
  if (typeof part === 'string') return { type: 'text', text: part };
  if (!isRecord(part)) return { type: 'raw', kind: 'unreadable', json: jsonText(part) };
  const text = stringAt(part, 'text');
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
  const name = stringAt(call, 'name') ?? 'unknown';
  const id = stringAt(call, 'id') ?? (fallbackId === '' ? name : fallbackId);
  return { type: 'toolCall', id, name, arguments: jsonText(call['args'] ?? {}) };
}

function readResponse(response: JsonRecord): GeminiResult {
  const name = stringAt(response, 'name');
  const body = response['response'];
  const error = isRecord(body) ? body['error'] : undefined;
  const isError = error !== undefined && error !== null;
  const text = textOfBody(isError ? error : body);
  return { callId: stringAt(response, 'id') ?? name ?? '', name, parts: text, isError };
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
  const status = stringAt(call, 'status') ?? '';
  const failed = status === 'error' || status === 'cancelled';
  const shown = stringAt(call, 'resultDisplay') ?? '';
  const { parts, results } = readGeminiContent(call['result']);
  const all = [...results.flatMap((result) => result.parts), ...parts];
  if (results.length === 0 && parts.length === 0) {
    if (!failed) return null;
    return { callId, name: null, parts: textOfBody(shown), isError: true };
  }
  return { callId, name: null, parts: all, isError: failed || results.some(({ isError }) => isError) };
}
