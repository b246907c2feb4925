import type { Message, Part, SourcePosition, Usage } from '../../../engine/message';
import { timeOf } from '../../isoTime';
import { asRecord, asString, isRecord, jsonText, numberAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { MessageDraft } from '../../messageDraft';
import { readPiContent } from './content';

/** A line of a session, read. */
export interface Entry {
  readonly source: SourcePosition;
  /** Null in files of the first version, which are lists. */
  readonly id: string | null;
  /** Null for a root; undefined where the file does not say. */
  readonly parent: string | null | undefined;
  /** Null for an entry that says nothing to the model. */
  readonly content: EntryContent | null;
}

export type EntryContent =
  /** `failed`: a reply that never came; `excluded`: output of a command the user kept to themselves. */
  | { readonly kind: 'message'; readonly message: MessageDraft; readonly failed: boolean; readonly excluded: boolean }
  | {
      readonly kind: 'compaction';
      readonly summary: MessageDraft;
      readonly firstKept: string | number | null;
      readonly tokensBefore: number | null;
      readonly byExtension: boolean;
    };

/** Never throws. The id of the message is not yet made unique. */
export function readEntry(record: JsonRecord, { line, byteOffset }: SourcePosition): Entry {
  const source = { line, byteOffset };
  const id = asString(record['id']);
  const parent = record['parentId'];
  return {
    source,
    id,
    parent: typeof parent === 'string' || parent === null ? parent : undefined,
    content: contentOf(record, id ?? `line-${String(line)}`, source),
  };
}

function contentOf(record: JsonRecord, id: string, source: SourcePosition): EntryContent | null {
  const frame = { id, createdAt: timeIn(record['timestamp']), source };
  switch (record['type']) {
    case 'message': {
      const body = asRecord(record['message']);
      return body === null ? null : readMessage(body, frame);
    }
    case 'custom_message':
      return spoken(userMessage(readPiContent(record['content']), 'injected', frame));
    case 'branch_summary':
      return spoken(summaryMessage(record, frame));
    case 'compaction':
      return {
        kind: 'compaction',
        summary: summaryMessage(record, frame),
        firstKept: stringAt(record, 'firstKeptEntryId') ?? numberAt(record, 'firstKeptEntryIndex'),
        tokensBefore: numberAt(record, 'tokensBefore'),
        byExtension: record['fromHook'] === true,
      };
    default:
      return null;
  }
}

function userMessage(
  parts: readonly Part[],
  synthetic: 'summary' | 'injected',
  { id, createdAt, source }: Frame,
): MessageDraft {
  const message: MessageDraft = { id, role: 'user', parts, synthetic, source };
  if (createdAt !== null) message.createdAt = createdAt;
  return message;
}

function summaryMessage(record: JsonRecord, frame: Frame): MessageDraft {
  return userMessage([{ type: 'text', text: stringAt(record, 'summary') ?? '' }], 'summary', frame);
}

function spoken(message: MessageDraft): EntryContent {
  return { kind: 'message', message, failed: false, excluded: false };
}

interface Frame {
  readonly id: string;
  readonly createdAt: number | null;
  readonly source: SourcePosition;
}

function readMessage(body: JsonRecord, { id, createdAt, source }: Frame): EntryContent {
  const message: MessageDraft = { id, role: 'user', parts: readPiContent(body['content']), source };
  const at = timeIn(body['timestamp']) ?? createdAt;
  if (at !== null) message.createdAt = at;
  switch (body['role']) {
    case 'assistant':
      return readReply(body, message);
    case 'toolResult': {
      message.role = 'tool';
      message.toolCallId = asString(body['toolCallId']) ?? '';
      const toolName = asString(body['toolName']);
      if (toolName !== null) message.toolName = toolName;
      if (body['isError'] === true) message.isError = true;
      break;
    }
    case 'bashExecution':
      message.parts = [{ type: 'text', text: executionText(body) }];
      message.synthetic = 'injected';
      return { kind: 'message', message, failed: false, excluded: body['excludeFromContext'] === true };
    case 'branchSummary':
    case 'compactionSummary':
      message.parts = [{ type: 'text', text: stringAt(body, 'summary') ?? '' }];
      message.synthetic = 'summary';
      break;
    case 'user':
      break;
    default:
      // An extension's message, or of a role this version does not know.
      message.synthetic = 'injected';
      if (message.parts.length === 0) message.parts = [{ type: 'raw', kind: roleWord(body), json: jsonText(body) }];
  }
  return spoken(message);
}

function roleWord(body: JsonRecord): string {
  return stringAt(body, 'role') ?? 'unknown';
}

function readReply(body: JsonRecord, message: MessageDraft): EntryContent {
  message.role = 'assistant';
  const model = asString(body['model']);
  if (model !== null) message.model = model;
  const usage = usageOf(body);
  if (usage !== null) message.usage = usage;
  const failed = message.parts.length === 0;
  const error = asString(body['errorMessage']);
  if (error !== null) {
    const json = jsonText({ stopReason: body['stopReason'] ?? null, errorMessage: error });
    message.parts = [...message.parts, { type: 'raw', kind: 'error', json }];
  }
  return { kind: 'message', message, failed, excluded: false };
}

/** What the model is told of a command the user ran. */
function executionText(body: JsonRecord): string {
  const output = stringAt(body, 'output') ?? '';
  const exitCode = numberAt(body, 'exitCode') ?? 0;
  const ran = `Ran \`${stringAt(body, 'command') ?? ''}\`\n${output === '' ? '(no output)' : `\`\`\`\n${output}\n\`\`\``}`;
  if (body['cancelled'] === true) return `${ran}\n\n(command cancelled)`;
  return exitCode === 0 ? ran : `${ran}\n\nCommand exited with code ${String(exitCode)}`;
}

/** Null where nothing was counted, as for a request that failed. */
function usageOf(body: JsonRecord): Usage | null {
  const usage = body['usage'];
  if (!isRecord(usage)) return null;
  const cachedInputTokens = numberAt(usage, 'cacheRead') ?? 0;
  const inputTokens = (numberAt(usage, 'input') ?? 0) + cachedInputTokens + (numberAt(usage, 'cacheWrite') ?? 0);
  const outputTokens = numberAt(usage, 'output') ?? 0;
  return inputTokens + outputTokens === 0 ? null : { inputTokens, cachedInputTokens, outputTokens };
}

/** Milliseconds since the epoch, of a number or a date in words. */
function timeIn(value: unknown): number | null {
  const time = typeof value === 'number' ? value : typeof value === 'string' ? timeOf(value) : Number.NaN;
  return Number.isFinite(time) ? time : null;
}

/** The message of an entry as a part of a history. */
export function messageOf(content: EntryContent): Message {
  return content.kind === 'message' ? content.message : content.summary;
}
