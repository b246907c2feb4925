import type { Message, Part } from '../../../engine/message';
import { resultText } from '../../../engine/resultText';
import { replacedFate, type MessageEffect } from '../../effectRanges';
import { isList, isRecord } from '../../../wire/jsonValue';
import { isToolResultBlock } from '../clineTask/taskContent';
import type { TaskItem } from '../clineTask/taskMessages';

/** Edits that were made at one time to what the model is sent; the history itself keeps what was there. */
export interface ContextEdits {
  /** Milliseconds since the epoch: when the request was noted whose size led to them. */
  readonly at: number;
  readonly effects: readonly MessageEffect[];
}

/** One block of an item that is sent with another text. */
interface BlockEdit {
  readonly at: number;
  readonly item: number;
  readonly block: number;
  readonly text: string;
}

/**
 * What `context_history.json` says of a task: `[[item, [kind, [[block, [[time, 'text', [text], …], …]], …]]], …]`.
 * Anything else in it is passed over.
 *
 * @returns in the order of their times; an edit goes on from those before it
 */
export function readContextHistory(
  value: unknown,
  items: readonly TaskItem[],
  messages: readonly Message[],
): readonly ContextEdits[] {
  const edits = blockEdits(value).sort((a, b) => a.at - b.at);
  const standing = new Map<number, Part[]>();
  const groups: { at: number; effects: MessageEffect[] }[] = [];
  for (const edit of edits) {
    const effect = effectOf(edit, items, messages, standing);
    if (effect === null) continue;
    const last = groups.at(-1);
    if (last?.at === edit.at) last.effects.push(effect);
    else groups.push({ at: edit.at, effects: [effect] });
  }
  return groups;
}

function blockEdits(value: unknown): BlockEdit[] {
  const edits: BlockEdit[] = [];
  for (const [item, kindAndBlocks] of pairsIn(value)) {
    const blocks = isList(kindAndBlocks) ? kindAndBlocks[1] : undefined;
    for (const [block, updates] of pairsIn(blocks)) {
      if (typeof item !== 'number' || typeof block !== 'number' || !isList(updates)) continue;
      for (const update of updates) {
        if (!isList(update)) continue;
        const [at, kind, texts] = update;
        const text = isList(texts) ? texts[0] : undefined;
        if (typeof at === 'number' && kind === 'text' && typeof text === 'string')
          edits.push({ at, item, block, text });
      }
    }
  }
  return edits;
}

function pairsIn(value: unknown): readonly (readonly [unknown, unknown])[] {
  if (!isList(value)) return [];
  return value.flatMap((pair) => (isList(pair) && pair.length >= 2 ? [[pair[0], pair[1]] as const] : []));
}

/** The edit on the message that the block became, with the message's whole text; null where there is no such block. */
function effectOf(
  { item: position, block, text }: BlockEdit,
  items: readonly TaskItem[],
  messages: readonly Message[],
  standing: Map<number, Part[]>,
): MessageEffect | null {
  const item = items[position];
  const place = item === undefined ? null : placeOf(item, block);
  const message = place === null ? undefined : messages[place.message];
  if (place === null || message === undefined) return null;
  const parts = standing.get(place.message) ?? [...message.parts];
  standing.set(place.message, parts);
  if (place.part === null) parts.splice(0, parts.length, { type: 'text', text });
  else if (parts[place.part]?.type === 'text') parts[place.part] = { type: 'text', text };
  else return null;
  const whole = resultText({ parts });
  return { index: place.message, fate: replacedFate(resultText(message), whole), text: whole };
}

/** Where a block of an item is: results come first, each a message; a null part stands for the whole message. */
function placeOf(item: TaskItem, block: number): { readonly message: number; readonly part: number | null } | null {
  const { content, from, to } = item;
  if (!isList(content)) return block === 0 && from < to ? { message: from, part: null } : null;
  const found = content[block];
  if (!isRecord(found)) return null;
  let results = 0;
  for (let index = 0; index < block; index += 1) if (isToolResultBlock(content[index])) results += 1;
  if (isToolResultBlock(found)) return { message: from + results, part: null };
  return { message: to - 1, part: block - results };
}
