import type { Todo, TodoStatus } from '../engine/layer3/todoCalls';

const WIRE_STATUS: Readonly<Record<TodoStatus, string>> = {
  pending: 'pending',
  inProgress: 'in_progress',
  done: 'completed',
};

/** What `todo add …`, `todo start N` and `todo done N` make of a list; todos are numbered from 1. */
export function changedTodos(todos: readonly Todo[], action: string, subject: string): readonly Todo[] {
  if (action === 'add') return [...todos, { text: subject, status: 'pending' }];
  const status: TodoStatus = action === 'start' ? 'inProgress' : 'done';
  return todos.map((todo, position) => (String(position + 1) === subject ? { ...todo, status } : todo));
}

/** The list as the tool takes it. */
export function todoArguments(todos: readonly Todo[]): Readonly<Record<string, unknown>> {
  return { todos: todos.map(({ text, status }) => ({ content: text, status: WIRE_STATUS[status] })) };
}
