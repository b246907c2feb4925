import { textOf } from '../../../engine/message';
import type { JsonRecord } from '../../../wire/jsonValue';
import type { Entry } from './entry';
import { promptText } from './promptQueue';
import { queuedPrompt } from './readEntry';

/** What the side lines of the queue tell and another line tells too, before or behind them: it is shown once. */
export class QueuedEchoes {
  /** Prompts of which only a side line was seen, by their text. */
  private readonly alone = new Map<string, Entry[]>();
  /** Those among them since the user last spoke. */
  private recent: Entry[] = [];
  /** Lines with a place in the tree whose side line was not seen yet, by their text. */
  private readonly awaited = new Map<string, number>();
  private readonly echoes = new Set<Entry>();

  /** @returns whether the prompt of a side line is not told by a line before */
  isNew(content: unknown): boolean {
    const text = promptText(content);
    const awaited = this.awaited.get(text) ?? 0;
    if (awaited === 0) return true;
    this.awaited.set(text, awaited - 1);
    return false;
  }

  noteSideLine(entry: Entry): void {
    const text = textOf(entry).trim();
    const alone = this.alone.get(text);
    if (alone === undefined) this.alone.set(text, [entry]);
    else alone.push(entry);
    this.recent.push(entry);
  }

  /** Takes a line with a place in the tree. */
  noteEntry(entry: Entry, record: JsonRecord): void {
    const prompt = queuedPrompt(record);
    if (prompt !== null) {
      const text = promptText(prompt['prompt']);
      const echo = this.alone.get(text)?.shift();
      if (echo === undefined) this.awaited.set(text, (this.awaited.get(text) ?? 0) + 1);
      else this.echoes.add(echo);
      return;
    }
    if (entry.kind !== 'user' || entry.toolResults.length > 0 || this.recent.length === 0) return;
    const text = textOf(entry).trim();
    for (const aside of this.recent) if (textOf(aside).trim() === text) this.echoes.add(aside);
    this.recent = [];
  }

  without(entries: readonly Entry[]): readonly Entry[] {
    return this.echoes.size === 0 ? entries : entries.filter((entry) => !this.echoes.has(entry));
  }
}
