import type { Message, Part, SourcePosition } from '../../../engine/message';
import { isList, isRecord, jsonText, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { MessageDraft } from '../../messageDraft';
import { renderedParts } from './renderedParts';
import { RequestBuilder, type SummaryNote } from './requestBuilder';
import { addResponseParts } from './responseParts';
import { addRounds } from './toolRounds';

/** What one request and its response came to. */
export interface RequestMessages {
  readonly messages: readonly Message[];
  /** How many messages there are when a round of calls has its results, by the round's id. */
  readonly roundEnds: ReadonlyMap<string, number>;
  readonly summaries: readonly SummaryNote[];
  /** What the model was told of the workspace, once for all requests. */
  readonly globalContext: string;
  /** Kinds of response parts that say nothing new. */
  readonly leftOut: readonly string[];
}

interface RequestFrame {
  readonly index: number;
  readonly knownContext: string;
  readonly source: SourcePosition;
}

/** Reads a request: what was typed, what was added to it, and each reply with its calls and their results. Never throws. */
export function readRequest(value: unknown, { index, knownContext, source }: RequestFrame): RequestMessages {
  const request = isRecord(value) ? value : {};
  const id = stringAt(request, 'requestId') ?? `request-${String(index)}`;
  const builder = new RequestBuilder(id, numberAt(request, 'timestamp'), source, stringAt(request, 'modelId'));
  const result = recordAt(request, 'result') ?? {};
  const metadata = recordAt(result, 'metadata') ?? {};
  const typed = typedText(request['message']);
  const globalContext = addContext(builder, metadata, typed, knownContext);
  builder.add(userDraft(request, typed, 'renderedUserMessage' in metadata), id);
  const response = isList(request['response']) ? request['response'] : [];
  const leftOut = addRounds(builder, metadata, response) ?? addResponseParts(builder, response);
  addEnd(builder, result, metadata);
  const { messages, roundEnds, summaries } = builder.finish();
  return { messages, roundEnds, summaries, globalContext, leftOut };
}

function typedText(message: unknown): string {
  return typeof message === 'string' ? message : isRecord(message) ? (stringAt(message, 'text') ?? '') : '';
}

function userDraft(request: JsonRecord, typed: string, isRendered: boolean): Omit<MessageDraft, 'id'> {
  const parts: Part[] = typed === '' ? [] : [{ type: 'text', text: typed }];
  // Where the file has what the model was told, what is attached stands in there.
  const variables = isRendered ? undefined : recordAt(request, 'variableData')?.['variables'];
  if (isList(variables)) {
    for (const variable of variables) parts.push({ type: 'raw', kind: 'attachment', json: jsonText(variable) });
  }
  return { role: 'user', parts };
}

/** What was put before the words of the user. Returns what is known of the workspace from here on. */
function addContext(builder: RequestBuilder, metadata: JsonRecord, typed: string, known: string): string {
  const global = renderedParts(metadata['renderedGlobalContext']);
  const globalText = global.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const isNew = globalText !== '' && globalText !== known;
  const own = renderedParts(metadata['renderedUserMessage']).map((part) => withoutRequest(part, typed));
  const parts = [...(isNew ? global : []), ...own].filter((part) => part.type !== 'text' || part.text.trim() !== '');
  if (parts.length > 0) builder.add({ role: 'user', synthetic: 'injected', parts }, `${builder.id}:context`);
  return isNew ? globalText : known;
}

const OPENING = '<userRequest>';
const CLOSING = '</userRequest>';

/** What the user typed is a message of its own. */
function withoutRequest(part: Part, typed: string): Part {
  if (part.type !== 'text') return part;
  const start = part.text.indexOf(OPENING);
  const end = part.text.lastIndexOf(CLOSING);
  if (start < 0 || end < start) return part;
  const said = part.text.slice(start + OPENING.length, end);
  if (said.trim() !== typed.trim()) return part;
  return { type: 'text', text: part.text.slice(0, start) + part.text.slice(end + CLOSING.length) };
}

/** How it ended: what went wrong, and what the last call took. */
function addEnd(builder: RequestBuilder, result: JsonRecord, metadata: JsonRecord): void {
  const error = recordAt(result, 'errorDetails');
  if (error !== null) builder.say({ type: 'raw', kind: 'error', json: jsonText(error) });
  const inputTokens = numberAt(metadata, 'promptTokens');
  const outputTokens = numberAt(metadata, 'outputTokens');
  if (inputTokens !== null || outputTokens !== null) {
    builder.noteUsage({ inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 });
  }
}
