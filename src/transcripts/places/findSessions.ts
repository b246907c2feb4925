import { basename } from 'node:path';
import type { AgentPlace, Surroundings } from './agentPlaces';
import { ListingBudget, listFiles, type ListedFile } from './listFiles';

/** Files listed in all; who has more sees the newest folders first. */
const MOST_FILES = 20_000;

/** A file that stands where an agent keeps its sessions. */
export interface FoundSession extends ListedFile {
  readonly place: AgentPlace;
}

export interface FoundSessions {
  /** The newest first. */
  readonly sessions: readonly FoundSession[];
  /** Folders that could not be read. */
  readonly unreadable: readonly string[];
  /** Whether there are more than were listed. */
  readonly isPartial: boolean;
}

export interface FindSessionsOptions {
  readonly signal: AbortSignal;
  /** Told now and then how many there are so far. */
  readonly onFound?: (count: number) => void;
  /** Files listed at most. */
  readonly mostFiles?: number;
}

/**
 * Lists the sessions that stand in the places. No file is opened.
 * @throws the signal's reason
 */
export async function findSessions(
  places: readonly AgentPlace[],
  surroundings: Surroundings,
  { signal, onFound, mostFiles = MOST_FILES }: FindSessionsOptions,
): Promise<FoundSessions> {
  const budget = new ListingBudget(mostFiles);
  const found = new Map<string, FoundSession>();
  for (const place of places) {
    for (const folder of new Set(place.folders(surroundings))) {
      for await (const files of listFiles(folder, place.pattern, budget, signal)) {
        for (const file of files) {
          if (place.except?.test(basename(file.path)) !== true) found.set(file.path, { ...file, place });
        }
        onFound?.(found.size);
      }
    }
  }
  return {
    sessions: [...found.values()].sort((a, b) => b.modifiedAt - a.modifiedAt),
    unreadable: budget.unreadable,
    isPartial: budget.isSpent,
  };
}
