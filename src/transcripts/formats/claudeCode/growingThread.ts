import { ProblemList } from '../../problemList';
import { activeThread, type LastPrompt } from './activeThread';
import { ThreadBuilder, type BuiltThread } from './buildMessages';
import type { Entry } from './entry';

/** The conversation of a file, and what it became. */
export interface ShownThread extends BuiltThread {
  readonly thread: readonly Entry[];
}

interface KnownThread {
  /** Entries there were; their list itself may have grown. */
  readonly count: number;
  readonly last: Entry | undefined;
  readonly sessionId: string | null;
  readonly leafUuid: string | null;
  readonly thread: Entry[];
  readonly builder: ThreadBuilder;
  /** Uuids that lines link to and the file does not hold yet; null until the file grows. */
  missing: ReadonlySet<string> | null;
  /** What was odd about it. */
  readonly problems: ProblemList;
}

/**
 * The conversation of a file that may grow: lines that only go on from its end are added to it, anything else has it
 * followed anew from its leaf, which takes the time of the whole file.
 */
export class GrowingThread {
  private known: KnownThread | null = null;

  /** @param entries of the file, or of the thread that was chosen of it */
  take(
    entries: readonly Entry[],
    sessionId: string | null,
    lastPrompt: LastPrompt | null,
    problems: ProblemList,
  ): ShownThread {
    const leafUuid = lastPrompt?.leafUuid ?? null;
    const before = this.known;
    const isSame = before !== null && before.sessionId === sessionId && before.leafUuid === leafUuid;
    const added = isSame ? entriesBehind(before, entries) : null;
    let known: KnownThread;
    if (before === null || added === null) {
      const found = new ProblemList();
      const thread = [...activeThread(entries, sessionId, lastPrompt, found)];
      known = {
        count: entries.length,
        last: entries.at(-1),
        sessionId,
        leafUuid,
        thread,
        builder: new ThreadBuilder(found),
        missing: null,
        problems: found,
      };
      for (const entry of thread) known.builder.add(entry);
    } else {
      known = { ...before, count: entries.length, last: entries.at(-1) };
      for (const entry of added) {
        known.thread.push(entry);
        known.builder.add(entry);
      }
    }
    this.known = known;
    problems.addAll(known.problems);
    return { thread: [...known.thread], ...known.builder.build() };
  }
}

/** Entries that only go on from the end of the thread, each from the one before; null where any does not. */
function entriesBehind(known: KnownThread, entries: readonly Entry[]): readonly Entry[] | null {
  const { count, last, thread } = known;
  if (last === undefined || thread.at(-1) !== last || entries[count - 1] !== last) return null;
  const missing = (known.missing ??= missingLinks(entries.slice(0, count)));
  const added = entries.slice(count);
  let parent = last.uuid;
  for (const entry of added) {
    if (entry.parent !== parent || missing.has(entry.uuid)) return null;
    parent = entry.uuid;
  }
  return added;
}

function missingLinks(entries: readonly Entry[]): ReadonlySet<string> {
  const missing = new Set<string>();
  for (const { parent, logicalParent } of entries) {
    const link = parent ?? logicalParent;
    if (link !== null) missing.add(link);
  }
  for (const { uuid } of entries) missing.delete(uuid);
  return missing;
}
