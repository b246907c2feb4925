import { isToolCall, type Message, type Part, type ToolCallPart } from '../../../engine/message';
import type { ProblemList } from '../../problemList';
import type { MessageDraft } from '../../messageDraft';
import type { RecordedFacts } from '../../transcript';
import { CompactionList } from './compactionList';
import type { Entry } from './entry';

export interface BuiltThread {
  readonly messages: readonly Message[];
  readonly compactions: RecordedFacts['compactions'];
  /** Ids of assistant messages that no model wrote. */
  readonly placeholders: ReadonlySet<string>;
}

interface Reply {
  /** Among the messages. */
  readonly index: number;
  readonly first: Entry;
  last: Entry;
  /** Those of its first line, which never change, or what was collected of several. */
  parts: readonly Part[];
  /** Null as long as the first line has them all. */
  collected: Part[] | null;
  /** Its calls, by id and arguments; null as long as they are few. */
  calls: Set<string> | null;
  /** Lines it was put together from. */
  lines: number;
}

/** Up to as many parts a reply is looked through; most have two or three, and a set for each would cost more. */
const FEW_PARTS = 16;

/** Entries in order made into messages: lines of one reply merged, each tool result a message of its own. */
export class ThreadBuilder {
  private readonly messages: (MessageDraft | Reply)[] = [];
  private readonly replies = new Map<string, Reply>();
  private readonly compactions = new CompactionList();
  private readonly placeholders = new Set<string>();
  /** Prompts that came while tools ran: they reach the model behind the results. */
  private waiting: Entry[] = [];
  /** Messages as they were given out, by index, and for replies the lines they had then. */
  private given: readonly Message[] = [];
  private readonly givenLines: number[] = [];

  constructor(private readonly problems: ProblemList) {}

  add(entry: Entry): void {
    if (entry.aside) {
      this.waiting.push(entry);
      return;
    }
    if (!this.belongsToReply(entry)) this.addWaiting();
    switch (entry.kind) {
      case 'assistant':
        this.addReplyLine(entry);
        break;
      case 'user':
        this.addUserLine(entry);
        break;
      case 'attachment':
        this.compactions.noteLine(entry, this.messages.length);
        this.messages.push(userMessage(entry, entry.uuid));
        break;
      case 'boundary':
        this.compactions.addBoundary(entry, this.messages.length);
        break;
      case 'other':
        break;
    }
  }

  /** May be asked again after more entries; a message that did not change is the same object. */
  build(): BuiltThread {
    const names = new Map<string, string>();
    for (const reply of this.messages) {
      for (const part of reply.parts) if (isToolCall(part)) names.set(part.id, part.name);
    }
    const messages = this.messages.map((draft, index) => {
      const known = this.given[index];
      if ('first' in draft) {
        if (known !== undefined && this.givenLines[index] === draft.lines) return known;
        this.givenLines[index] = draft.lines;
        return replyMessage(draft);
      }
      const toolName = draft.toolCallId === undefined ? undefined : names.get(draft.toolCallId);
      if (known !== undefined && known.toolName === toolName) return known;
      return namedResult(draft, toolName, known !== undefined);
    });
    this.given = [...messages];
    // Results may still come, and would go before them.
    for (const entry of this.waiting) messages.push(userMessage(entry, entry.uuid));
    return { messages, compactions: this.compactions.finish(messages), placeholders: this.placeholders };
  }

  /** Whether an entry goes on with a reply, or with the results of its calls. */
  private belongsToReply({ kind, messageId, toolResults }: Entry): boolean {
    if (kind === 'assistant') return messageId !== null && this.replies.has(messageId);
    return kind === 'other' || toolResults.length > 0;
  }

  private addWaiting(): void {
    const { waiting } = this;
    if (waiting.length === 0) return;
    this.waiting = [];
    for (const entry of waiting) this.addUserLine(entry);
  }

  private addReplyLine(entry: Entry): void {
    const key = entry.messageId;
    const known = key === null ? undefined : this.replies.get(key);
    if (known !== undefined) {
      this.compactions.noteLine(entry, known.index);
      known.last = entry;
      known.lines += 1;
      this.addParts(known, entry);
      return;
    }
    const reply: Reply = {
      index: this.messages.length,
      first: entry,
      last: entry,
      parts: entry.parts,
      collected: null,
      calls: null,
      lines: 1,
    };
    if (entry.parts.filter(isToolCall).length > 1) {
      reply.parts = [];
      this.addParts(reply, entry);
    }
    this.compactions.noteReply(entry, this.messages.length);
    this.messages.push(reply);
    if (key !== null) this.replies.set(key, reply);
    if (entry.placeholder) this.placeholders.add(entry.uuid);
  }

  private addParts(reply: Reply, entry: Entry): void {
    const collected = (reply.collected ??= [...reply.parts]);
    reply.parts = collected;
    for (const part of entry.parts) {
      if (isToolCall(part) && isRepeated(part, reply))
        this.problems.report('info', entry, `The call ${part.id} stands twice in one reply; it is shown once.`);
      else collected.push(part);
    }
  }

  private addUserLine(entry: Entry): void {
    this.compactions.noteLine(entry, this.messages.length);
    entry.toolResults.forEach((result, position) => {
      const id = position === 0 ? entry.uuid : `${entry.uuid}#${String(position)}`;
      const message = draftOf(entry, id, 'tool', result.parts);
      message.toolCallId = result.callId;
      if (result.isError) message.isError = true;
      this.messages.push(message);
    });
    const count = entry.toolResults.length;
    if (count > 0 && entry.parts.length === 0) return;
    if (entry.compactSummary) this.compactions.addSummary(entry, this.messages.length);
    this.messages.push(userMessage(entry, count === 0 ? entry.uuid : `${entry.uuid}#${String(count)}`));
  }
}

/** @param isGiven whether somebody holds the message as it was, so that it gives way to a copy */
function namedResult(message: MessageDraft, toolName: string | undefined, isGiven: boolean): Message {
  if (toolName === undefined) return message;
  if (isGiven) return { ...message, toolName };
  message.toolName = toolName;
  return message;
}

function isRepeated(call: ToolCallPart, reply: Reply): boolean {
  if (reply.parts.length < FEW_PARTS) {
    return reply.parts.some((part) => isToolCall(part) && part.id === call.id && part.arguments === call.arguments);
  }
  reply.calls ??= new Set(reply.parts.filter(isToolCall).map(callKey));
  const key = callKey(call);
  const isKnown = reply.calls.has(key);
  reply.calls.add(key);
  return isKnown;
}

function callKey({ id, arguments: written }: ToolCallPart): string {
  return `${id}\0${written}`;
}

function userMessage(entry: Entry, id: string): MessageDraft {
  const message = draftOf(entry, id, 'user', entry.parts);
  if (entry.compactSummary) message.synthetic = 'summary';
  else if (entry.meta || entry.kind === 'attachment') message.synthetic = 'injected';
  return message;
}

function replyMessage({ first, last, parts, collected }: Reply): Message {
  // The reply may grow: what was given out has parts of its own.
  const message = draftOf(first, first.uuid, 'assistant', collected === null ? parts : [...collected]);
  if (first.model !== null && !first.placeholder) message.model = first.model;
  if (last.usage !== null && !first.placeholder) message.usage = last.usage;
  return message;
}

function draftOf(entry: Entry, id: string, role: Message['role'], parts: readonly Part[]): MessageDraft {
  const { line, byteOffset, createdAt, pinned } = entry;
  const message: MessageDraft = { id, role, parts, source: { line, byteOffset } };
  if (createdAt !== null) message.createdAt = createdAt;
  if (pinned) message.pinned = true;
  return message;
}
