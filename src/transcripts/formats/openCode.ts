import { isList, isRecord, recordAt, stringAt, type JsonRecord } from '../../wire/jsonValue';
import { callBoundariesOf } from '../callBoundaries';
import type { ReadContext, ReadSession, RecordReader, TranscriptFormat } from '../transcriptFormat';
import type { SourcePosition } from '../../engine/message';
import type { ProblemList } from '../problemList';
import { openCodeCompactions } from './openCode/compactions';
import { OpenCodeMessages } from './openCode/messages';

/** Sessions of opencode as `opencode export` writes them: `{info, messages: [{info, parts}]}`; or their messages. */
export const openCode: TranscriptFormat = { id: 'opencode', label: 'opencode', detect, open };

function detect(sample: readonly unknown[]): number {
  const isExport = (value: unknown): boolean => isRecord(value) && messagesOf(value).some(isMessage);
  if (sample.some(isExport)) return 0.98;
  return sample.some((record) => isMessage(record) || (isList(record) && record.some(isMessage))) ? 0.97 : 0;
}

function messagesOf(record: JsonRecord): readonly unknown[] {
  const { messages } = record;
  return isList(messages) ? messages : [];
}

/** A message with its parts, each of which names the message it is of. */
function isMessage(value: unknown): value is JsonRecord {
  if (!isRecord(value) || !isList(value['parts'])) return false;
  const info = recordAt(value, 'info');
  return info !== null && (info['role'] === 'user' || info['role'] === 'assistant') && isRecord(info['time']);
}

function open({ problems }: ReadContext): RecordReader {
  const messages = new OpenCodeMessages();
  let session: JsonRecord = {};
  const addMessage = (value: unknown, source: SourcePosition): void => {
    if (isRecord(value) && isRecord(value['info']) && isList(value['parts'])) {
      messages.add(value['info'], value['parts'], source);
    } else problems.report('info', source, 'An item of the session is no message; it was left out.');
  };
  return {
    add(record, position) {
      const source = { line: position.line, byteOffset: position.byteOffset };
      const list = isList(record) ? record : isRecord(record) && isList(record['messages']) ? record['messages'] : null;
      if (list === null) addMessage(record, source);
      else for (const value of list) addMessage(value, source);
      if (isRecord(record) && list !== null) session = recordAt(record, 'info') ?? session;
    },
    finish: (found) => finish(messages, session, found),
  };
}

function finish(read: OpenCodeMessages, session: JsonRecord, problems: ProblemList): ReadSession {
  const revert = recordAt(session, 'revert');
  const { messages, facts, left } = read.upTo(revert === null ? null : stringAt(revert, 'messageID'));
  if (left > 0) {
    problems.report('info', undefined, `${String(left)} messages that the user went back from are left out.`);
  }
  const compactions = openCodeCompactions(messages, facts);
  return {
    messages,
    title: stringAt(session, 'title'),
    workspace: stringAt(session, 'directory') ?? read.workspace,
    // The call for a summary is no call of the conversation.
    callBoundaries: callBoundariesOf(messages, ({ synthetic }) => synthetic === undefined),
    ...(compactions.length === 0 ? {} : { recorded: { compactions } }),
  };
}
