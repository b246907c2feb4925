import { argumentObject, isRecord, textUnder } from './callArguments';
import type { ToolCallPart } from '../message';
import { entryOf } from './sentences';
import { boxesIn } from './todoFacts';

export type TodoStatus = 'pending' | 'inProgress' | 'done';

export interface Todo {
  readonly text: string;
  readonly status: TodoStatus;
}

/** A todo as a call names it; what it leaves out stays as it is. */
export interface ListedTodo {
  /** What the agent calls it by; null where it has no name. */
  readonly id: string | null;
  readonly text: string | null;
  readonly status: TodoStatus | null;
}

/** What a call does to the list of todos; todos are numbered from 1. */
export type TodoChange =
  | { readonly kind: 'list'; readonly todos: readonly ListedTodo[] }
  | { readonly kind: 'merge'; readonly todos: readonly ListedTodo[] }
  | { readonly kind: 'add'; readonly text: string }
  | { readonly kind: 'toggle'; readonly number: number }
  | {
      readonly kind: 'update';
      readonly number: number;
      readonly status: TodoStatus | null;
      readonly text: string | null;
    };

const LIST_KEYS = [
  'todos',
  'plan',
  'todoList',
  'todo_list',
  'task_list',
  'taskList',
  'items',
  'tasks',
  'list',
  'newTodos',
  'task_progress',
];
// A title goes before the description beside it.
const TEXT_KEYS = ['content', 'text', 'step', 'title', 'subject', 'description', 'task', 'todo', 'name', 'activeForm'];

/** A list this long is no list of todos. */
const MOST_TODOS = 500;

/** What a tool call does to the todos; null for a call of any other kind. Knows the todo tools of the agents there are. */
export function todoChangeOf(call: ToolCallPart): TodoChange | null {
  const name = call.name.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (name === 'taskcreate' || name === 'taskupdate') return taskChange(name, call.arguments);
  if (/todo|updateplan|tasktracker/.test(name) && !/^(?:get|read|list)|(?:get|read)$/.test(name)) {
    const listed = argumentObject(call.arguments);
    return listed === null ? null : (listChange(listed) ?? actionChange(listed));
  }
  // Some agents send the list along with any other call.
  if (!call.arguments.includes('"task_progress"')) return null;
  const progress = argumentObject(call.arguments)?.['task_progress'];
  return typeof progress === 'string' ? boxList(progress) : null;
}

function listChange(call: Readonly<Record<string, unknown>>): TodoChange | null {
  if (call['command'] === 'view' || call['operation'] === 'read') return null;
  for (const key of LIST_KEYS) {
    const value = call[key];
    const listed = typeof value === 'string' ? arrayIn(value) : value;
    if (listed === null && typeof value === 'string') return boxList(value);
    if (!Array.isArray(listed)) continue;
    const todos = listed.slice(0, MOST_TODOS).flatMap(todoOf);
    return { kind: call['merge'] === true || call['merge'] === 'true' ? 'merge' : 'list', todos };
  }
  return null;
}

/** Agents that change their list one entry at a time. What was taken off keeps its place, so that the numbers hold. */
function actionChange(call: Readonly<Record<string, unknown>>): TodoChange | null {
  const number = Number(call['id'] ?? call['number'] ?? call['index']);
  const update = (status: TodoStatus): TodoChange | null =>
    Number.isInteger(number) ? { kind: 'update', number, status, text: null } : null;
  switch (call['action'] ?? call['command']) {
    case 'add': {
      const text = entryUnder(call, TEXT_KEYS);
      return text === null ? null : { kind: 'add', text };
    }
    case 'toggle':
      return Number.isInteger(number) ? { kind: 'toggle', number } : null;
    case 'start':
      return update('inProgress');
    case 'complete':
    case 'done':
    case 'remove':
    case 'delete':
      return update('done');
    case 'clear':
      return { kind: 'list', todos: [] };
    default:
      return null;
  }
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

function todoOf(item: unknown): ListedTodo[] {
  if (typeof item === 'string') {
    const text = entryOf(item);
    return text === '' ? [] : [{ id: null, text, status: 'pending' }];
  }
  if (!isRecord(item)) return [];
  const id = idOf(item['id']);
  const text = entryUnder(item, TEXT_KEYS);
  if (text === null && id === null) return [];
  return [{ id, text, status: statusOf(item['status'] ?? item['state']) ?? doneFlag(item) }];
}

function idOf(id: unknown): string | null {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

function entryUnder(record: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null {
  const text = entryOf(textUnder(record, keys) ?? '');
  return text === '' ? null : text;
}

function doneFlag(item: Readonly<Record<string, unknown>>): TodoStatus | null {
  const flag = item['done'] ?? item['completed'];
  return typeof flag === 'boolean' ? (flag ? 'done' : 'pending') : null;
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
    case 'removed':
    case 'skipped':
    case 'closed':
    case 'resolved':
    case 'abandoned':
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
  const todos: ListedTodo[] = [];
  for (const { text: entry, mark } of boxesIn(text)) {
    const status = mark === 'ticked' ? 'done' : mark === 'started' ? 'inProgress' : 'pending';
    todos.push({ id: null, text: entry, status });
    if (todos.length >= MOST_TODOS) break;
  }
  return todos.length === 0 ? null : { kind: 'list', todos };
}

function taskChange(name: 'taskcreate' | 'taskupdate', argumentsText: string): TodoChange | null {
  const task = argumentObject(argumentsText);
  if (task === null) return null;
  const text = entryUnder(task, ['subject', 'title', 'content', 'description']);
  if (name === 'taskcreate') return text === null ? null : { kind: 'add', text };
  const number = Number(task['taskId'] ?? task['id']);
  return Number.isInteger(number) ? { kind: 'update', number, status: statusOf(task['status']), text } : null;
}
