import type { SourcePosition } from '../engine/message';
import { counted } from './counted';
import type { ProblemList } from './problemList';

/** Kinds of records a file may have more of than this are told together: a type may be any text. */
const MAXIMUM_KINDS = 20;

/** Counts records of kinds that have no place among the messages, to tell of each kind once. */
export class KindCounts {
  private readonly counts = new Map<string, { count: number; readonly first: SourcePosition }>();

  note(kind: string, { line, byteOffset }: SourcePosition): void {
    const known = this.counts.size < MAXIMUM_KINDS || this.counts.has(kind) ? kind : 'other kinds';
    const counted = this.counts.get(known);
    if (counted === undefined) this.counts.set(known, { count: 1, first: { line, byteOffset } });
    else counted.count += 1;
  }

  /** @param words what is said of a kind behind the number of its records */
  report(problems: ProblemList, words: (kind: string) => string): void {
    for (const [kind, { count, first }] of this.counts) {
      problems.report('info', first, `${counted(count, 'record')} ${words(kind)}`);
    }
  }
}
