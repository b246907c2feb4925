import type { Part } from '../../../engine/message';
import { isList, isRecord, jsonText, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import { linkedMediaPart, mediaKind, mediaPart } from '../../../wire/mediaPart';

/** Parts that hold no content: where a step begins and ends, states of the workspace, tries that failed. */
const SILENT = new Set(['step-start', 'step-finish', 'snapshot', 'patch', 'retry']);

/** A part of a message as content; null for one without any. Calls of tools are read apart. */
export function contentPart(part: unknown): Part | null {
  if (typeof part === 'string') return { type: 'text', text: part };
  if (!isRecord(part)) return { type: 'raw', kind: 'unreadable', json: jsonText(part) };
  const type = stringAt(part, 'type') ?? 'unknown';
  const text = stringAt(part, 'text');
  if (type === 'text' && text !== null && part['ignored'] !== true) return { type: 'text', text };
  if (type === 'reasoning' && text !== null) return reasoningPart(part, text);
  if (type === 'file') return filePart(part);
  return SILENT.has(type) ? null : { type: 'raw', kind: type, json: jsonText(part) };
}

/** A provider's signature, or what it encrypted, stands in the metadata under the provider's name. */
function reasoningPart(part: JsonRecord, text: string): Part {
  const metadata = recordAt(part, 'metadata') ?? {};
  for (const details of Object.values(metadata)) {
    if (!isRecord(details)) continue;
    const signature = stringAt(details, 'signature');
    if (signature !== null) return { type: 'thinking', text, signature };
    const redacted = stringAt(details, 'redactedData') ?? stringAt(details, 'reasoningEncryptedContent');
    if (redacted !== null) return { type: 'thinking', text, redacted };
  }
  return { type: 'thinking', text };
}

/** A file by its address, which holds it, or names it. */
function filePart(part: JsonRecord): Part {
  const [url, mediaType] = [stringAt(part, 'url'), stringAt(part, 'mime') ?? 'application/octet-stream'];
  const comma = url?.startsWith('data:') === true ? url.indexOf(',') : -1;
  const isText = mediaType.startsWith('text/') || mediaType === 'application/x-directory';
  // The text of a file stands in a part of its own.
  if (url === null || (isText && comma < 0)) return { type: 'raw', kind: 'file', json: jsonText(part) };
  if (comma < 0) return linkedMediaPart(mediaKind(mediaType), mediaType, url);
  if (!url.slice(0, comma).endsWith(';base64')) return { type: 'raw', kind: 'file', json: jsonText(part) };
  return mediaPart(mediaKind(mediaType), mediaType, url.slice(comma + 1), stringAt(part, 'filename') ?? undefined);
}

/** A call of a tool, and what is known of its result. */
export interface ToolPart {
  readonly call: Part;
  readonly id: string;
  readonly name: string;
  /** Null while it runs, or where it never ended. */
  readonly result: { readonly parts: readonly Part[]; readonly isError: boolean } | null;
  /** When its output was taken out of the context, in milliseconds since the epoch. */
  readonly compactedAt: number | null;
}

/** Null where the part is no call. */
export function toolPart(part: unknown): ToolPart | null {
  if (!isRecord(part) || part['type'] !== 'tool') return null;
  const [id, name, state] = [stringAt(part, 'callID'), stringAt(part, 'tool'), recordAt(part, 'state') ?? {}];
  if (id === null || name === null) return null;
  const compacted = recordAt(state, 'time')?.['compacted'];
  const input = state['input'] ?? {};
  return {
    id,
    name,
    call: { type: 'toolCall', id, name, arguments: typeof input === 'string' ? input : jsonText(input) },
    result: resultOf(state),
    compactedAt: typeof compacted === 'number' && Number.isFinite(compacted) ? compacted : null,
  };
}

function resultOf(state: JsonRecord): ToolPart['result'] {
  switch (state['status']) {
    case 'completed': {
      const attachments = isList(state['attachments']) ? state['attachments'].filter(isRecord).map(filePart) : [];
      return { parts: [...textParts(stringAt(state, 'output')), ...attachments], isError: false };
    }
    case 'error':
      return { parts: textParts(stringAt(state, 'error')), isError: true };
    default:
      return null;
  }
}

function textParts(text: string | null): readonly Part[] {
  return text === null || text === '' ? [] : [{ type: 'text', text }];
}
