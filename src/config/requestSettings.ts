import { isRecord } from '../engine/fieldCheck';
import type { Describe, JsonSchema } from './compressionSchema';
import type { Parsed, Problem } from './parsed';

/** What a person adds to the requests of the `openai` provider. No secret may stand in settings: they are synchronized. */

/** Stands for the key that is kept for the server. */
const KEY_PLACEHOLDER = '${apiKey}';

/** Headers whose value is a secret wherever they are sent. */
const SECRET_HEADERS = /^(authorization|proxy-authorization|cookie|(x-)?api-key|.*(token|secret|api-?key|password))$/i;
/** Written by hand these would break the request. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'host',
  'transfer-encoding',
]);
/** RFC 9110: the characters of a token. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
/** What a header can carry: no control characters, so that no second header can hide in a value. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Values that look like a key of one of the large providers, whatever the header is called. */
const SECRET_VALUE = /^(bearer|basic)\s+\S|\b(sk|pk|gsk|xai|ghp|key)[-_][\w-]{12,}/i;

/** Fields of a request that the agent needs as they are. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['messages', 'model', 'n', 'stream', 'stream_options', 'tools']);

export type RequestHeaders = Readonly<Record<string, string>>;
export type ExtraBody = Readonly<Record<string, unknown>>;

export function headersSchema(describe: Describe): JsonSchema {
  return {
    type: 'object',
    additionalProperties: {
      type: 'string',
      markdownDescription: describe(
        'openai.headers.value',
        'The value; `${apiKey}` stands for the key kept for the server.',
      ),
    },
    defaultSnippets: [{ label: '{ "X-Title": … }', body: { 'X-Title': 'Strata' } }],
  };
}

export function extraBodySchema(): JsonSchema {
  return {
    type: 'object',
    defaultSnippets: [{ label: '{ "reasoning": … }', body: { reasoning: { effort: 'high' } } }],
  };
}

/** Takes the headers that may be sent, and says of the others why they may not. */
export function parseHeaders(value: unknown, path: string): Parsed<RequestHeaders> {
  return parseFields(value, path, (name, item) => {
    if (!HEADER_NAME.test(name)) return 'is not the name of a header';
    if (OWN_HEADERS.has(name.toLowerCase())) return 'is set by Strata itself';
    if (typeof item !== 'string') return 'must be a text';
    if (!HEADER_VALUE.test(item)) return 'holds characters that no header can carry';
    if (item.includes(KEY_PLACEHOLDER)) return null;
    return SECRET_HEADERS.test(name) || SECRET_VALUE.test(item)
      ? `would put a secret into the settings; store it with “Strata: Set API Key” and write ${KEY_PLACEHOLDER} in its place`
      : null;
  }) as Parsed<RequestHeaders>;
}

/** Takes the fields that the agent does not need for itself. */
export function parseExtraBody(value: unknown, path: string): Parsed<ExtraBody> {
  return parseFields(value, path, (name) => (OWN_FIELDS.has(name) ? 'is set by Strata itself' : null));
}

function parseFields(
  value: unknown,
  path: string,
  faultOf: (name: string, item: unknown) => string | null,
): Parsed<Readonly<Record<string, unknown>>> {
  if (!isRecord(value)) return { value: {}, problems: [{ path, fault: 'must be an object', kind: 'wrong' }] };
  const problems: Problem[] = [];
  const taken = Object.entries(value).filter(([name, item]) => {
    const fault = faultOf(name, item);
    if (fault !== null) problems.push({ path: `${path}.${name}`, fault, kind: 'wrong' });
    return fault === null;
  });
  return { value: Object.fromEntries(taken), problems };
}
