import { textOf, type SourcePosition } from '../../engine/message';
import { isList, isRecord, recordAt, stringAt, type JsonRecord } from '../jsonValue';
import type { ProblemList } from '../problemList';
import { noSuchSession } from '../severalSessions';
import { titleFrom } from '../sessionTitle';
import type { Transcript } from '../transcript';
import type { ReadContext } from '../transcriptFormat';
import { readContent } from './anthropicBlocks';

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

/** Collects the lists of messages of a file: lines that are messages form one; any other record holds its own. */
export class ConversationList {
  private readonly loose: ChatItem[] = [];
  private readonly found: Conversation[] = [];

  constructor(private readonly context: Pick<ReadContext, 'problems' | 'session'>) {}

  add(record: unknown, { line, byteOffset }: SourcePosition): void {
    const position = { line, byteOffset };
    if (isChatMessage(record)) {
      this.loose.push({ value: record, source: position });
      return;
    }
    const conversations = conversationsIn(record, position);
    if (conversations.length === 0) {
      this.context.problems.report('info', position, 'The record holds no messages; it was left out.');
    }
    for (const conversation of conversations) this.found.push(conversation);
  }

  /**
   * The one to read, and the titles of all where the file holds several sessions. Of several requests the newest carries
   * the whole list; of several runs the first is read. Null where there is none.
   *
   * @throws TranscriptError `severalSessions`
   */
  choose(problems: ProblemList): Choice | null {
    const { loose } = this;
    const conversations = loose.length === 0 ? this.found : [{ ...LOOSE, items: [...loose] }, ...this.found];
    if (conversations.length === 0) return null;
    const requests = conversations.every(({ isRequest }) => isRequest);
    const shown = this.context.session ?? (requests ? conversations.length - 1 : 0);
    const chosen = conversations[shown];
    if (chosen === undefined) throw noSuchSession(shown, conversations.length);
    if (conversations.length === 1) return { conversation: chosen };
    const what = requests ? 'requests' : 'sessions';
    const words = `The file holds ${String(conversations.length)} ${what}; number ${String(shown)} (from 0) is shown.`;
    problems.report('info', chosen.items[0]?.source, words);
    const titles = conversations.map(({ items }, index) => titleOfList(items) ?? `${what} ${String(index)}`);
    return { conversation: chosen, sessions: { shown, titles } };
  }
}

const LOOSE = { model: null, system: undefined, isRequest: false } as const;

interface Choice {
  readonly conversation: Conversation;
  readonly sessions?: NonNullable<Transcript['sessions']>;
}

/** What a person asked first, as the title of a list. */
function titleOfList(items: readonly ChatItem[]): string | null {
  for (const { value } of items) {
    if (!isRecord(value) || value['role'] !== 'user') continue;
    const title = titleFrom(textOf({ parts: readContent(value['content']).parts }));
    if (title !== null) return `${title} (${String(items.length)} messages)`;
  }
  return null;
}
