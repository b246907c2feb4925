import type { Usage } from '../../../engine/message';
import { isList, isRecord, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import { titleFrom } from '../../sessionTitle';

/** What `ui_messages.json`, the chat as it was shown, knows of a task beyond the history that the model was sent. */
export interface UiFacts {
  /** The task as it was typed. */
  readonly title: string | null;
  /** In order. */
  readonly requests: readonly UiRequest[];
  /** Each time another range of the history was left out, in order. */
  readonly deletedRanges: readonly DeletedRange[];
  /** Each time the context was condensed or truncated, in order. */
  readonly condensations: readonly UiCondensation[];
}

export interface UiRequest {
  /** Milliseconds since the epoch. */
  readonly at: number | null;
  /** Index of the newest item of the history when it was noted. */
  readonly historyIndex: number | null;
  /** Null for one that failed or was not finished. */
  readonly usage: Usage | null;
  readonly model: string | null;
}

/** Items of the history that are not sent, the last one included. */
export interface DeletedRange {
  readonly first: number;
  readonly last: number;
  readonly historyIndex: number | null;
}

export interface UiCondensation {
  readonly kind: 'condense' | 'truncation';
  /** Links it to the summary or the marker in the history. */
  readonly id: string | null;
  readonly at: number | null;
  readonly tokensBefore: number | null;
  readonly tokensAfter: number | null;
}

/** Null where the value is no such list. Never throws. */
export function readUiMessages(value: unknown): UiFacts | null {
  if (!isList(value) || !isUiMessages(value)) return null;
  const requests: UiRequest[] = [];
  const deletedRanges: DeletedRange[] = [];
  const condensations: UiCondensation[] = [];
  let title: string | null = null;
  for (const entry of value) {
    if (!isRecord(entry)) continue;
    const { say } = entry;
    const text = stringAt(entry, 'text');
    if (title === null && (say === 'task' || say === 'text') && text !== null) title = titleFrom(text);
    if (say === 'api_req_started') requests.push(requestOf(entry, text));
    const range = deletedRangeOf(entry['conversationHistoryDeletedRange'], numberAt(entry, 'conversationHistoryIndex'));
    const last = deletedRanges.at(-1);
    if (range !== null && (last?.first !== range.first || last.last !== range.last)) deletedRanges.push(range);
    const condensation = condensationOf(entry);
    if (condensation !== null) condensations.push(condensation);
  }
  return { title, requests, deletedRanges, condensations };
}

/** Entries of a chat of Cline or one of its forks: what was said, or asked. */
export function isUiMessages(list: readonly unknown[]): boolean {
  return list.length > 0 && list.slice(0, 20).every((entry) => isRecord(entry) && isUiEntry(entry));
}

function isUiEntry(entry: JsonRecord): boolean {
  const kind = entry['type'];
  return (kind === 'say' || kind === 'ask') && typeof entry[kind] === 'string' && typeof entry['ts'] === 'number';
}

/** A range as it is written, `[first, last]`; null where there is none. */
export function deletedRangeOf(value: unknown, historyIndex: number | null): DeletedRange | null {
  if (!isList(value)) return null;
  const [first, last] = value;
  if (typeof first !== 'number' || typeof last !== 'number' || !(first >= 0) || !(last >= first)) return null;
  return { first, last, historyIndex };
}

/** The JSON in an entry's text; empty where it is none. */
export function jsonOf(text: string | null): JsonRecord {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

function requestOf(entry: JsonRecord, text: string | null): UiRequest {
  const info = jsonOf(text);
  return {
    at: numberAt(entry, 'ts'),
    historyIndex: numberAt(entry, 'conversationHistoryIndex'),
    usage: usageOf(info),
    model: stringAt(recordAt(entry, 'modelInfo') ?? {}, 'modelId'),
  };
}

function usageOf(info: JsonRecord): Usage | null {
  const [input, output] = [numberAt(info, 'tokensIn'), numberAt(info, 'tokensOut')];
  if (input === null || output === null || input + output === 0) return null;
  const [read, written] = [numberAt(info, 'cacheReads') ?? 0, numberAt(info, 'cacheWrites') ?? 0];
  return usageOfParts(input, read, written, output, 'apiProtocol' in info);
}

/**
 * Usage of a request, with the cached tokens in the input.
 *
 * @param mayInclude whether some versions count what came from the cache, and went into it, as input already: then it is
 *   taken as included wherever it can be
 */
export function usageOfParts(input: number, read: number, written: number, output: number, mayInclude: boolean): Usage {
  const isIncluded = mayInclude && input >= read + written;
  return {
    inputTokens: isIncluded ? input : input + read + written,
    cachedInputTokens: read,
    outputTokens: output,
  };
}

function condensationOf(entry: JsonRecord): UiCondensation | null {
  const condense = recordAt(entry, 'contextCondense');
  const facts = condense ?? recordAt(entry, 'contextTruncation');
  if (facts === null) return null;
  return {
    kind: condense === null ? 'truncation' : 'condense',
    id: stringAt(facts, condense === null ? 'truncationId' : 'condenseId'),
    at: numberAt(entry, 'ts'),
    tokensBefore: numberAt(facts, 'prevContextTokens'),
    tokensAfter: numberAt(facts, 'newContextTokens'),
  };
}
