import { isList, isRecord, stringAt, type JsonRecord } from '../../../wire/jsonValue';

/**
 * Prompts typed while the model was at work. Side lines tell how each leaves the queue: sent as a message of its own, taken
 * back by the user, or taken up by the turn under way. Of the last kind there may be no other line in the file.
 */
export class PromptQueue {
  private waiting: unknown[] = [];
  /** Position in `waiting` of the one that is next. */
  private next = 0;
  /** How many of those waiting left out of turn, by their text. */
  private readonly left = new Map<string, number>();

  /**
   * Takes a side line of the queue.
   *
   * @returns what was taken up by the turn under way, as the content of a message; null for any other line
   */
  take(line: JsonRecord): unknown {
    const content = line['content'] ?? null;
    switch (stringAt(line, 'operation')) {
      case 'enqueue':
        this.waiting.push(content);
        return null;
      case 'dequeue':
        this.shift();
        return null;
      case 'popAll':
        if (content === null) this.clear();
        else this.leave(content);
        return null;
      case 'remove':
        if (content === null) return this.shift();
        this.leave(content);
        return content;
      default:
        return null;
    }
  }

  private shift(): unknown {
    while (this.next < this.waiting.length) {
      const content = this.waiting[this.next];
      this.next += 1;
      const text = promptText(content);
      const left = this.left.get(text) ?? 0;
      if (left === 0) return content;
      this.left.set(text, left - 1);
    }
    this.clear();
    return null;
  }

  private leave(content: unknown): void {
    const text = promptText(content);
    if (promptText(this.waiting[this.next]) === text) this.next += 1;
    else this.left.set(text, (this.left.get(text) ?? 0) + 1);
  }

  private clear(): void {
    this.waiting = [];
    this.next = 0;
    this.left.clear();
  }
}

/** The text of a prompt, by which its lines are known to be of one: a text, or blocks of which some are texts. */
export function promptText(content: unknown): string {
  if (typeof content === 'string') return content.trim();
  if (!isList(content)) return '';
  const texts = content.map((block: unknown) => (isRecord(block) ? (stringAt(block, 'text') ?? '') : ''));
  return texts.join('\n').trim();
}
