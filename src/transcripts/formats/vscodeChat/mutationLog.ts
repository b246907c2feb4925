import type { SourcePosition } from '../../../engine/message';
import { isList, isRecord, numberAt, type JsonRecord } from '../../../wire/jsonValue';
import type { ProblemList } from '../../problemList';
import type { ChatSession } from './chatSession';

/** Kinds of lines in the log VS Code keeps of a session. */
const KIND = { initial: 0, set: 1, push: 2, remove: 3 } as const;

/** Names that would reach what every object inherits. */
const INHERITED = new Set(['__proto__', 'constructor', 'prototype']);

/** Deeper paths than a session has are not followed. */
const LONGEST_PATH = 50;

type Container = Record<string, unknown> | unknown[];

/** Applies a log of changes to a session. A change that does not fit is left out and told. */
export class MutationLog {
  constructor(
    private readonly session: ChatSession,
    private readonly problems: ProblemList,
  ) {}

  apply(record: JsonRecord, position: SourcePosition): void {
    if (record['kind'] === KIND.initial) {
      this.session.replace(record['v'], position);
      return;
    }
    const fault = this.change(record, position);
    if (fault !== null) this.problems.report('warning', position, `The change was left out: ${fault}.`);
  }

  /** @returns why it cannot be applied */
  private change(record: JsonRecord, position: SourcePosition): string | null {
    const path = record['k'];
    const state = this.session.state as Container | null;
    if (state === null) return 'nothing stands before it that it could change';
    if (!isList(path) || path.length === 0 || path.length > LONGEST_PATH) return 'it names no place';
    const parent = containerAt(state, path.slice(0, -1));
    if (parent === null) return 'the place it names is not there';
    const key = ownKey(parent, path.at(-1));
    if (key === null) return 'the place it names cannot be changed';
    switch (record['kind']) {
      case KIND.set:
        write(parent, key, record['v']);
        break;
      case KIND.remove:
        write(parent, key, undefined);
        break;
      case KIND.push: {
        const list = read(parent, key) ?? [];
        if (!Array.isArray(list)) return 'the place it names is no list';
        pushTo(list as unknown[], record);
        write(parent, key, list);
        break;
      }
      default:
        return 'its kind is not known';
    }
    this.session.noteChange(path, position);
    return null;
  }
}

/** Adds to a list, after it was cut where the record says. */
function pushTo(list: unknown[], record: JsonRecord): void {
  const start = numberAt(record, 'i');
  if (start !== null && start >= 0 && start < list.length) list.length = Math.floor(start);
  const values = record['v'];
  if (isList(values)) for (const value of values) list.push(value);
}

function containerAt(state: Container, path: readonly unknown[]): Container | null {
  let current: unknown = state;
  for (const step of path) {
    if (!isContainer(current)) return null;
    const key = ownKey(current, step);
    if (key === null) return null;
    current = read(current, key);
  }
  return isContainer(current) ? current : null;
}

function isContainer(value: unknown): value is Container {
  return isRecord(value) || Array.isArray(value);
}

/** The key, where it is one of the container's own or may become one: an item of a list, or the one behind its last. */
function ownKey(container: Container, step: unknown): string | number | null {
  if (Array.isArray(container)) {
    return typeof step === 'number' && Number.isInteger(step) && step >= 0 && step <= container.length ? step : null;
  }
  const key = typeof step === 'number' ? String(step) : step;
  return typeof key === 'string' && !INHERITED.has(key) ? key : null;
}

function read(container: Container, key: string | number): unknown {
  return Object.hasOwn(container, key) ? (container as Record<string | number, unknown>)[key] : undefined;
}

function write(container: Container, key: string | number, value: unknown): void {
  (container as Record<string | number, unknown>)[key] = value;
}
