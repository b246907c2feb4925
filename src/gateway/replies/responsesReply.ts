import { readChatUsage } from '../../wire/chatUsage';
import { isList, isRecord, recordAt, stringAt } from '../../wire/jsonValue';
import { partsOf } from '../formats/responsesFormat';
import type { Reply, ReplyCollector } from './reply';

/** A reply of OpenAI's responses: its last event holds it whole. */
export class ResponsesReply implements ReplyCollector {
  #reply: Reply | null = null;

  takeEvent(event: unknown): void {
    if (!isRecord(event)) return;
    const { type } = event;
    if (type === 'response.completed' || type === 'response.incomplete') this.takeBody(event['response']);
  }

  takeBody(body: unknown): void {
    if (!isRecord(body) || !isList(body['output'])) return;
    const items = body['output'].filter(isRecord);
    const parts = items.flatMap((item, position) => partsOf(item, stringAt(item, 'type') ?? 'message', position));
    const isCut = stringAt(recordAt(body, 'incomplete_details') ?? {}, 'reason') === 'max_output_tokens';
    const hasCalls = parts.some((part) => part.type === 'toolCall');
    this.#reply = {
      parts,
      usage: readChatUsage(body['usage']),
      model: stringAt(body, 'model'),
      finish: isCut ? 'length' : hasCalls ? 'tool-calls' : 'stop',
      id: stringAt(body, 'id'),
    };
  }

  finish(): Reply | null {
    return this.#reply;
  }
}
