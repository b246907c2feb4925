import { type Decision } from '../../engine/decision';
import type { LinkEntry, SessionOrigin } from '../../engine/journal';
import { textOf, toolCallsOf, type Message, type ToolCallPart } from '../../engine/message';
import { CANCELLED_RESULT, DENIED_OPENINGS } from '../../engine/notices';
import type { ContextLimits } from '../../engine/settings';
import { todoChangeOf } from '../../engine/layer3/todoCalls';
import type { ChatItem, ChatTodo, ChatToolCall } from '../../protocol/chat';
import { t } from '../../l10n/text';
import { decisionTitle } from './decisionTitle';
import { oneLine } from './oneLine';
import { summaryFacts } from './summaryFacts';
import { toolCallTitle } from './toolCallTitle';

/** Characters of a call's arguments the chat shows. */
const ARGUMENT_CHARACTERS = 4000;
/** Todos of a list the chat shows, and characters of each. */
const SHOWN_TODOS = 100;
const TODO_CHARACTERS = 300;

type AssistantItem = Extract<ChatItem, { kind: 'assistant' }>;

/** How a call without success ended, by the words that answered it. */
export function endingOf(text: string): ChatToolCall['status'] {
  if (text === CANCELLED_RESULT) return 'cancelled';
  return DENIED_OPENINGS.some((opening) => text.startsWith(opening)) ? 'denied' : 'failed';
}

/** Paths of the files that went along. */
export function attachmentsOf(message: Message): readonly string[] {
  return message.parts.flatMap((part) =>
    part.type === 'text' && part.attachment !== undefined ? [oneLine(part.attachment, 200)] : [],
  );
}

/** A call before its result is there. */
function chatToolCall(call: ToolCallPart): ChatToolCall {
  const name = oneLine(call.name, 100);
  const todos = todosOf(call);
  const title = todos === null ? toolCallTitle(call) : `${name} ${doneOf(todos)}`;
  return {
    id: call.id,
    name,
    summary: title.startsWith(name) ? title.slice(name.length).trim() : title,
    arguments: call.arguments.slice(0, ARGUMENT_CHARACTERS).toWellFormed(),
    status: 'running',
    output: '',
    todos,
    result: null,
    resultLength: 0,
    images: 0,
    pinned: false,
    index: null,
  };
}

/** The list a call sets, as far as it can be taken in at a glance. */
function todosOf(call: ToolCallPart): readonly ChatTodo[] | null {
  const change = todoChangeOf(call);
  if (change?.kind !== 'list') return null;
  return change.todos.slice(0, SHOWN_TODOS).map(({ text, status }) => ({
    text: oneLine(text ?? '', TODO_CHARACTERS),
    status: status ?? 'pending',
  }));
}

function doneOf(todos: readonly ChatTodo[]): string {
  return t('{0} of {1} done', todos.filter(({ status }) => status === 'done').length, todos.length);
}

export function assistantItem(key: string, message: Message, index: number): AssistantItem {
  return {
    kind: 'assistant',
    key,
    index,
    text: textOf(message),
    thinking: message.parts.map((part) => (part.type === 'thinking' ? part.text : '')).join(''),
    toolCalls: toolCallsOf(message).map(chatToolCall),
    streaming: false,
    pinned: message.pinned ?? false,
    usage: null,
  };
}

export function linkItem({ relation, sessionId }: LinkEntry): ChatItem {
  return {
    kind: 'note',
    key: `link-${sessionId}`,
    text:
      relation === 'forkedTo'
        ? t('A message was edited: the conversation goes on in another session.')
        : t('The conversation goes on in a new session.'),
    action: { label: t('Open it'), command: 'openSession', sessionId },
  };
}

export function originItem({ relation, sessionId }: SessionOrigin): ChatItem {
  return {
    kind: 'note',
    key: 'origin',
    text:
      relation === 'forks'
        ? t('Up to here the conversation is that of another session; a message was edited.')
        : t('This goes on from another session: its summary, open todos and pinned messages are part of the context.'),
    action: { label: t('Open it'), command: 'openSession', sessionId },
  };
}

export function brokenReplyItem(index: number): ChatItem {
  return { kind: 'note', key: messageKey(index), text: t('The reply broke off here.'), action: null };
}

export function decisionKey(id: string): string {
  return `decision-${id}`;
}

/** @param putBack indexes of its messages that were put back since */
export function decisionItem(decision: Decision, limits: ContextLimits, putBack: ReadonlySet<number>): ChatItem {
  return {
    kind: 'decision',
    key: decisionKey(decision.id),
    decisionId: decision.id,
    text: decisionTitle(decision, limits, putBack.size),
    savedTokens: freedTokens(decision, putBack),
    undone: false,
    summary: summaryFacts(decision.summary),
  };
}

/** Null where tokens of removed messages came back, which only a ledger can count. */
function freedTokens(
  { edits, removal, tokensBefore, tokensAfter }: Decision,
  putBack: ReadonlySet<number>,
): number | null {
  if (removal?.indexes.some((index) => putBack.has(index)) === true) return null;
  const back = edits.reduce(
    (sum, edit) => sum + (putBack.has(edit.index) ? edit.tokensBefore - edit.tokensAfter : 0),
    0,
  );
  return Math.max(0, tokensBefore - tokensAfter - back);
}

/** The key of a message's item; a reply has it from its first streamed character on. */
export function messageKey(index: number): string {
  return `message-${String(index)}`;
}
