import type { Message } from '../../engine/message';
import type { ProblemRow } from '../../protocol/inspectorFacts';
import { oneLine } from './oneLine';

/** Characters shown of what is wrong with a record. */
const REASON_CHARACTERS = 200;

/** The problems of a session's file by the record they are about. */
export class FileProblems {
  #listed: readonly ProblemRow[] = [];
  #reasons: ReadonlyMap<number, string> = new Map();

  /** @returns the offsets of records that are told otherwise than before; null where nothing changed */
  take(listed: readonly ProblemRow[]): ReadonlySet<number> | null {
    if (listed === this.#listed) return null;
    const before = this.#reasons;
    const reasons = new Map<number, string>();
    for (const { byteOffset, reason, more } of listed) {
      // Of several the first says enough: all are in the list of problems.
      if (more === undefined && !reasons.has(byteOffset)) reasons.set(byteOffset, oneLine(reason, REASON_CHARACTERS));
    }
    this.#listed = listed;
    this.#reasons = reasons;
    const changed = new Set<number>();
    for (const [offset, reason] of reasons) if (before.get(offset) !== reason) changed.add(offset);
    for (const offset of before.keys()) if (!reasons.has(offset)) changed.add(offset);
    return changed.size === 0 ? null : changed;
  }

  /** What was wrong with the record of a message. @param last the session's newest message */
  reasonOf({ source }: Message, last: Message): string | undefined {
    if (source === undefined) return undefined;
    // At the start of the file stands what is about all of it, which is no record where everything was read from there.
    if (source.byteOffset === 0 && last.source?.byteOffset === 0) return undefined;
    return this.#reasons.get(source.byteOffset);
  }
}
