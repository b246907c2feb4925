import { argumentObject, isRecord, textUnder } from './callArguments';
import type { ToolCallPart } from '../message';
import { boxesIn } from './todoFacts';

export type TodoStatus = 'pending' | 'inProgress' | 'done';

export interface Todo {
  readonly text: string;
  readonly status: TodoStatus;
}

/** What a call does to the list of todos. */
export type TodoChange =
  | { readonly kind: 'list'; readonly todos: readonly Todo[] }
  | { readonly kind: 'add'; readonly todo: Todo }
  | {
      readonly kind: 'update';
      readonly number: number;
      readonly status: TodoStatus | null;
      readonly text: string | null;
    };

const LIST_KEYS = ['todos', 'plan', 'todoList', 'todo_list', 'items', 'tasks', 'list', 'newTodos', 'task_progress'];
const TEXT_KEYS = ['content', 'text', 'step', 'description', 'title', 'subject', 'task', 'todo', 'name', 'activeForm'];

/** A list this long is no list of todos. */
const MOST_TODOS = 500;

/** What a tool call does to the todos; null for a call of any other kind. Knows the todo tools of the agents there are. */
export function todoChangeOf(call: ToolCallPart): TodoChange | null {
  const name = call.name.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (name === 'taskcreate' || name === 'taskupdate') return taskChange(name, call.arguments);
  if (/todo|updateplan/.test(name) && !/^(?:get|read|list)|(?:get|read)$/.test(name)) {
    const listed = argumentObject(call.arguments);
    return listed === null ? null : listChange(listed);
  }
  // Some agents send the list along with any other call.
  if (!call.arguments.includes('"task_progress"')) return null;
  const progress = argumentObject(call.arguments)?.['task_progress'];
  return typeof progress === 'string' ? boxList(progress) : null;
}

function listChange(listed: Readonly<Record<string, unknown>>): TodoChange | null {
  for (const key of LIST_KEYS) {
    const value = listed[key];
    if (typeof value === 'string') {
      const parsed = arrayIn(value);
      if (parsed === null) return boxList(value);
      return { kind: 'list', todos: parsed.slice(0, MOST_TODOS).flatMap(todoOf) };
    }
    if (Array.isArray(value)) return { kind: 'list', todos: value.slice(0, MOST_TODOS).flatMap(todoOf) };
  }
  return null;
}

/** Models now and then write the list as JSON inside a string. */
function arrayIn(text: string): unknown[] | null {
  if (!text.trimStart().startsWith('[{') && !text.trimStart().startsWith('["')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function todoOf(item: unknown): Todo[] {
  if (typeof item === 'string') return item.trim() === '' ? [] : [{ text: item.trim(), status: 'pending' }];
  if (!isRecord(item)) return [];
  const text = textUnder(item, TEXT_KEYS);
  if (text === null) return [];
  return [{ text: text.trim(), status: statusOf(item['status'] ?? item['state']) ?? doneFlag(item) }];
}

function doneFlag(item: Readonly<Record<string, unknown>>): TodoStatus {
  return item['done'] === true || item['completed'] === true ? 'done' : 'pending';
}

function statusOf(status: unknown): TodoStatus | null {
  if (typeof status !== 'string') return null;
  switch (status.toLowerCase().replaceAll(/[^a-z]/g, '')) {
    case 'completed':
    case 'complete':
    case 'done':
    case 'finished':
    case 'cancelled':
    case 'canceled':
    case 'deleted':
      return 'done';
    case 'inprogress':
    case 'started':
    case 'active':
    case 'doing':
      return 'inProgress';
    default:
      return 'pending';
  }
}

function boxList(text: string): TodoChange | null {
  const todos: Todo[] = [];
  for (const { text: entry, mark } of boxesIn(text)) {
    todos.push({ text: entry, status: mark === 'ticked' ? 'done' : mark === 'started' ? 'inProgress' : 'pending' });
    if (todos.length >= MOST_TODOS) break;
  }
  return todos.length === 0 ? null : { kind: 'list', todos };
}

function taskChange(name: 'taskcreate' | 'taskupdate', argumentsText: string): TodoChange | null {
  const task = argumentObject(argumentsText);
  if (task === null) return null;
  const text = textUnder(task, ['subject', 'title', 'content', 'description'])?.trim() ?? null;
  if (name === 'taskcreate') return text === null ? null : { kind: 'add', todo: { text, status: 'pending' } };
  const number = Number(task['taskId'] ?? task['id']);
  return Number.isInteger(number) ? { kind: 'update', number, status: statusOf(task['status']), text } : null;
}
