import { readContent } from '../../wire/anthropicBlocks';
import { readAnthropicUsage } from '../../wire/anthropicUsage';
import { isList, isRecord, numberAt, recordAt, stringAt, type JsonRecord } from '../../wire/jsonValue';
import type { Reply, ReplyCollector } from './reply';

type Block = Record<string, unknown>;

/** A reply of Anthropic's messages. */
export class MessagesReply implements ReplyCollector {
  #message: JsonRecord | null = null;
  #usage: Record<string, unknown> = {};
  #stop: string | null = null;
  #isWhole = false;
  readonly #blocks = new Map<number, Block>();
  readonly #inputs = new Map<number, string>();

  takeEvent(event: unknown): void {
    if (!isRecord(event)) return;
    const index = numberAt(event, 'index') ?? 0;
    switch (event['type']) {
      case 'message_start':
        this.#message = recordAt(event, 'message');
        this.#usage = { ...recordAt(this.#message ?? {}, 'usage') };
        return;
      case 'content_block_start':
        this.#blocks.set(index, { ...recordAt(event, 'content_block') });
        return;
      case 'content_block_delta':
        this.#takeDelta(index, recordAt(event, 'delta') ?? {});
        return;
      case 'message_delta':
        this.#stop = stringAt(recordAt(event, 'delta') ?? {}, 'stop_reason') ?? this.#stop;
        this.#usage = { ...this.#usage, ...recordAt(event, 'usage') };
        return;
      case 'message_stop':
        this.#isWhole = true;
        return;
      default:
    }
  }

  takeBody(body: unknown): void {
    if (!isRecord(body) || body['type'] !== 'message') return;
    const { content } = body;
    this.#message = body;
    this.#usage = { ...recordAt(body, 'usage') };
    this.#stop = stringAt(body, 'stop_reason');
    if (isList(content))
      content.forEach((block, index) => this.#blocks.set(index, isRecord(block) ? { ...block } : {}));
    this.#isWhole = true;
  }

  finish(): Reply | null {
    if (!this.#isWhole || this.#message === null) return null;
    const blocks = [...this.#blocks].sort(([a], [b]) => a - b).map(([index, block]) => this.#finished(index, block));
    return {
      parts: readContent(blocks).parts,
      usage: readAnthropicUsage(this.#usage),
      model: stringAt(this.#message, 'model'),
      finish: finishOf(this.#stop),
      id: stringAt(this.#message, 'id'),
    };
  }

  #takeDelta(index: number, delta: JsonRecord): void {
    const block = this.#blocks.get(index);
    if (block === undefined) return;
    if (delta['type'] === 'input_json_delta') {
      this.#inputs.set(index, (this.#inputs.get(index) ?? '') + (stringAt(delta, 'partial_json') ?? ''));
      return;
    }
    for (const field of ['text', 'thinking', 'signature']) {
      const piece = stringAt(delta, field);
      if (piece !== null) block[field] = (typeof block[field] === 'string' ? block[field] : '') + piece;
    }
  }

  #finished(index: number, block: Block): Block {
    const input = this.#inputs.get(index) ?? '';
    if (input === '') return block;
    try {
      return { ...block, input: JSON.parse(input) as unknown };
    } catch {
      // Cut in the middle; the client has no more of it either.
      return { ...block, input: { unparsedArguments: input } };
    }
  }
}

function finishOf(reason: string | null): Reply['finish'] {
  if (reason === 'max_tokens' || reason === 'model_context_window_exceeded') return 'length';
  if (reason === 'refusal') return 'refusal';
  return reason === 'tool_use' ? 'tool-calls' : 'stop';
}
