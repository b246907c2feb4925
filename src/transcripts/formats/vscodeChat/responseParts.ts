import type { Part } from '../../../engine/message';
import { isList, isRecord, jsonText, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import { mediaKind, mediaPart } from '../../../wire/mediaPart';
import type { RequestBuilder, ToolAnswer } from './requestBuilder';

/** Parts of a response that only steer how it is shown. */
const SHOWN_ONLY = new Set([
  'progressMessage',
  'progressTask',
  'progressTaskResult',
  'progressTaskSerialized',
  'progress',
  'prepareToolInvocation',
  'undoStop',
  'codeblockUri',
  'mcpServersStarting',
  'clearToPreviousToolInvocation',
  'reference',
  'inlineReference',
]);

/** Whether a part says nothing of what the model said or did. References are a part of the text around them. */
export function isShownOnly(part: JsonRecord): boolean {
  return SHOWN_ONLY.has(stringAt(part, 'kind') ?? '');
}

export function isInvocation({ kind }: JsonRecord): boolean {
  return kind === 'toolInvocationSerialized' || kind === 'toolInvocation';
}

/** The text of a part that is Markdown; null for any other. */
export function markdownOf(part: unknown): string | null {
  if (typeof part === 'string') return part;
  if (!isRecord(part)) return null;
  const { kind } = part;
  if (kind === undefined) return stringAt(part, 'value');
  if (kind !== 'markdownContent' && kind !== 'markdownVuln') return null;
  return wordsOf(part['content']) ?? stringAt(part, 'value');
}

export function thinkingText(part: JsonRecord): string {
  const { value } = part;
  if (typeof value === 'string') return value;
  return isList(value) ? value.filter((text) => typeof text === 'string').join('') : '';
}

/** Adds the replies of a request from what was shown of its response. Returns the kinds of parts left out: none. */
export function addResponseParts(builder: RequestBuilder, response: readonly unknown[]): readonly string[] {
  response.forEach((part, position) => {
    addPart(builder, part, position);
  });
  return [];
}

function addPart(builder: RequestBuilder, part: unknown, position: number): void {
  const text = markdownOf(part);
  if (text !== null) {
    if (text !== '') builder.say({ type: 'text', text });
  } else if (!isRecord(part)) {
    builder.say({ type: 'raw', kind: 'unreadable', json: jsonText(part) });
  } else if (isInvocation(part)) {
    const id = stringAt(part, 'toolCallId') ?? `${builder.id}:call-${String(position)}`;
    const name = stringAt(part, 'toolId') ?? 'unknown';
    builder.call({ type: 'toolCall', id, name, arguments: argumentsOf(part) }, toolAnswer(part));
  } else if (part['kind'] === 'thinking') {
    const thinking = thinkingText(part);
    // An empty one only marks the end.
    if (thinking !== '') builder.say({ type: 'thinking', text: thinking });
  } else if (part['kind'] === 'inlineReference') builder.say({ type: 'text', text: referenceText(part) });
  else if (!isShownOnly(part)) {
    builder.say({ type: 'raw', kind: stringAt(part, 'kind') ?? 'unknown', json: jsonText(part) });
  }
}

/** What was named, as the text around it needs it. */
function referenceText(part: JsonRecord): string {
  const reference = recordAt(part, 'inlineReference') ?? {};
  const location = recordAt(reference, 'location') ?? reference;
  const path = stringAt(recordAt(location, 'uri') ?? location, 'path') ?? '';
  const name = stringAt(part, 'name') ?? stringAt(reference, 'name') ?? path.slice(path.lastIndexOf('/') + 1);
  return name === '' ? '' : `\`${name}\``;
}

/** What a tool was called with, as far as the file tells: what was typed into it, or what it was about. */
function argumentsOf(part: JsonRecord): string {
  const specific = recordAt(part, 'toolSpecificData');
  if (specific?.['rawInput'] !== undefined) return jsonText(specific['rawInput']);
  const input = stringAt(recordAt(part, 'resultDetails') ?? {}, 'input');
  if (input !== null) return isJson(input) ? input : jsonText({ input });
  return jsonText(specific?.['kind'] === 'terminal' ? { command: commandOf(specific) } : (specific ?? {}));
}

/** What was run in the terminal: what the user made of it, or the tool, or what the model asked for. */
function commandOf(terminal: JsonRecord): unknown {
  const line = recordAt(terminal, 'commandLine');
  if (line === null) return terminal['command'] ?? null;
  return line['userEdited'] ?? line['toolEdited'] ?? line['original'] ?? null;
}

function isJson(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

/** What came of a call, as it was shown. */
export function toolAnswer(part: JsonRecord): ToolAnswer | null {
  const details = part['resultDetails'];
  const specific = recordAt(part, 'toolSpecificData') ?? {};
  const isError = (isRecord(details) && details['isError'] === true) || isDenied(part['isConfirmed']);
  const output = isRecord(details) ? details['output'] : details;
  const parts = isList(output) ? output.map(outputPart) : isRecord(output) ? [outputPart(output)] : [];
  if (parts.length > 0) return { parts, isError };
  const text =
    stringAt(recordAt(specific, 'terminalCommandOutput') ?? {}, 'text') ??
    stringAt(specific, 'result') ??
    (typeof output === 'string' ? output : null) ??
    wordsOf(part['pastTenseMessage']) ??
    wordsOf(part['invocationMessage']);
  if (text === null || (part['isComplete'] === false && output === undefined)) return null;
  return { parts: [{ type: 'text', text }], isError };
}

function isDenied(confirmed: unknown): boolean {
  return confirmed === false || (isRecord(confirmed) && (confirmed['type'] === 0 || confirmed['type'] === 5));
}

function outputPart(item: unknown): Part {
  if (!isRecord(item)) return { type: 'raw', kind: 'unreadable', json: jsonText(item) };
  const mediaType = stringAt(item, 'mimeType');
  const data = stringAt(item, 'base64Data') ?? stringAt(item, 'value');
  if (item['isText'] === true && data !== null) return { type: 'text', text: data };
  if (mediaType !== null && data !== null) return mediaPart(mediaKind(mediaType), mediaType, data);
  const path = stringAt(recordAt(item, 'uri') ?? item, 'path');
  return path === null ? { type: 'raw', kind: 'output', json: jsonText(item) } : { type: 'text', text: path };
}

/** Words that are plain or Markdown. */
function wordsOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return isRecord(value) ? stringAt(value, 'value') : null;
}
