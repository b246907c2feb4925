import { callBoundariesOf } from '../callBoundaries';
import { isRecord } from '../../wire/jsonValue';
import type { ProblemList } from '../problemList';
import { titleFrom, titleFromUser } from '../sessionTitle';
import type { ReadContext, ReadSession, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { chooseThread } from './claudeCode/chooseThread';
import { isSpoken, type Entry } from './claudeCode/entry';
import { GrowingThread } from './claudeCode/growingThread';
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
  const growing = new GrowingThread();
  return {
    add(record, position) {
      if (isRecord(record)) reader.add(record, position.line, position.byteOffset);
      else context.problems.report('info', position, 'The line is no object; it was left out.');
    },
    finish: (problems) => assemble(reader.finish(problems), growing, context.session, problems),
  };
}

function assemble(
  file: SessionFile,
  growing: GrowingThread,
  session: number | undefined,
  problems: ProblemList,
): ReadSession {
  const { entries, sessionId, sessions } = chooseThread(file.entries, session, problems);
  const { thread, messages, compactions, placeholders } = growing.take(entries, sessionId, file.lastPrompt, problems);
  reportLeftOut(entries, thread, sessionId, problems);
  return {
    title: titleOf(file, thread, messages),
    messages,
    callBoundaries:
      placeholders.size === 0
        ? callBoundariesOf(messages)
        : callBoundariesOf(messages, ({ id }) => !placeholders.has(id)),
    workspace: file.workspace,
    ...(sessions === undefined ? {} : { sessions }),
    ...(compactions.length === 0 ? {} : { recorded: { compactions } }),
  };
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
  const uuids = new Set(summaries.length === 0 ? [] : thread.map(({ uuid }) => uuid));
  // Summaries at the start of a file often belong to other sessions of the same folder.
  const own = summaries.findLast(({ leafUuid }) => leafUuid !== null && uuids.has(leafUuid));
  const candidates = [titles.custom, titles.generated, own?.text ?? null].map((text) => text && titleFrom(text));
  const foreign = summaries.at(-1)?.text ?? '';
  return candidates.find((title) => title !== null && title !== '') ?? titleFromUser(messages) ?? titleFrom(foreign);
}
