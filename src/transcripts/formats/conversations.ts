import { textOf, type SourcePosition, type Usage } from '../../engine/message';
import { asString, isList, isRecord, stringAt, type JsonRecord } from '../../wire/jsonValue';
import type { ProblemList } from '../problemList';
import { noSuchSession, severalSessionsNote } from '../severalSessions';
import { titleFrom } from '../sessionTitle';
import type { Transcript } from '../transcript';
import type { ReadContext } from '../transcriptFormat';
import { readContent } from '../../wire/anthropicBlocks';
import { readAnthropicUsage } from '../../wire/anthropicUsage';
import { readChatUsage } from '../../wire/chatUsage';
import { loggedCall, replyOf, type LoggedCall } from './requests/loggedRequest';
import type { ChainCompaction, RequestChain } from './requests/requestChain';
import { RequestLog } from './requests/requestLog';

/** One item of a list of messages, not yet read. */
export interface ChatItem {
  readonly value: unknown;
  readonly source: SourcePosition | undefined;
  /** Of a reply, as its response says it. */
  readonly model?: string | null;
  readonly usage?: Usage | null;
  /** Whether it stands for items that are out of the context. */
  readonly isSummary?: boolean;
}

/** One list of messages in a file. */
export interface Conversation {
  readonly items: readonly ChatItem[];
  readonly model: string | null;
  /** What its client did to the context between requests. */
  readonly compactions: readonly ChainCompaction[];
  /** What the file calls it. */
  readonly title: string | null;
}

/** Field under which a list of messages stands in the runs of an evaluation. */
const RUN_FIELD = 'traj';

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

function isChatMessage(value: unknown): value is JsonRecord {
  return (
    isRecord(value) &&
    ROLES.has(asString(value['role']) ?? '') &&
    ('content' in value || 'tool_calls' in value || 'function_call' in value)
  );
}

/** Whether any message in the first records of a file is as asked for, to tell formats apart. */
export function someSampleMessage(sample: readonly unknown[], matches: (message: JsonRecord) => boolean): boolean {
  const isMatch = (value: unknown): boolean => isChatMessage(value) && matches(value);
  return sample.some((record) =>
    isChatMessage(record)
      ? matches(record)
      : foundIn(record).some((found) => {
          const items =
            found.kind === 'list' ? found.items : [...listOf(found.call.request), replyOf(found.call.response)];
          return items.some(isMatch);
        }),
  );
}

/** Whether any request in the first records of a file is as asked for. */
export function someSampleCall(sample: readonly unknown[], matches: (call: LoggedCall) => boolean): boolean {
  return sample.some((record) => foundIn(record).some((found) => found.kind === 'call' && matches(found.call)));
}

type Found =
  | {
      readonly kind: 'list';
      readonly items: readonly unknown[];
      readonly model: string | null;
      readonly title: string | null;
    }
  | { readonly kind: 'call'; readonly call: LoggedCall };

/** The lists of messages and the requests a record holds: itself, a field of it, or those of the runs it lists. */
function foundIn(record: unknown): readonly Found[] {
  if (isList(record)) {
    if (record.some(isChatMessage)) return [{ kind: 'list', items: record, model: null, title: null }];
    return record.flatMap((run) => (isRecord(run) ? foundIn(run) : []));
  }
  if (!isRecord(record)) return [];
  const scope = stringAt(record, 'scope');
  if (scope !== null && EXPORTED.has(scope) && isList(record['messages'])) {
    return [{ kind: 'list', items: sentItems(record), model: stringAt(record, 'model'), title: scope }];
  }
  const call = loggedCall(record);
  if (call !== null) return [{ kind: 'call', call }];
  const items = record[RUN_FIELD];
  return isList(items) ? [{ kind: 'list', items, model: stringAt(record, 'model'), title: titleOfRun(record) }] : [];
}

/** What Strata's own exports call the two lists in one file, which are no requests of one conversation. */
const EXPORTED = new Set(['history', 'context']);

/** The messages of a request, the system prompt first where it stands beside them. */
function sentItems(request: JsonRecord): readonly unknown[] {
  const { system } = request;
  const items = listOf(request);
  return system === undefined || system === null ? items : [{ role: 'system', content: system }, ...items];
}

function titleOfRun(run: JsonRecord): string | null {
  const facts = [
    ['Task', run['task_id']],
    ['trial', run['trial']],
    ['reward', run['reward']],
  ].filter(([, value]) => typeof value === 'number' || typeof value === 'string');
  return facts.length === 0
    ? null
    : titleFrom(facts.map(([name, value]) => `${String(name)} ${String(value)}`).join(', '));
}

function listOf(request: JsonRecord): readonly unknown[] {
  const { messages } = request;
  return isList(messages) ? messages : [];
}

/** Collects the lists of messages of a file: lines that are messages form one; any other record holds its own. */
export class ConversationList {
  private readonly loose: ChatItem[] = [];
  private readonly lists: Conversation[] = [];
  private readonly log = new RequestLog();
  private readonly models = new Map<RequestChain, string>();

  constructor(private readonly context: Pick<ReadContext, 'problems' | 'session'>) {}

  add(record: unknown, { line, byteOffset }: SourcePosition): void {
    const source = { line, byteOffset };
    if (isChatMessage(record)) {
      this.loose.push({ value: record, source });
      return;
    }
    const found = foundIn(record);
    if (found.length === 0)
      this.context.problems.report('info', source, 'The record holds no messages; it was left out.');
    for (const each of found) {
      if (each.kind === 'call') this.addCall(each.call, isRecord(record) ? record : {}, source);
      else {
        const { model, title } = each;
        const items = each.items.map((value) => ({ value, source }));
        this.lists.push({ items, model, title, compactions: [] });
      }
    }
  }

  /**
   * The one to read, and the titles of all where the file holds several sessions: of requests the longest conversation,
   * of several runs the first. Null where there is none.
   *
   * @throws TranscriptError `severalSessions`
   */
  choose(problems: ProblemList): Choice | null {
    const { loose, lists, log } = this;
    const own = loose.length === 0 ? lists : [{ ...PLAIN, items: [...loose] }, ...lists];
    const count = own.length + log.chains.length;
    if (count === 0) return null;
    const shown = this.context.session ?? (own.length === 0 ? log.main() : 0);
    if (shown < 0 || shown >= count) throw noSuchSession(shown, count);
    const chain = log.chains[shown - own.length];
    const chosen = chain === undefined ? own[shown] : this.conversationOf(chain);
    if (chosen === undefined) throw noSuchSession(shown, count);
    if (chain !== undefined) this.reportChain(chain, problems);
    if (count === 1) return { conversation: chosen };
    const words = severalSessionsNote(shown, count);
    problems.report('info', chosen.items[0]?.source, words);
    const titles = [...own, ...log.chains].map((each, index) => titleOfList(each, `Session ${String(index + 1)}`));
    return { conversation: chosen, sessions: { shown, titles } };
  }

  private addCall({ request, response }: LoggedCall, record: JsonRecord, source: SourcePosition): void {
    const model = stringAt(response ?? {}, 'model') ?? stringAt(request, 'model') ?? stringAt(record, 'model');
    const usage = response?.['usage'];
    const chain = this.log.add({
      items: sentItems(request),
      reply: replyOf(response),
      model,
      usage: response !== null && 'choices' in response ? readChatUsage(usage) : readAnthropicUsage(usage),
      source,
    });
    if (model !== null) this.models.set(chain, model);
  }

  private conversationOf(chain: RequestChain): Conversation {
    const { items, compactions } = chain;
    return { items, compactions, model: this.models.get(chain) ?? null, title: null };
  }

  private reportChain({ requests, takenBack, items }: RequestChain, problems: ProblemList): void {
    const source = items[0]?.source;
    if (requests > 1) {
      problems.report(
        'info',
        source,
        `The conversation is told by ${String(requests)} requests; each goes on from the one before.`,
      );
    }
    if (takenBack > 0) {
      problems.report(
        'info',
        source,
        `${String(takenBack)} messages were taken back before a later request; they are left out.`,
      );
    }
  }
}

const PLAIN = { model: null, title: null, compactions: [] } as const;

interface Choice {
  readonly conversation: Conversation;
  readonly sessions?: NonNullable<Transcript['sessions']>;
}

/** What the file calls it, or else what a person asked first. */
function titleOfList(
  list: { readonly items: readonly ChatItem[]; readonly title?: string | null },
  fallback: string,
): string {
  return `${list.title ?? firstWords(list.items) ?? fallback} (${String(list.items.length)} messages)`;
}

function firstWords(items: readonly ChatItem[]): string | null {
  for (const { value } of items) {
    if (!isRecord(value) || value['role'] !== 'user') continue;
    const title = titleFrom(textOf({ parts: readContent(value['content']).parts }));
    if (title !== null) return title;
  }
  return null;
}
