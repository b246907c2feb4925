import type { ChatStreamEvent } from './chatProvider';

const OPEN = '<think>';
const CLOSE = '</think>';

type Delta = Extract<ChatStreamEvent, { readonly type: 'text-delta' | 'thinking-delta' }>;

/**
 * Parts reasoning from text where a local server leaves it in: `<think>…</think>` as the first words of the reply. A tag
 * anywhere else is text.
 */
export class ThinkTag {
  #state: 'start' | 'thinking' | 'text' = 'start';
  /** What may still become a tag. */
  #held = '';
  /** Behind a tag stand line breaks that belong to it. */
  #trims = false;

  *take(piece: string): Generator<Delta> {
    if (piece === '') return;
    if (this.#state === 'text') {
      yield* this.#tell('text-delta', piece);
      return;
    }
    this.#held += piece;
    if (this.#state === 'start') {
      const begun = this.#held.trimStart();
      if (OPEN.startsWith(begun.slice(0, OPEN.length)) && begun.length < OPEN.length) return;
      if (!begun.startsWith(OPEN)) {
        this.#state = 'text';
        yield* this.end();
        return;
      }
      this.#state = 'thinking';
      this.#trims = true;
      this.#held = begun.slice(OPEN.length);
    }
    yield* this.#think();
  }

  /** What is left at the end of the reply. */
  *end(): Generator<Delta> {
    const text = this.#held;
    this.#held = '';
    yield* this.#tell(this.#state === 'thinking' ? 'thinking-delta' : 'text-delta', text);
  }

  *#think(): Generator<Delta> {
    const end = this.#held.indexOf(CLOSE);
    if (end === -1) {
      const kept = partialLength(this.#held);
      const text = this.#held.slice(0, this.#held.length - kept);
      this.#held = this.#held.slice(this.#held.length - kept);
      yield* this.#tell('thinking-delta', text);
      return;
    }
    const thought = this.#held.slice(0, end);
    const rest = this.#held.slice(end + CLOSE.length);
    this.#held = '';
    this.#state = 'text';
    yield* this.#tell('thinking-delta', thought);
    this.#trims = true;
    yield* this.#tell('text-delta', rest);
  }

  *#tell(type: Delta['type'], piece: string): Generator<Delta> {
    const text = this.#trims ? piece.trimStart() : piece;
    if (text === '') return;
    this.#trims = false;
    yield { type, text };
  }
}

/** Characters at the end of the text that may be the beginning of the closing tag. */
function partialLength(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length -= 1) {
    if (CLOSE.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
