import type { ArchiveEntry } from '../../engine/archive';
import { touchedIndexes, type Decision } from '../../engine/decision';
import type { HeaderEntry, JournalEntry } from '../../engine/journal';
import type { SessionStore, StoredSession } from '../../session/sessionStore';
import { shareArchive } from '../../session/shareArchive';
import { basename, dirname } from 'node:path';
import { withNames } from './pathArchive';

/**
 * The session a conversation is kept in. What is said is written aside, so that no request waits for the disk; only what a
 * decision takes out is on the disk before the decision holds.
 */
export class ConversationJournal {
  /** Without the header. */
  readonly entries: JournalEntry[];
  #stored: StoredSession | null;
  #written: number;
  #flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: SessionStore,
    stored: StoredSession | null,
    entries: readonly JournalEntry[],
  ) {
    this.#stored = stored;
    this.entries = [...entries];
    this.#written = stored === null ? 0 : entries.length;
  }

  get sessionId(): string | null {
    return this.#stored?.id ?? null;
  }

  /** Folder of the originals; null while there is no session on the disk. */
  get archivePath(): string | null {
    return this.#stored === null ? null : this.store.archivePath(this.#stored.id);
  }

  /** Begins the session on the disk. @throws JournalError */
  async begin(
    facts: Pick<HeaderEntry, 'provider' | 'model' | 'window' | 'reserve' | 'client' | 'origin'>,
    now: number,
  ): Promise<void> {
    this.#stored ??= await this.store.create(facts, now);
    const own = this.store.archivePath(this.#stored.id);
    // Decisions of the conversation it came from name files of that one.
    for (const [folder, names] of foreignFiles(this.entries, own)) await shareArchive(folder, own, names);
  }

  /** @throws ArchiveError */
  async archive(originals: readonly ArchiveEntry[]): Promise<void> {
    await this.#stored?.archive.write(originals);
  }

  add(...entries: readonly JournalEntry[]): void {
    this.entries.push(...entries);
  }

  /** Takes back entries that were added and never written. */
  takeBack(isMeant: (entry: JournalEntry) => boolean): void {
    const kept = this.entries.filter((entry, place) => place < this.#written || !isMeant(entry));
    this.entries.splice(0, this.entries.length, ...kept);
  }

  /**
   * Writes what is not written yet; what could not be written is tried again with the next.
   * @throws JournalError
   */
  flush(): Promise<void> {
    const flushing = this.#flushing.then(async () => {
      if (this.#stored === null) return;
      const fresh = this.entries.slice(this.#written);
      if (fresh.length === 0) return;
      await this.#stored.journal.append(
        fresh.map((entry) => (entry.type === 'decision' ? { ...entry, decision: withNames(entry.decision) } : entry)),
      );
      this.#written += fresh.length;
    });
    this.#flushing = flushing.catch(() => undefined);
    return flushing;
  }

  async close(): Promise<void> {
    await this.flush().catch(() => undefined);
    await this.#stored?.journal.close().catch(() => undefined);
  }
}

function foreignFiles(entries: readonly JournalEntry[], own: string): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const entry of entries) {
    if (entry.type !== 'decision') continue;
    for (const path of pointersOf(entry.decision)) {
      const folder = dirname(path);
      if (folder !== own) files.set(folder, [...(files.get(folder) ?? []), basename(path)]);
    }
  }
  return files;
}

function pointersOf({ edits, removal }: Decision): readonly string[] {
  const ofEdits = edits.flatMap((edit) =>
    edit.kind === 'replace' ? edit.pointers : edit.pointer === null ? [] : [edit.pointer],
  );
  return removal?.pointer == null ? ofEdits : [...ofEdits, removal.pointer];
}

/**
 * What of a conversation holds where another one leaves it: its first messages, and every decision on them, so that they
 * read there as the provider has them in its cache. A summary of what comes later is left out.
 */
export function forkedAt(entries: readonly JournalEntry[], length: number): readonly JournalEntry[] {
  const messages = entries.filter((entry) => entry.type === 'message').slice(0, length);
  const decisions = entries.flatMap((entry) =>
    entry.type === 'decision' ? (decisionBefore(entry.decision, length) ?? []) : [],
  );
  return [...messages, ...decisions.map((decision) => ({ type: 'decision', decision }) as const)];
}

function decisionBefore(decision: Decision, length: number): Decision | null {
  const { edits, removal } = decision;
  const isWhole = touchedIndexes(decision).every((index) => index < length);
  if (!isWhole && removal !== null && removal.summary !== null) return null;
  const keptEdits = edits.filter(({ index }) => index < length);
  const keptRemoval =
    removal === null ? null : { ...removal, indexes: removal.indexes.filter((index) => index < length) };
  if (keptEdits.length === 0 && (keptRemoval === null || keptRemoval.indexes.length === 0)) return null;
  return {
    ...decision,
    historyLength: Math.min(decision.historyLength, length),
    edits: keptEdits,
    removal: keptRemoval,
  };
}
