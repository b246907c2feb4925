import { textOf, type Message } from '../../../engine/message';
import { isList, isRecord, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { SiblingFiles } from '../../siblingFiles';
import { deletedRangeOf, type DeletedRange } from '../clineTask/uiMessages';

/**
 * The range of the history that the index of all tasks says is not sent: the one in force when the task was saved last.
 * A task is found by what was typed first, as its folder's name, its id, is not known here.
 *
 * @returns one, or none
 */
export async function rangeInTaskIndex(
  siblings: SiblingFiles,
  messages: readonly Message[],
): Promise<readonly DeletedRange[]> {
  const [first] = messages;
  const index = first === undefined ? undefined : await siblings.readJson('..', '..', 'state', 'taskHistory.json');
  if (first === undefined || !isList(index)) return [];
  const typed = textOf(first);
  const found = index.filter((task): task is JsonRecord => isRecord(task) && isTask(task, typed));
  const task = found.length === 1 ? found[0] : closest(found, first.createdAt);
  const range = task === undefined ? null : deletedRangeOf(task['conversationHistoryDeletedRange'], null);
  return range === null ? [] : [range];
}

function isTask(task: JsonRecord, typed: string): boolean {
  const text = stringAt(task, 'task')?.trim() ?? '';
  return text !== '' && typed.includes(text);
}

/** An id is the time the task was begun at; further off than this it is another task of the same words. Milliseconds. */
const LONGEST_START = 60_000;

function closest(tasks: readonly JsonRecord[], begun: number | undefined): JsonRecord | undefined {
  if (begun === undefined) return undefined;
  let best: { readonly task: JsonRecord; readonly distance: number } | undefined;
  for (const task of tasks) {
    const distance = Math.abs(Number(stringAt(task, 'id') ?? Number.NaN) - begun);
    if (distance < (best?.distance ?? LONGEST_START)) best = { task, distance };
  }
  return best?.task;
}
