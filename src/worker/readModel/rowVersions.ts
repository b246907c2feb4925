import { randomUUID } from 'node:crypto';
import type { RowReference } from './rowReference';

/**
 * When each row last changed, as a count of changes: whoever holds rows of an earlier version is told of those that
 * changed since, and of no others. A version names the object too, as its count says nothing of another history.
 */
export class RowVersions {
  readonly #id = randomUUID().slice(0, 8);
  #now = 1;
  readonly #changed: Readonly<Record<RowReference['kind'], number[]>> = { message: [], turn: [], decision: [] };
  #fates = 0;
  #removals = 0;
  #problems = 0;

  /** The version of all rows as they are now. */
  get current(): string {
    return `${this.#id}.${String(this.#now)}`;
  }

  /** @param number index of the message, number of the turn, or place of the decision */
  touch(kind: RowReference['kind'], number: number): void {
    this.#now += 1;
    this.#changed[kind][number] = this.#now;
  }

  /** A decision has changed fates, so that other rows may pass a filter that asks for them. */
  touchFates(): void {
    this.#now += 1;
    this.#fates = this.#now;
  }

  /** A decision has taken messages out: what stands for them reads otherwise. */
  touchRemovals(): void {
    this.#now += 1;
    this.#removals = this.#now;
  }

  /** Problems of the file were found, or are gone, so that other rows may pass a filter that asks for them. */
  touchProblems(): void {
    this.#now += 1;
    this.#problems = this.#now;
  }

  /** What has changed since a version; null where that is not known, so that everything has to be told again. */
  since(version: string | undefined): RowChanges | null {
    const [id, count] = (version ?? '').split('.');
    const known = Number(count);
    if (id !== this.#id || !Number.isSafeInteger(known) || known > this.#now) return null;
    return {
      fates: this.#fates > known,
      removals: this.#removals > known,
      problems: this.#problems > known,
      row: (kind, number) => (this.#changed[kind][number] ?? 0) > known,
    };
  }
}

/** What has changed since a version. */
export interface RowChanges {
  /** Whether any fate may have. */
  readonly fates: boolean;
  /** Whether anything went out of the context. */
  readonly removals: boolean;
  /** Whether the problems of the file are others. */
  readonly problems: boolean;
  /** Whether one row has. @param number as for `touch` */
  row(kind: RowReference['kind'], number: number): boolean;
}
