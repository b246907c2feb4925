import { textOf, type Message } from '../../../engine/message';
import { stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { Turn } from './recordedTurn';
import { readTurn, type TurnMessages } from './turn';

/** A message whose content gave way to a shorter text in the model's context. */
export interface Mask {
  readonly messageId: string;
  readonly text: string;
}

interface Comparison {
  /** The turns of the new list, under the ids it gives them. */
  readonly next: readonly { readonly turn: Turn; readonly id: string }[];
  /** Those that were not in the old one. */
  readonly fresh: ReadonlySet<Turn>;
  readonly kept: ReadonlySet<Turn>;
  readonly masks: readonly Mask[];
}

/** Holds a list that takes the place of the context against the context as it was. */
export function compareTurns(
  records: readonly JsonRecord[],
  before: readonly Turn[],
  lookUp: (record: JsonRecord) => Turn | null,
  make: (record: JsonRecord) => Turn,
): Comparison {
  const next: { turn: Turn; id: string }[] = [];
  const fresh = new Set<Turn>();
  const kept = new Set<Turn>();
  const masks: Mask[] = [];
  const found = records.map((record) => ({ record, known: lookUp(record) }));
  for (const { known } of found) if (known !== null) kept.add(known);
  const answered = answeredCalls(before);
  const equals = found.some(({ known }) => known === null) ? new EqualTurns(before, kept) : null;
  for (const { record, known } of found) {
    const id = stringAt(record, 'id') ?? '';
    if (known !== null) {
      known.content = merged(known.content, readTurn(record, known.ids, known.source), masks);
      next.push({ turn: known, id });
      continue;
    }
    const made = make(record);
    const old = equals?.take(made) ?? null;
    if (old === null) {
      // Results go to the model as messages of their own; the recording has them with their calls.
      const repeats = made.content.message === null && made.loose.every(({ callId }) => answered.has(callId));
      if (repeats) continue;
      fresh.add(made);
      next.push({ turn: made, id });
      continue;
    }
    kept.add(old);
    old.content = merged(old.content, made.content, masks);
    next.push({ turn: old, id });
  }
  return { next, fresh, kept, masks };
}

function answeredCalls(turns: readonly Turn[]): ReadonlySet<string> {
  const answered = new Set<string>();
  for (const { content, loose } of turns) {
    for (const { toolCallId } of content.results) answered.add(toolCallId ?? '');
    for (const { callId } of loose) answered.add(callId);
  }
  return answered;
}

/** Turns by what they say, for lists that give all of them new ids. */
class EqualTurns {
  private readonly byText = new Map<string, Turn[]>();

  constructor(turns: readonly Turn[], except: ReadonlySet<Turn>) {
    for (const turn of [...turns].reverse()) {
      const key = except.has(turn) ? null : keyOf(turn);
      if (key === null) continue;
      const equal = this.byText.get(key);
      if (equal === undefined) this.byText.set(key, [turn]);
      else equal.push(turn);
    }
  }

  /** The oldest that says the same and is not taken yet. */
  take(turn: Turn): Turn | null {
    const key = keyOf(turn);
    return (key === null ? undefined : this.byText.get(key)?.pop()) ?? null;
  }
}

/** Role, text and calls; null for a turn that says nothing. */
function keyOf({ content: { message } }: Turn): string | null {
  if (message === null) return null;
  const calls = message.parts.flatMap((part) => (part.type === 'toolCall' ? [part.name, part.arguments] : []));
  const text = textOf(message);
  return text === '' && calls.length === 0 ? null : [message.role, text, ...calls].join('\0');
}

/**
 * The newer copy of a turn. What became shorter is masked: the history keeps the original, and a mask tells what stands in
 * the context. Messages that did not change stay the same objects.
 */
function merged(old: TurnMessages, made: TurnMessages, masks: Mask[]): TurnMessages {
  const newest = new Map(made.results.map((result) => [result.toolCallId, result]));
  const results = old.results.map((result) => {
    const newer = newest.get(result.toolCallId);
    newest.delete(result.toolCallId);
    return newer === undefined ? result : preferred(result, newer, masks);
  });
  const message =
    old.message === null || made.message === null ? old.message : preferred(old.message, made.message, masks);
  // A call that came under another id takes the place of the one before.
  const replaced = new Set([...newest.values()].map(({ id }) => id));
  const kept = replaced.size === 0 ? results : results.filter(({ id }) => !replaced.has(id));
  return { message, results: [...kept, ...newest.values()], loose: old.loose };
}

function preferred(old: Message, made: Message, masks: Mask[]): Message {
  const [before, after] = [textOf(old), textOf(made)];
  if (before === after) return old;
  if (after.length < before.length) {
    masks.push({ messageId: old.id, text: after });
    return old;
  }
  const { id, source } = old;
  return { ...old, parts: made.parts, id, ...(source === undefined ? {} : { source }) };
}
