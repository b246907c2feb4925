import { asRecord, isList, isRecord, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { EntryCompaction } from './entry';

/** What a boundary line says of its compaction. */
export function readCompaction(record: JsonRecord): EntryCompaction {
  const micro = recordAt(record, 'microcompactMetadata');
  if (record['subtype'] === 'microcompact_boundary') return readMicrocompaction(micro ?? {});
  const metadata = recordAt(record, 'compactMetadata') ?? {};
  const segment = recordAt(metadata, 'preservedSegment') ?? {};
  const [head, tail] = [stringAt(segment, 'headUuid'), stringAt(segment, 'tailUuid')];
  const tokensAfter = numberAt(metadata, 'postTokens');
  return {
    facts: { ...factsOf('compact', metadata), ...(tokensAfter === null ? {} : { tokensAfter }) },
    preserved: stringsOf(recordAt(metadata, 'preservedMessages')?.['uuids']),
    segment: head === null || tail === null ? null : { head, tail },
    cleared: null,
  };
}

function readMicrocompaction(metadata: JsonRecord): EntryCompaction {
  const facts = factsOf('microcompact', metadata);
  const saved = numberAt(metadata, 'tokensSaved');
  const isTold = saved !== null && facts.tokensBefore !== undefined;
  return {
    facts: isTold ? { ...facts, tokensAfter: Math.max(0, (facts.tokensBefore ?? 0) - saved) } : facts,
    preserved: [],
    segment: null,
    cleared: new Set([...stringsOf(metadata['compactedToolIds']), ...stringsOf(metadata['clearedAttachmentUUIDs'])]),
  };
}

function factsOf(kind: string, metadata: JsonRecord): EntryCompaction['facts'] {
  const trigger = stringAt(metadata, 'trigger');
  const tokensBefore = numberAt(metadata, 'preTokens');
  return { kind, ...(trigger === null ? {} : { trigger }), ...(tokensBefore === null ? {} : { tokensBefore }) };
}

/** How many of the oldest tool results the API cleared from the request a reply answers (context editing). */
export function clearedToolUses(message: JsonRecord): number {
  const edits = asRecord(message['context_management'])?.['applied_edits'];
  if (!isList(edits)) return 0;
  let cleared = 0;
  for (const edit of edits) if (isRecord(edit)) cleared += numberAt(edit, 'cleared_tool_uses') ?? 0;
  return cleared;
}

function stringsOf(value: unknown): readonly string[] {
  return isList(value) ? value.filter((item) => typeof item === 'string') : [];
}
