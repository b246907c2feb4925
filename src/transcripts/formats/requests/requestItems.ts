import { isList, isRecord, stringAt, type JsonRecord } from '../../../wire/jsonValue';

/** What the items of requests are, whichever provider they were sent to. */

export function roleOf(value: unknown): string {
  const role = isRecord(value) ? value['role'] : undefined;
  return role === 'developer' ? 'system' : typeof role === 'string' ? role : '';
}

/** Whether two items say the same: marks for a provider's cache aside, and a text like a list of that text. */
export function sameItem(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isRecord(a) || !isRecord(b) || roleOf(a) !== roleOf(b)) return false;
  if (!sameValue(plainContent(a['content']), plainContent(b['content']))) return false;
  return callIdsOf(a) === callIdsOf(b);
}

/** Fields a client may leave out, or move, when it sends an item again. */
const UNSTEADY = new Set(['cache_control', 'citations', 'caller']);

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const [keys, others] = [steadyKeys(a), steadyKeys(b)];
  return keys.length === others.length && keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key]));
}

function steadyKeys(record: JsonRecord): readonly string[] {
  return Object.keys(record).filter((key) => !UNSTEADY.has(key) && record[key] !== undefined);
}

function plainContent(content: unknown): unknown {
  if (content === undefined || content === '') return null;
  if (!isList(content) || content.length !== 1) return content;
  const [block] = content;
  return isRecord(block) && block['type'] === 'text' ? block['text'] : content;
}

/** All texts of an item, those of tool results too. */
export function contentText(value: unknown): string {
  return isRecord(value) ? textOfContent(value['content']) : '';
}

function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!isList(content)) return '';
  return content
    .map((block) => {
      if (typeof block === 'string') return block;
      return isRecord(block) ? (stringAt(block, 'text') ?? textOfContent(block['content'])) : '';
    })
    .join('\n');
}

/** Ids of the calls an item makes or answers; empty for none. */
export function callIdsOf(value: unknown): string {
  if (!isRecord(value)) return '';
  const { tool_calls: calls, content } = value;
  const answered = stringAt(value, 'tool_call_id') ?? '';
  const called = isList(calls) ? calls.map((call) => (isRecord(call) ? (stringAt(call, 'id') ?? '') : '')) : [];
  const blocks = isList(content) ? content.filter(isRecord) : [];
  const inBlocks = blocks.map((block) => stringAt(block, 'tool_use_id') ?? idOfUse(block));
  return [answered, ...called, ...inBlocks].filter((id) => id !== '').join(' ');
}

function idOfUse(block: JsonRecord): string {
  return block['type'] === 'tool_use' ? (stringAt(block, 'id') ?? '') : '';
}

/** Characters of a text that its key holds. */
const KEY_CHARACTERS = 200;

/** Items that say the same have the same key; others mostly have another one. */
export function itemKey(value: unknown): string {
  const text = contentText(value);
  return `${roleOf(value)} ${callIdsOf(value)} ${String(text.length)} ${text.slice(0, KEY_CHARACTERS)}`;
}
