import type { Message } from '../../../engine/message';
import type { MessageDraft } from '../../messageDraft';
import type { ProblemList } from '../../problemList';
import type { TaskItem } from './taskMessages';
import type { UiFacts, UiRequest } from './uiMessages';

/** The messages of a task together with what the chat beside it knows of its requests. */
export class TaskReplies {
  constructor(
    private readonly messages: readonly Message[],
    private readonly items: readonly TaskItem[],
    private readonly isReply: (item: TaskItem) => boolean,
  ) {}

  /** Messages with the usage, model and time of their requests, where the history does not say them itself. */
  withRequests({ requests }: Pick<UiFacts, 'requests'>, problems: ProblemList): readonly Message[] {
    const matched = this.matchRequests(requests);
    if (matched === null) {
      const words =
        'The requests in ui_messages.json cannot be told to belong to these replies; their tokens are left out.';
      problems.report('info', undefined, words);
      return this.messages;
    }
    const messages = [...this.messages];
    for (const [index, request] of matched) {
      for (const position of [index - 1, index]) {
        const message = messages[position];
        if (message !== undefined) messages[position] = enriched(message, request, position === index);
      }
    }
    return messages;
  }

  /** The index in the messages of the reply to each request that has one. */
  matchRequests(requests: readonly UiRequest[]): ReadonlyMap<number, UiRequest> | null {
    const replies = this.items.filter(this.isReply);
    if (replies.some(({ createdAt }) => createdAt !== null)) return byTime(replies, requests);
    if (requests.some(({ historyIndex }) => historyIndex !== null)) {
      return byPosition(this.items, this.isReply, requests);
    }
    const finished = requests.filter(({ usage }) => usage !== null);
    if (finished.length !== replies.length) return null;
    return new Map(replies.flatMap(({ from }, index) => entry(from, finished[index])));
  }
}

function enriched(message: Message, request: UiRequest, isReply: boolean): Message {
  const draft: MessageDraft = { ...message };
  if (draft.createdAt === undefined && request.at !== null) draft.createdAt = request.at;
  if (isReply && draft.usage === undefined && request.usage !== null) draft.usage = request.usage;
  if (isReply && draft.model === undefined && request.model !== null) draft.model = request.model;
  return draft;
}

function entry(index: number, request: UiRequest | undefined): readonly (readonly [number, UiRequest])[] {
  return request === undefined ? [] : [[index, request]];
}

/** A reply is written after its request was noted: the newest one before it is its own. */
function byTime(replies: readonly TaskItem[], requests: readonly UiRequest[]): ReadonlyMap<number, UiRequest> {
  const matched = new Map<number, UiRequest>();
  let [next, newest, used] = [0, -1, -1];
  for (const { from, createdAt } of replies) {
    if (createdAt === null) continue;
    for (; next < requests.length && (requests[next]?.at ?? Infinity) <= createdAt; next++) newest = next;
    if (newest === used) continue;
    used = newest;
    for (const [index, request] of entry(from, requests[newest])) matched.set(index, request);
  }
  return matched;
}

/** A request is noted before its own prompt is in the history; of several before one reply the last one was answered. */
function byPosition(
  items: readonly TaskItem[],
  isReply: (item: TaskItem) => boolean,
  requests: readonly UiRequest[],
): ReadonlyMap<number, UiRequest> {
  const matched = new Map<number, UiRequest>();
  const isReplyAt = (index: number): boolean => {
    const item = items[index];
    return item !== undefined && isReply(item);
  };
  let position = 0;
  for (const request of requests) {
    if (request.historyIndex === null) continue;
    position = Math.max(position, request.historyIndex + 1);
    while (position < items.length && !isReplyAt(position)) position += 1;
    const item = items[position];
    if (item !== undefined) matched.set(item.from, request);
  }
  return matched;
}
