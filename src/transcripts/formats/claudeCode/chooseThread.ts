import { textOf } from '../../../engine/message';
import type { ProblemList } from '../../problemList';
import { RunCounts } from '../../runCounts';
import { titleFrom } from '../../sessionTitle';
import { noSuchSession } from '../../severalSessions';
import type { ReadSession } from '../../transcriptFormat';
import { isSpoken, type Entry } from './entry';

/** The lines of one conversation of a file. */
export interface ChosenThread {
  readonly entries: readonly Entry[];
  /** Null where the file names none, or where a subagent's thread is shown. */
  readonly sessionId: string | null;
  readonly sessions?: NonNullable<ReadSession['sessions']>;
}

interface Choice {
  readonly title: string;
  /** Lines that say something. */
  readonly spoken: number;
  readonly sessionId: string | null;
  /** Of a subagent's thread; null for the main one of a session. */
  readonly entries: readonly Entry[] | null;
}

/**
 * The session with the most messages, or the conversation asked for: a file may hold several sessions, and older ones hold
 * the threads of subagents beside the main one. A file of nothing but subagents is the thread of one.
 *
 * @throws TranscriptError `severalSessions`
 */
export function chooseThread(all: readonly Entry[], session: number | undefined, problems: ProblemList): ChosenThread {
  const main = all.some(({ sidechain }) => sidechain) ? all.filter(({ sidechain }) => !sidechain) : all;
  const hasMain = main.some((entry) => isSpoken(entry) && !entry.aside);
  const ids = sessionChoices(hasMain ? main : all);
  const choices = hasMain ? [...ids, ...subagentChoices(all)] : ids;
  if (session !== undefined && session >= Math.max(1, choices.length)) throw noSuchSession(session, choices.length);
  const shown = session ?? indexOfLargest(ids);
  const chosen = choices[shown];
  reportOthers(ids, choices.slice(ids.length), chosen, problems);
  return {
    entries: chosen?.entries ?? (hasMain ? main : all),
    sessionId: chosen?.sessionId ?? null,
    ...(choices.length < 2 ? {} : { sessions: { shown, titles: choices.map(({ title }) => title) } }),
  };
}

function sessionChoices(entries: readonly Entry[]): readonly Choice[] {
  const counts = new RunCounts();
  for (const entry of entries) if (entry.sessionId !== null && isSpoken(entry)) counts.add(entry.sessionId);
  return [...counts.all()].map(([sessionId, spoken]) => {
    return { title: `${sessionId} (${String(spoken)} messages)`, spoken, sessionId, entries: null };
  });
}

function subagentChoices(all: readonly Entry[]): readonly Choice[] {
  const threads = new Map<string, Entry[]>();
  const threadOf = new Map<string, string>();
  for (const entry of all) {
    if (!entry.sidechain) continue;
    // A line belongs to its agent, or where that is not named, to the thread of the line it follows.
    const thread = entry.agentId ?? threadOf.get(entry.parent ?? '') ?? entry.uuid;
    threadOf.set(entry.uuid, thread);
    const lines = threads.get(thread);
    // What it was asked from stands in the main thread.
    if (lines === undefined) threads.set(thread, [{ ...entry, parent: null, logicalParent: null }]);
    else lines.push(entry);
  }
  return [...threads.values()]
    .filter((lines) => lines.some(isSpoken))
    .map((lines) => {
      const spoken = lines.filter(isSpoken).length;
      const [first] = lines.filter(({ kind }) => kind === 'user');
      const task = titleFrom(first === undefined ? '' : textOf(first));
      const title = `Subagent${task === null ? '' : `: ${task}`} (${String(spoken)} messages)`;
      return { title, spoken, sessionId: null, entries: lines };
    });
}

function indexOfLargest(choices: readonly Choice[]): number {
  let largest = 0;
  choices.forEach(({ spoken }, index) => {
    if (spoken > (choices[largest]?.spoken ?? 0)) largest = index;
  });
  return largest;
}

function reportOthers(
  ids: readonly Choice[],
  subagents: readonly Choice[],
  chosen: Choice | undefined,
  problems: ProblemList,
): void {
  if (ids.length > 1) {
    const titles = ids.map(({ title }) => title).join(', ');
    const words = `The file holds several session ids: ${titles}; ${chosen?.sessionId ?? 'none'} is shown.`;
    problems.report('info', undefined, words);
  }
  const [first] = subagents;
  if (first === undefined || chosen?.entries != null) return;
  const spoken = subagents.reduce((sum, thread) => sum + thread.spoken, 0);
  const words = `${String(spoken)} records of subagents are left out of the main thread; they are sessions of their own.`;
  problems.report('info', first.entries?.find(isSpoken), words);
}
