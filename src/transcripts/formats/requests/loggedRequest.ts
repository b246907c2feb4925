import { isList, isRecord, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';

/** What a log of requests has of one call. */
export interface LoggedCall {
  readonly request: JsonRecord;
  readonly response: JsonRecord | null;
}

const REQUEST_FIELDS = ['request', 'body', 'requestBody', 'request_body', 'input'] as const;
const RESPONSE_FIELDS = ['response', 'responseBody', 'response_body', 'output'] as const;

/** The request a record holds, or is, and the response beside it; null where it holds no list of messages. */
export function loggedCall(record: JsonRecord): LoggedCall | null {
  const request = [...REQUEST_FIELDS.map((field) => bodyAt(record, field)), record].find(
    (candidate) => candidate !== null && isList(candidate['messages']),
  );
  if (request == null) return null;
  const response = RESPONSE_FIELDS.map((field) => bodyAt(record, field)).find((candidate) => candidate !== null);
  return { request, response: response ?? null };
}

/** A body is JSON, or JSON as a text, and may stand in an envelope with its headers. */
function bodyAt(record: JsonRecord, field: string): JsonRecord | null {
  const value = parsed(record[field]);
  if (value === null) return null;
  return parsed(value['body']) ?? value;
}

function parsed(value: unknown): JsonRecord | null {
  if (isRecord(value)) return value;
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return null;
  try {
    const read: unknown = JSON.parse(value);
    return isRecord(read) ? read : null;
  } catch {
    return null;
  }
}

/** The message a response brought, of either kind of API; undefined where there is none. */
export function replyOf(response: JsonRecord | null): unknown {
  if (response === null) return undefined;
  const choices = response['choices'];
  const first = isList(choices) ? choices[0] : undefined;
  if (isRecord(first)) return recordAt(first, 'message') ?? undefined;
  return isAnthropicReply(response) ? { role: 'assistant', content: response['content'] } : undefined;
}

export function isAnthropicReply(response: JsonRecord): boolean {
  return stringAt(response, 'role') === 'assistant' && isList(response['content']);
}
