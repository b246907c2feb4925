import { isToolCall } from '../../../engine/message';
import type { ProblemList } from '../../problemList';
import { isSpoken, type Entry } from './entry';
import { EntryIndex } from './entryIndex';

/** What the file says of its end: the newest `last-prompt` line. */
export interface LastPrompt {
  readonly leafUuid: string;
  /** Number of entries before the line. */
  readonly entriesBefore: number;
}

/**
 * The entries of the conversation as its user sees it, in order. A session file is a tree: going back in it starts a new
 * branch, parallel tool results hang beside the chain, and a compaction starts without a parent. The chain is followed
 * from the active leaf to the root; where a link is missing, the line before stands in for it.
 */
export function activeThread(
  entries: readonly Entry[],
  sessionId: string | null,
  lastPrompt: LastPrompt | null,
  problems: ProblemList,
): readonly Entry[] {
  const index = new EntryIndex(entries);
  const leaf = activeLeaf(entries, index, sessionId, lastPrompt, problems);
  if (leaf === null) return [];
  const chain = chainTo(leaf, entries, index, problems);
  if (chain.length === entries.length) return chain;
  const ranks = new Map<Entry, number>(chain.map((entry, rank) => [entry, rank]));
  addBoundaries(entries, index, ranks);
  addAnswers(entries, index, ranks);
  addAsides(entries, ranks);
  if (ranks.size === chain.length) return chain;
  return [...ranks].sort(([a, rankA], [b, rankB]) => rankA - rankB || a.index - b.index).map(([entry]) => entry);
}

function activeLeaf(
  entries: readonly Entry[],
  index: EntryIndex,
  sessionId: string | null,
  lastPrompt: LastPrompt | null,
  problems: ProblemList,
): Entry | null {
  const ofSession = (entry: Entry): boolean => sessionId === null || (entry.sessionId ?? sessionId) === sessionId;
  const newest = entries.findLast((entry) => isSpoken(entry) && ofSession(entry)) ?? null;
  if (lastPrompt === null) return newest;
  const named = index.entryOf(lastPrompt.leafUuid);
  if (named === undefined) {
    problems.report(
      'info',
      undefined,
      'The newest prompt named by the file is not in it; its newest message is the end.',
    );
    return newest;
  }
  // What was written after the line went on from there.
  return newestBelow(named, entries.slice(lastPrompt.entriesBefore)) ?? named;
}

function newestBelow(root: Entry, later: readonly Entry[]): Entry | undefined {
  const below = new Set([root.uuid]);
  let newest: Entry | undefined;
  for (const entry of later) {
    if (typeof entry.parent !== 'string' || !below.has(entry.parent)) continue;
    below.add(entry.uuid);
    if (isSpoken(entry)) newest = entry;
  }
  return newest;
}

function chainTo(leaf: Entry, entries: readonly Entry[], index: EntryIndex, problems: ProblemList): readonly Entry[] {
  const chain: Entry[] = [];
  const visited = new Uint8Array(entries.length);
  /** Where no line links to another, nothing tells where the user went back to. */
  let isLinked: boolean | null = null;
  let position = index.positionOf(leaf.uuid, entries.length - 1);
  for (let entry = entries[position]; entry !== undefined; entry = entries[position]) {
    chain.push(entry);
    visited[position] = 1;
    const link = entry.parent ?? entry.logicalParent;
    const parent = link === null ? -1 : index.positionOf(link, position - 1);
    if (parent >= 0 && visited[parent] === 0) {
      position = parent;
      continue;
    }
    if (link !== null && parent < 0) {
      const start = entry.index === 0 ? ' The file starts in the middle of a session.' : '';
      problems.report(
        entry.index === 0 ? 'info' : 'warning',
        entry,
        `Broken link: the parent ${link} is not in the file; the order of the lines was followed.${start}`,
      );
    }
    isLinked ??= entries.some(({ parent: linked }) => typeof linked === 'string');
    const isStart = link === null && isLinked && startsThread(entry);
    position = isStart ? -1 : positionBefore(entry, position, entries, visited);
  }
  return chain.reverse();
}

/** Whether an entry without a parent is the start: only what a person typed is. Going back to the start makes a second. */
function startsThread(entry: Entry): boolean {
  return (
    entry.kind === 'user' &&
    entry.parent === null &&
    !entry.meta &&
    !entry.compactSummary &&
    entry.toolResults.length === 0
  );
}

/** The position of the line that an entry without a parent goes on from, or -1. */
function positionBefore(entry: Entry, position: number, entries: readonly Entry[], visited: Uint8Array): number {
  for (let before = position - 1; before >= 0; before--) {
    const candidate = entries[before];
    if (candidate === undefined || visited[before] !== 0 || candidate.kind === 'other') continue;
    if (candidate.sessionId === null || entry.sessionId === null || candidate.sessionId === entry.sessionId) {
      return before;
    }
  }
  return -1;
}

/** A compaction that kept messages hangs beside the chain, as what follows it links to the kept messages. */
function addBoundaries(entries: readonly Entry[], index: EntryIndex, ranks: Map<Entry, number>): void {
  for (const entry of entries) {
    if (ranks.has(entry) || (entry.kind !== 'boundary' && !entry.compactSummary)) continue;
    const link = entry.parent ?? entry.logicalParent;
    const parent = link === null ? undefined : index.entryOf(link);
    const rank = parent === undefined ? undefined : ranks.get(parent);
    if (rank !== undefined) ranks.set(entry, rank);
  }
}

/** Prompts that no line links to stand behind what was said before them, unless the user went back from that. */
function addAsides(entries: readonly Entry[], ranks: Map<Entry, number>): void {
  const last = new Map<string | null, number | undefined>();
  for (const entry of entries) {
    if (entry.aside) {
      const rank = last.get(entry.sessionId);
      if (rank !== undefined && !ranks.has(entry)) ranks.set(entry, rank);
    } else if (isSpoken(entry)) last.set(entry.sessionId, ranks.get(entry));
  }
}

/** Lines of replies in the chain, and results of calls in it, that hang beside the chain. */
function addAnswers(entries: readonly Entry[], index: EntryIndex, ranks: Map<Entry, number>): void {
  let waiting = entries.filter((entry) => isSpoken(entry) && !ranks.has(entry));
  if (waiting.length === 0) return;
  const replies = new Map<string, number>();
  const calls = new Map<string, number>();
  const answered = new Set<string>();
  const note = (entry: Entry, rank: number): void => {
    if (entry.messageId !== null && entry.kind === 'assistant') replies.set(entry.messageId, rank);
    for (const part of entry.parts) if (isToolCall(part)) calls.set(part.id, rank);
    for (const { callId } of entry.toolResults) answered.add(callId);
  };
  for (const [entry, rank] of ranks) note(entry, rank);
  const rankOf = (entry: Entry): number | undefined => {
    const parent = typeof entry.parent === 'string' ? index.entryOf(entry.parent) : undefined;
    const parentRank = parent === undefined ? undefined : ranks.get(parent);
    if (entry.kind === 'assistant') {
      const reply = entry.messageId === null ? undefined : replies.get(entry.messageId);
      return reply === undefined ? undefined : (parentRank ?? reply);
    }
    const open = entry.toolResults.find(({ callId }) => calls.has(callId) && !answered.has(callId));
    return open === undefined ? undefined : (parentRank ?? calls.get(open.callId));
  };
  // A line found may itself hold calls whose results come before it, so the scan repeats until nothing is found.
  for (let found = true; found;) {
    found = false;
    waiting = waiting.filter((entry) => {
      const rank = rankOf(entry);
      if (rank === undefined) return true;
      ranks.set(entry, rank);
      note(entry, rank);
      found = true;
      return false;
    });
  }
}
