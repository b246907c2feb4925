import { isList, isRecord, type JsonRecord } from '../../wire/jsonValue';
import type { ReadContext, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { ChatSession } from './vscodeChat/chatSession';
import { MutationLog } from './vscodeChat/mutationLog';
import { noSuchSession } from '../severalSessions';

/** Chats of VS Code: exports, and the files it keeps them in, whole or as a log of changes. */
export const vscodeChat: TranscriptFormat = { id: 'vscode-chat', label: 'VS Code chat', detect, open };

const SESSION_FIELDS = ['responderUsername', 'requesterUsername', 'initialLocation', 'creationDate', 'sessionId'];

function detect(sample: readonly unknown[]): number {
  let certainty = 0;
  for (const record of sample) certainty = Math.max(certainty, certaintyOf(record));
  return certainty;
}

function certaintyOf(record: unknown): number {
  if (isList(record)) return record.some((item) => isRecord(item) && isSession(item)) ? 0.95 : 0;
  if (!isRecord(record)) return 0;
  if (isSession(record)) return 0.98;
  if (!isChange(record)) return 0;
  if (record['kind'] === 0) return isRecord(record['v']) && isList(record['v']['requests']) ? 1 : 0;
  return isList(record['k']) && record['k'][0] === 'requests' ? 0.7 : 0;
}

function isSession(record: JsonRecord): boolean {
  const { requests } = record;
  if (!isList(requests)) return false;
  return (
    SESSION_FIELDS.some((field) => field in record) ||
    requests.some((request) => isRecord(request) && 'requestId' in request && 'message' in request)
  );
}

function isChange(record: JsonRecord): boolean {
  return typeof record['kind'] === 'number' && ('v' in record || 'k' in record);
}

function open({ problems, session: asked }: ReadContext): RecordReader {
  const sessions: ChatSession[] = [];
  let log: MutationLog | null = null;
  return {
    add(record, { line, byteOffset }) {
      const position = { line, byteOffset };
      if (isRecord(record) && isChange(record) && !isSession(record)) {
        if (log === null) {
          const session = new ChatSession();
          sessions.push(session);
          log = new MutationLog(session, problems);
        }
        log.apply(record, position);
        return;
      }
      const documents = isList(record) ? record : [record];
      const found = documents.filter((document) => isRecord(document) && isList(document['requests']));
      if (found.length === 0) problems.report('info', position, 'The record holds no chat; it was left out.');
      for (const document of found) {
        const session = new ChatSession();
        session.replace(document, position);
        sessions.push(session);
      }
    },
    finish(found) {
      const shown = asked ?? 0;
      if (sessions.length === 0) return { messages: [] };
      const session = sessions[shown];
      if (session === undefined) throw noSuchSession(shown, sessions.length);
      const read = session.finish(found);
      if (sessions.length === 1) return read;
      const titles = sessions.map((each, index) => each.title() ?? `Chat ${String(index + 1)}`);
      return { ...read, sessions: { shown, titles } };
    },
  };
}
