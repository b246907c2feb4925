import type { Message } from '../message';
import { toolCallsOf } from '../message';
import { filesTouchedBy } from './fileCalls';
import type { TouchedFile } from './fileCalls';
import type { Language } from './languageWords';
import { wordsFor } from './outlineHeadings';
import { todoChangeOf } from './todoCalls';
import type { ListedTodo, Todo, TodoChange } from './todoCalls';

/** What is true now, whatever a summary says: taken from the calls themselves. */
export interface LiveState {
  /** As the newest list of todos has them. */
  readonly todos: readonly Todo[];
  /** Each file once, newest last; a file that was changed counts as changed also when it was read later. */
  readonly touchedFiles: readonly TouchedFile[];
}

interface CallEffects {
  readonly todoChanges: readonly TodoChange[];
  readonly files: readonly TouchedFile[];
}

/** Calls are read once, however many compactions follow. */
const effects = new WeakMap<Message, CallEffects>();

export function liveStateOf(messages: Iterable<Message>): LiveState {
  const fold = new LiveStateFold();
  for (const message of messages) fold.take(message);
  return fold.state;
}

/** The state after each message, as messages come. */
export class LiveStateFold {
  private todos: readonly NamedTodo[] = [];
  private readonly files = new Map<string, TouchedFile>();

  get state(): LiveState {
    return { todos: this.todos, touchedFiles: [...this.files.values()] };
  }

  /** The same list as before until a call changes it. */
  get listedTodos(): readonly Todo[] {
    return this.todos;
  }

  take(message: Message): void {
    if (message.role !== 'assistant') return;
    const { todoChanges, files } = effectsOf(message);
    for (const change of todoChanges) this.todos = changed(this.todos, change);
    for (const file of files) {
      const before = this.files.get(file.path);
      this.files.delete(file.path);
      this.files.set(file.path, before !== undefined && file.action === 'read' ? before : file);
    }
  }
}

function effectsOf(message: Message): CallEffects {
  const known = effects.get(message);
  if (known !== undefined) return known;
  const calls = toolCallsOf(message);
  const todoChanges = calls.map(todoChangeOf).filter((change) => change !== null);
  const found = { todoChanges, files: calls.flatMap(filesTouchedBy) };
  effects.set(message, found);
  return found;
}

interface NamedTodo extends Todo {
  readonly id: string | null;
}

function changed(todos: readonly NamedTodo[], change: TodoChange): NamedTodo[] {
  switch (change.kind) {
    case 'list': {
      const before = byId(todos);
      // A todo told in full begins anew.
      return change.todos.flatMap((todo) => merged(todo.text === null ? before.get(todo.id ?? '') : undefined, todo));
    }
    case 'merge': {
      const before = byId(todos);
      const given = byId(change.todos);
      const added = change.todos.filter(({ id }) => id === null || !before.has(id));
      return [
        ...todos.flatMap((todo) => merged(todo, given.get(todo.id ?? ''))),
        ...added.flatMap((todo) => merged(undefined, todo)),
      ];
    }
    case 'add':
      return [...todos, { id: null, text: change.text, status: 'pending' }];
    case 'toggle':
      return withOne(todos, change.number, (todo) => ({
        ...todo,
        status: todo.status === 'done' ? 'pending' : 'done',
      }));
    case 'update':
      return withOne(todos, change.number, ({ id, text, status }) => ({
        id,
        text: change.text ?? text,
        status: change.status ?? status,
      }));
  }
}

function byId<T extends { readonly id: string | null }>(todos: readonly T[]): Map<string, T> {
  return new Map(todos.flatMap((todo) => (todo.id === null ? [] : [[todo.id, todo] as const])));
}

/** A todo with what a call says of it; none where neither says what it is about. */
function merged(before: NamedTodo | undefined, given: ListedTodo | undefined): NamedTodo[] {
  const text = given?.text ?? before?.text;
  if (text === undefined) return [];
  const status = given?.status ?? before?.status ?? 'pending';
  return [{ id: given?.id ?? before?.id ?? null, text, status }];
}

function withOne(todos: readonly NamedTodo[], number: number, change: (todo: NamedTodo) => NamedTodo): NamedTodo[] {
  return todos.map((todo, position) => (position + 1 === number ? change(todo) : todo));
}

/** Opens the state. Later summaries know it by this and take the state anew. */
export const STATE_HEADING = '## State';

/**
 * The state as Markdown of at most `budgetTokens`: open todos in full, then the files touched last, newest first. Empty
 * where there is nothing, or no room for it.
 */
export function liveStateText(
  state: LiveState,
  budgetTokens: number,
  countText: (text: string) => number,
  language: Language,
): string {
  const words = wordsFor(language);
  const lines = [STATE_HEADING];
  let tokens = countText(`${STATE_HEADING}\n`);
  const add = (text: string): boolean => {
    const cost = countText(`${text}\n`);
    if (tokens + cost > budgetTokens) return false;
    tokens += cost;
    lines.push(text);
    return true;
  };
  const open = state.todos.filter(({ status }) => status !== 'done');
  if (open.length > 0 && add(`${words.openTodos}:`)) {
    for (const { text, status } of open) add(status === 'inProgress' ? `- [~] ${text}` : `- ${text}`);
    if (lines.length === 2) lines.pop();
  }
  const files = fileLine(state.touchedFiles, words, budgetTokens - tokens, countText);
  if (files !== '') lines.push(files);
  const text = lines.join('\n');
  return lines.length > 1 && countText(text) <= budgetTokens ? text : '';
}

function fileLine(
  files: readonly TouchedFile[],
  words: ReturnType<typeof wordsFor>,
  budgetTokens: number,
  countText: (text: string) => number,
): string {
  let line = `${words.touchedFiles}:`;
  let tokens = countText(line) + 1;
  let isEmpty = true;
  for (const { path, action } of files.toReversed()) {
    const entry = action === 'read' ? ` ${path}` : ` ${path} (${words[action]})`;
    tokens += countText(entry) + 1;
    if (tokens > budgetTokens) break;
    line += isEmpty ? entry : `,${entry}`;
    isEmpty = false;
  }
  return isEmpty ? '' : line;
}
