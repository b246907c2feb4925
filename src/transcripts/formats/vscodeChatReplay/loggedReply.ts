import { isList, jsonText, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';

/** What came back from a request, as its log tells it: what was said, and each call with what it came to. */
export class LoggedReply {
  private readonly calls: { readonly call: unknown; readonly result: unknown }[] = [];

  constructor(private readonly entry: JsonRecord) {}

  addCall(entry: JsonRecord): void {
    const id = stringAt(entry, 'id') ?? `call-${String(this.calls.length)}`;
    const given = entry['args'];
    const text = typeof given === 'string' ? given : jsonText(given ?? {});
    this.calls.push({
      call: { id, type: 'function', function: { name: stringAt(entry, 'tool') ?? 'unknown', arguments: text } },
      result: { role: 'tool', tool_call_id: id, content: textOf(entry['response']) },
    });
  }

  /** As messages of OpenAI's API; none where nothing came back. */
  items(): readonly unknown[] {
    const content = textOf(recordAt(this.entry, 'response')?.['message']);
    const thinking = stringAt(recordAt(this.entry, 'thinking') ?? {}, 'text') ?? '';
    if (content === '' && thinking === '' && this.calls.length === 0) return [];
    const reply = {
      role: 'assistant',
      content,
      ...(thinking === '' ? {} : { reasoning_content: thinking }),
      ...(this.calls.length === 0 ? {} : { tool_calls: this.calls.map(({ call }) => call) }),
    };
    return [reply, ...this.calls.map(({ result }) => result)];
  }
}

/** Texts, as a list or alone; anything else as its JSON. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (!isList(value)) return jsonText(value);
  return value.map((item) => (typeof item === 'string' ? item : jsonText(item))).join('\n');
}
