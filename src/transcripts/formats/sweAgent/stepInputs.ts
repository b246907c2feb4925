import { effectRanges, replacedFate, type MessageEffect } from '../../effectRanges';
import { isRecord, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { ProblemList } from '../../problemList';
import type { RecordedCompaction } from '../../transcript';
import { itemText, type AgentHistory } from './history';
import { inputOf, nextInputOf } from './historyOfSteps';

export interface StepInputs {
  readonly callBoundaries: readonly number[];
  /** Each step before which the history processors changed what the model is given of the history. */
  readonly compactions: readonly RecordedCompaction[];
}

/** Messages looked ahead over for one that follows left out ones. */
const FARTHEST_LOOK = 200;

/**
 * When the model was called, and what it was given then. A file that keeps the exact input of its steps says which
 * observations its history processors had elided, cut or brought back.
 */
export function stepInputs(steps: readonly unknown[], history: AgentHistory, problems: ProblemList): StepInputs {
  const records = steps.filter(isRecord);
  const standing = new StandingTexts(history);
  const boundaries = new Set<number>();
  const compactions: RecordedCompaction[] = [];
  let reply = 0;
  let corrected = 0;
  records.forEach((step, position) => {
    const length = history.replies[reply] ?? history.messages.length;
    // A reply that could not be carried out is asked for again, and only the last one is in the history.
    const isInHistory = records.length - position <= history.replies.length - reply || isReply(step, history, reply);
    if (isInHistory) reply += 1;
    else corrected += 1;
    const before = history.messages[length - 1]?.role;
    if (before === 'user' || before === 'tool') boundaries.add(length);
    const input = inputOf(step) ?? nextInputOf(records[position - 1]);
    const effects = input === null ? [] : standing.update(input, length);
    if (effects.length > 0) {
      compactions.push({ index: length, kind: kindOf(effects), effects: effectRanges(effects) });
    }
  });
  if (corrected > 0) {
    const words = `The replies of ${String(corrected)} steps are not in the history.`;
    problems.report('info', history.messages[0]?.source, words);
  }
  // Without steps, as in a demonstration, each reply was a call.
  const told = records.length === 0 ? history.replies.filter((index) => asks(history, index)) : [...boundaries];
  return { callBoundaries: told.sort((a, b) => a - b), compactions };
}

function asks({ messages }: AgentHistory, index: number): boolean {
  const role = messages[index - 1]?.role;
  return role === 'user' || role === 'tool';
}

function isReply(step: JsonRecord, { texts, replies }: AgentHistory, reply: number): boolean {
  const index = replies[reply];
  return index !== undefined && texts[index] === stringAt(step, 'response');
}

/** The processor's name in the configuration, where its words tell it. */
function kindOf(effects: readonly MessageEffect[]): string {
  const says = (words: RegExp): boolean => effects.some(({ text }) => text !== undefined && words.test(text));
  if (says(/^Old environment output: \(/)) return 'last_n_observations';
  return says(/Outdated window with \d+ lines omitted/) ? 'closed_window' : 'history_processors';
}

/** What stands for each message of the history in the newest input; null for one that is left out. */
class StandingTexts {
  private readonly changed = new Map<number, string | null>();

  constructor(private readonly history: AgentHistory) {}

  /** Takes the next input. Only what differs from the input before is told. */
  update(input: readonly JsonRecord[], length: number): readonly MessageEffect[] {
    const effects: MessageEffect[] = [];
    let left = Math.max(0, length - input.length);
    let index = 0;
    for (const item of input) {
      if (index >= length) break;
      const skipped = left === 0 || this.matches(item, index) ? 0 : this.skippedBefore(item, index, left);
      for (let gone = 0; gone < skipped; gone += 1) this.note(index + gone, null, effects);
      left -= skipped;
      index += skipped;
      if (item['role'] === this.history.messages[index]?.role) this.note(index, standingText(item), effects);
      index += 1;
    }
    for (; index < length; index += 1) this.note(index, null, effects);
    return effects;
  }

  /** How many messages were left out before the item; 0 where it is another form of the next one. */
  private skippedBefore(item: JsonRecord, index: number, left: number): number {
    for (let skipped = 1; skipped <= Math.min(left, FARTHEST_LOOK); skipped += 1) {
      if (this.matches(item, index + skipped)) return skipped;
    }
    return 0;
  }

  private matches(item: JsonRecord, index: number): boolean {
    const { messages, texts } = this.history;
    return item['role'] === messages[index]?.role && itemText(item) === texts[index];
  }

  /** @param text null for left out, undefined for content that is the same in another form */
  private note(index: number, text: string | null | undefined, effects: MessageEffect[]): void {
    const original = this.history.texts[index] ?? '';
    const was = this.changed.has(index) ? this.changed.get(index) : original;
    if (text === undefined || text === was) return;
    if (text === original) {
      this.changed.delete(index);
      effects.push({ index, fate: 'kept' });
      return;
    }
    this.changed.set(index, text);
    effects.push(text === null ? { index, fate: 'pruned' } : { index, fate: replacedFate(original, text), text });
  }
}

/** Undefined for images that were text in the history. */
function standingText(item: JsonRecord): string | undefined {
  const { content } = item;
  if (Array.isArray(content) && content.some((part) => isRecord(part) && part['type'] === 'image_url'))
    return undefined;
  return itemText(item);
}
