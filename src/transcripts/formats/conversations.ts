import type { SourcePosition } from '../../engine/message';
import { isList, isRecord, recordAt, stringAt, type JsonRecord } from '../jsonValue';
import { TranscriptError } from '../transcript';
import type { ReadContext } from '../transcriptFormat';
import type { TranscriptSource } from '../transcriptSource';

/** One item of a list of messages, not yet read. */
export interface ChatItem {
  readonly value: unknown;
  readonly source: SourcePosition | undefined;
}

/** One list of messages in a file. */
export interface Conversation {
  readonly items: readonly ChatItem[];
  readonly model: string | null;
  /** The system prompt, where a request carries it beside its messages. */
  readonly system: unknown;
  /** Whether the list is what one request carried, so that a later one may repeat and continue it. */
  readonly isRequest: boolean;
}

/** Fields under which a list of messages stands in the records people keep. */
const LIST_FIELDS = ['messages', 'traj'] as const;

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

function isChatMessage(value: unknown): value is JsonRecord {
  return (
    isRecord(value) &&
    ROLES.has(stringAt(value, 'role') ?? '') &&
    ('content' in value || 'tool_calls' in value || 'function_call' in value)
  );
}

/** Whether any message in the first records of a file is as asked for, to tell formats apart. */
export function someSampleMessage(sample: readonly unknown[], matches: (message: JsonRecord) => boolean): boolean {
  const isMatch = (value: unknown): boolean => isChatMessage(value) && matches(value);
  return sample.some((record) =>
    isChatMessage(record)
      ? matches(record)
      : conversationsIn(record, undefined).some(({ items }) => items.some(({ value }) => isMatch(value))),
  );
}

/** The lists of messages a record holds: itself, a field of it, or those of the runs it lists. */
function conversationsIn(record: unknown, source: SourcePosition | undefined): readonly Conversation[] {
  if (isList(record)) {
    if (record.some(isChatMessage))
      return [{ items: withSource(record, source), model: null, system: undefined, isRequest: false }];
    return record.flatMap((run) => (isRecord(run) ? conversationsIn(run, source) : []));
  }
  if (!isRecord(record)) return [];
  const request = recordAt(record, 'request') ?? recordAt(record, 'body') ?? record;
  for (const field of LIST_FIELDS) {
    const list = request[field];
    if (!isList(list)) continue;
    const model = stringAt(request, 'model') ?? stringAt(record, 'model');
    const replies = repliesIn(record);
    const items = withSource(replies.length === 0 ? list : [...list, ...replies], source);
    return [{ items, model, system: request['system'], isRequest: field === 'messages' }];
  }
  return [];
}

function withSource(list: readonly unknown[], source: SourcePosition | undefined): readonly ChatItem[] {
  return list.map((value) => ({ value, source }));
}

/** The reply to a recorded request, in a record that holds both. */
function repliesIn(record: JsonRecord): readonly unknown[] {
  const choices = recordAt(record, 'response')?.['choices'];
  const first = isList(choices) ? choices[0] : undefined;
  return isRecord(first) && isChatMessage(first['message']) ? [first['message']] : [];
}

/** Lines that are messages form one conversation; any other record holds its own. */
export async function readConversations(
  source: TranscriptSource,
  context: ReadContext,
): Promise<readonly Conversation[]> {
  const loose: ChatItem[] = [];
  const conversations: Conversation[] = [];
  for await (const items of source.records(context.onProgress)) {
    for (const item of items) {
      if (item.kind === 'problem') {
        context.problems.add(item.problem);
        continue;
      }
      const position = { line: item.line, byteOffset: item.byteOffset };
      if (isChatMessage(item.record)) {
        loose.push({ value: item.record, source: position });
        continue;
      }
      const found = conversationsIn(item.record, position);
      if (found.length === 0)
        context.problems.report('info', position, 'The record holds no messages; it was left out.');
      for (const conversation of found) conversations.push(conversation);
    }
  }
  if (loose.length > 0) conversations.unshift({ items: loose, model: null, system: undefined, isRequest: false });
  return conversations;
}

/** Of several requests the newest carries the whole list; of several runs the first is read. Either way it is reported. */
export function chooseConversation(
  conversations: readonly Conversation[],
  { session, problems }: ReadContext,
): Conversation | null {
  const [first] = conversations;
  if (first === undefined) return null;
  const requests = conversations.every(({ isRequest }) => isRequest);
  const index = session ?? (requests ? conversations.length - 1 : 0);
  const chosen = conversations[index];
  if (chosen === undefined) {
    throw new TranscriptError(
      'severalSessions',
      `There is no session ${String(index)}: the file holds ${String(conversations.length)}, counted from 0.`,
    );
  }
  if (conversations.length > 1) {
    const what = requests ? 'requests' : 'sessions';
    const words = `The file holds ${String(conversations.length)} ${what}; number ${String(index)} (from 0) is shown.`;
    problems.report('info', chosen.items[0]?.source, words);
  }
  return chosen;
}
