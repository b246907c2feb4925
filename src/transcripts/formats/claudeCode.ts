import { callBoundariesOf } from '../callBoundaries';
import { isRecord } from '../jsonValue';
import type { ProblemList } from '../problemList';
import { titleFrom, titleFromUser } from '../sessionTitle';
import { noSuchSession } from '../severalSessions';
import type { ReadContext, ReadSession, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { activeThread } from './claudeCode/activeThread';
import { buildMessages } from './claudeCode/buildMessages';
import { isSpoken, type Entry } from './claudeCode/entry';
import { SessionFileReader, type SessionFile } from './claudeCode/sessionFile';

/** Sessions of Claude Code: `<sessionId>.jsonl`, and the files of its subagents. */
export const claudeCode: TranscriptFormat = { id: 'claude-code', label: 'Claude Code', detect, open };

/** Side lines of a session that no other agent writes. */
const SIDE_LINES = new Set(['summary', 'file-history-snapshot', 'queue-operation', 'last-prompt', 'progress']);

function detect(sample: readonly unknown[]): number {
  let certainty = 0;
  for (const record of sample) {
    if (!isRecord(record)) continue;
    const { type } = record;
    const linked = 'parentUuid' in record || typeof record['uuid'] === 'string';
    const ofSession = linked || 'sessionId' in record || 'session_id' in record;
    if ((type === 'user' || type === 'assistant') && !('role' in record)) {
      if (linked) return 1;
      certainty = Math.max(certainty, ofSession ? 0.8 : isRecord(record['message']) ? 0.6 : 0);
    } else if (typeof type === 'string' && SIDE_LINES.has(type)) {
      const known = ofSession || 'leafUuid' in record || 'messageId' in record;
      certainty = Math.max(certainty, known ? 0.7 : 0.3);
    }
  }
  return certainty;
}

function open(context: ReadContext): RecordReader {
  const reader = new SessionFileReader(context);
  return {
    add(record, position) {
      if (isRecord(record)) reader.add(record, position.line, position.byteOffset);
      else context.problems.report('info', position, 'The line is no object; it was left out.');
    },
    finish: (problems) => assemble(reader.finish(problems), context.session, problems),
  };
}

function assemble(file: SessionFile, session: number | undefined, problems: ProblemList): ReadSession {
  const entries = mainEntries(file.entries, problems);
  const { sessionId, sessions } = chooseSession(entries, session, problems);
  const thread = activeThread(entries, sessionId, file.lastPrompt, problems);
  reportLeftOut(entries, thread, sessionId, problems);
  const { messages, compactions, placeholders } = buildMessages(thread, problems);
  return {
    title: titleOf(file, thread, messages),
    messages,
    callBoundaries: callBoundariesOf(messages, ({ id }) => !placeholders.has(id)),
    workspace: file.workspace,
    ...(sessions === undefined ? {} : { sessions }),
    ...(compactions.length === 0 ? {} : { recorded: { compactions } }),
  };
}

/** Subagents talk beside the main thread; a file of nothing else is the thread of one. */
function mainEntries(entries: readonly Entry[], problems: ProblemList): readonly Entry[] {
  const main = entries.filter((entry) => !entry.sidechain);
  if (!main.some(isSpoken)) return entries;
  const left = entries.filter((entry) => entry.sidechain && isSpoken(entry));
  const [first] = left;
  if (first !== undefined) {
    problems.report('info', first, `${String(left.length)} records of subagents are left out of the main thread.`);
  }
  return main;
}

/** The session with the most messages, or the one asked for; null where the file names none. */
function chooseSession(
  entries: readonly Entry[],
  session: number | undefined,
  problems: ProblemList,
): { readonly sessionId: string | null; readonly sessions?: NonNullable<ReadSession['sessions']> } {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    if (entry.sessionId !== null && isSpoken(entry))
      counts.set(entry.sessionId, (counts.get(entry.sessionId) ?? 0) + 1);
  }
  const ids = [...counts.keys()];
  if (session !== undefined && session >= Math.max(1, ids.length)) throw noSuchSession(session, ids.length);
  const byCount = [...counts].sort(([, a], [, b]) => b - a).map(([id]) => id);
  const sessionId = (session === undefined ? byCount[0] : ids[session]) ?? null;
  if (ids.length < 2) return { sessionId };
  const titles = ids.map((id) => `${id} (${String(counts.get(id) ?? 0)} messages)`);
  const words = `The file holds several session ids: ${titles.join(', ')}; ${sessionId ?? 'none'} is shown.`;
  problems.report('info', undefined, words);
  return { sessionId, sessions: { shown: ids.indexOf(sessionId ?? ''), titles } };
}

function reportLeftOut(
  entries: readonly Entry[],
  thread: readonly Entry[],
  sessionId: string | null,
  problems: ProblemList,
): void {
  if (thread.length === entries.length) return;
  const shown = new Set(thread);
  const left = entries.filter((entry) => isSpoken(entry) && !shown.has(entry));
  const foreign = left.filter((entry) => entry.sessionId !== null && entry.sessionId !== sessionId);
  const report = (group: readonly Entry[], where: string): void => {
    const [first] = group;
    if (first !== undefined) problems.report('info', first, `${String(group.length)} records ${where} are left out.`);
  };
  report(foreign, 'of the other session');
  report(
    left.filter((entry) => !foreign.includes(entry)),
    'on branches the user went back from',
  );
}

/** Null where nobody gave it one. */
function titleOf(
  { titles, summaries }: SessionFile,
  thread: readonly Entry[],
  messages: ReadSession['messages'],
): string | null {
  const uuids = new Set(thread.map(({ uuid }) => uuid));
  // Summaries at the start of a file often belong to other sessions of the same folder.
  const own = summaries.findLast(({ leafUuid }) => leafUuid !== null && uuids.has(leafUuid));
  const candidates = [titles.custom, titles.generated, own?.text ?? null].map((text) => text && titleFrom(text));
  const foreign = summaries.at(-1)?.text ?? '';
  return candidates.find((title) => title !== null && title !== '') ?? titleFromUser(messages) ?? titleFrom(foreign);
}
