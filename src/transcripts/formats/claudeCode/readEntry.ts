import type { Usage } from '../../../engine/message';
import { timeOf } from '../../isoTime';
import { asRecord, asString, jsonText, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { HoldPart } from '../../transcriptFormat';
import { readContent, type AnthropicContent } from '../../../wire/anthropicBlocks';
import type { Entry } from './entry';
import { clearedToolUses, readCompaction } from './readCompaction';

export interface EntryPosition {
  readonly index: number;
  /** From 1. */
  readonly line: number;
  readonly byteOffset: number;
}

/**
 * A record as an entry of the tree; null for records without a place in it (summaries, snapshots, queues). The record
 * itself is let go of: progress lines alone can be most of a file.
 */
export function readEntry(record: JsonRecord, position: EntryPosition, hold: HoldPart | null): Entry | null {
  const kind = kindOf(record);
  const uuid = asString(record['uuid']);
  if (kind === 'other' && uuid === null) return null;
  const message = asRecord(record['message']);
  const prompt = queuedPrompt(record);
  const { parts, toolResults } = contentOf(kind, record, { message, prompt });
  const model = message === null ? null : asString(message['model']);
  const timestamp = timeOf(asString(record['timestamp']) ?? '');
  const parent = record['parentUuid'];
  // Field by field: a file has hundreds of thousands of records, and spreading objects into one is several times as slow.
  return {
    index: position.index,
    line: position.line,
    byteOffset: position.byteOffset,
    uuid: uuid ?? `line-${String(position.line)}-${String(position.byteOffset)}`,
    parent: typeof parent === 'string' || parent === null ? parent : undefined,
    logicalParent: asString(record['logicalParentUuid']),
    kind,
    sessionId: asString(record['sessionId']) ?? asString(record['session_id']),
    sidechain: record['isSidechain'] === true || typeof record['parent_tool_use_id'] === 'string',
    agentId: asString(record['agentId']),
    createdAt: Number.isNaN(timestamp) ? null : timestamp,
    parts: hold === null ? parts : parts.map(hold),
    toolResults:
      hold === null ? toolResults : toolResults.map((result) => ({ ...result, parts: result.parts.map(hold) })),
    aside: prompt !== null && uuid === null && parent === undefined,
    meta: record['isMeta'] === true || isOfAgent(prompt ?? record),
    compactSummary: record['isCompactSummary'] === true,
    pinned: record['_pin'] === true || message?.['_pin'] === true,
    messageId: message === null ? null : asString(message['id']),
    model,
    usage: kind === 'assistant' && message !== null ? usageOf(message) : null,
    placeholder: record['isApiErrorMessage'] === true || model === '<synthetic>',
    compaction: kind === 'boundary' ? readCompaction(record) : null,
    clearedToolUses: kind === 'assistant' && message !== null ? clearedToolUses(message) : 0,
  };
}

/** The attachment that holds what was typed while the model was at work; null for every other record. */
export function queuedPrompt(record: JsonRecord): JsonRecord | null {
  if (record['type'] !== 'attachment') return null;
  const attachment = recordAt(record, 'attachment');
  return attachment?.['type'] === 'queued_command' && 'prompt' in attachment ? attachment : null;
}

/** A prompt answers no call. */
function readPrompt(content: unknown): AnthropicContent {
  const { parts, toolResults } = readContent(content);
  return { parts: [...parts, ...toolResults.flatMap((result) => result.parts)], toolResults: [] };
}

/** Whose words reach the model as those of a user, who did not write them. */
const AGENT_ORIGINS = new Set(['task-notification', 'auto-continuation', 'coordinator', 'peer']);

function isOfAgent(prompt: JsonRecord): boolean {
  const origin = asRecord(prompt['origin']);
  const mode = asString(prompt['commandMode']) ?? 'prompt';
  const isFromAgent = origin !== null && AGENT_ORIGINS.has(asString(origin['kind']) ?? '');
  return isFromAgent || mode !== 'prompt' || prompt['isMeta'] === true;
}

const BOUNDARIES = new Set(['compact_boundary', 'microcompact_boundary']);

function kindOf(record: JsonRecord): Entry['kind'] {
  switch (record['type']) {
    case 'user':
    case 'assistant':
      return record['type'];
    case 'attachment':
      return queuedPrompt(record) === null ? 'attachment' : 'user';
    case 'system':
      return BOUNDARIES.has(stringAt(record, 'subtype') ?? '') ? 'boundary' : 'other';
    default:
      return 'other';
  }
}

function contentOf(
  kind: Entry['kind'],
  record: JsonRecord,
  { message, prompt }: { readonly message: JsonRecord | null; readonly prompt: JsonRecord | null },
): AnthropicContent {
  switch (kind) {
    case 'user':
    case 'assistant':
      return prompt !== null
        ? readPrompt(prompt['prompt'])
        : readContent(message === null ? record['message'] : message['content']);
    case 'attachment':
      return {
        parts: [{ type: 'raw', kind: 'attachment', json: jsonText(record['attachment'] ?? null) }],
        toolResults: [],
      };
    case 'boundary':
    case 'other':
      return { parts: [], toolResults: [] };
  }
}

/** The context a reply was made from is what was sent, what was read from the cache and what was written to it. */
function usageOf(message: JsonRecord): Usage | null {
  const usage = asRecord(message['usage']);
  if (usage === null) return null;
  const cached = numberAt(usage, 'cache_read_input_tokens') ?? 0;
  const written = numberAt(usage, 'cache_creation_input_tokens') ?? 0;
  return {
    inputTokens: (numberAt(usage, 'input_tokens') ?? 0) + cached + written,
    cachedInputTokens: cached,
    outputTokens: numberAt(usage, 'output_tokens') ?? 0,
  };
}
