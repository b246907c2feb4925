import { chatParts } from '../../wire/chatParts';
import { readToolCalls } from '../../wire/chatToolCalls';
import { readChatUsage } from '../../wire/chatUsage';
import { isList, isRecord, recordAt, stringAt, type JsonRecord } from '../../wire/jsonValue';
import { ToolCallAssembler } from '../../providers/toolCallDeltas';
import type { Reply, ReplyCollector } from './reply';

/** A reply of chat completions. Its reasoning is left out: clients do not send it back. */
export class ChatReply implements ReplyCollector {
  #text = '';
  #finish: string | null = null;
  #usage: Reply['usage'] = null;
  #model: string | null = null;
  #id: string | null = null;
  #whole: Reply | null = null;
  #calls = 0;
  readonly #assembler = new ToolCallAssembler(() => `call-${String((this.#calls += 1))}`);

  takeEvent(event: unknown): void {
    if (!isRecord(event)) return;
    this.#usage = readChatUsage(event['usage']) ?? this.#usage;
    this.#model ??= stringAt(event, 'model');
    this.#id ??= stringAt(event, 'id');
    const choice = firstChoice(event);
    if (choice === null) return;
    this.#finish = stringAt(choice, 'finish_reason') ?? this.#finish;
    const delta = recordAt(choice, 'delta') ?? {};
    this.#text += stringAt(delta, 'content') ?? '';
    const calls = delta['tool_calls'];
    if (isList(calls)) for (const call of calls) if (isRecord(call)) this.#assembler.add(call);
  }

  takeBody(body: unknown): void {
    if (!isRecord(body)) return;
    const choice = firstChoice(body);
    const message = choice === null ? null : recordAt(choice, 'message');
    if (choice === null || message === null) return;
    this.#whole = {
      parts: chatParts(message, readToolCalls(message['tool_calls'], 0)).filter(({ type }) => type !== 'thinking'),
      usage: readChatUsage(body['usage']),
      model: stringAt(body, 'model'),
      finish: finishOf(stringAt(choice, 'finish_reason')),
      id: stringAt(body, 'id'),
    };
  }

  finish(): Reply | null {
    if (this.#whole !== null) return this.#whole;
    if (this.#finish === null) return null;
    const calls = this.#assembler.finish().map((call) => ({ type: 'toolCall', ...call }) as const);
    return {
      parts: [...(this.#text === '' ? [] : [{ type: 'text', text: this.#text } as const]), ...calls],
      usage: this.#usage,
      model: this.#model,
      finish: finishOf(this.#finish),
      id: this.#id,
    };
  }
}

function firstChoice(record: JsonRecord): JsonRecord | null {
  const { choices } = record;
  const [choice] = isList(choices) ? choices : [];
  return isRecord(choice) ? choice : null;
}

function finishOf(reason: string | null): Reply['finish'] {
  if (reason === 'length') return 'length';
  if (reason === 'content_filter') return 'refusal';
  return reason === 'tool_calls' || reason === 'function_call' ? 'tool-calls' : 'stop';
}
