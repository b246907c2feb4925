import { isToolCall, type Message, type Part } from '../../../engine/message';
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
  readonly parts: Part[];
}

/** Entries in order made into messages: lines of one reply merged, each tool result a message of its own. */
export function buildMessages(thread: readonly Entry[], problems: ProblemList): BuiltThread {
  const builder = new ThreadBuilder(problems);
  for (const entry of thread) builder.add(entry);
  return builder.build();
}

class ThreadBuilder {
  private readonly messages: (MessageDraft | Reply)[] = [];
  private readonly replies = new Map<string, Reply>();
  private readonly compactions = new CompactionList();
  private readonly placeholders = new Set<string>();

  constructor(private readonly problems: ProblemList) {}

  add(entry: Entry): void {
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

  build(): BuiltThread {
    const names = new Map<string, string>();
    for (const reply of this.messages) {
      for (const part of reply.parts) if (isToolCall(part)) names.set(part.id, part.name);
    }
    const messages = this.messages.map((message): Message => {
      if ('first' in message) return replyMessage(message);
      const toolName = message.toolCallId === undefined ? undefined : names.get(message.toolCallId);
      if (toolName !== undefined) message.toolName = toolName;
      return message;
    });
    return { messages, compactions: this.compactions.finish(messages), placeholders: this.placeholders };
  }

  private addReplyLine(entry: Entry): void {
    const key = entry.messageId;
    const known = key === null ? undefined : this.replies.get(key);
    if (known !== undefined) {
      this.compactions.noteLine(entry, known.index);
      known.last = entry;
      this.addParts(known, entry);
      return;
    }
    const reply: Reply = { index: this.messages.length, first: entry, last: entry, parts: [] };
    this.addParts(reply, entry);
    this.compactions.noteReply(entry, this.messages.length);
    this.messages.push(reply);
    if (key !== null) this.replies.set(key, reply);
    if (entry.placeholder) this.placeholders.add(entry.uuid);
  }

  private addParts(reply: Reply, entry: Entry): void {
    for (const part of entry.parts) {
      const repeated =
        part.type === 'toolCall' && reply.parts.some((other) => isToolCall(other) && sameCall(other, part));
      if (repeated)
        this.problems.report('info', entry, `The call ${part.id} stands twice in one reply; it is shown once.`);
      else reply.parts.push(part);
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

function sameCall(a: { readonly id: string; readonly arguments: string }, b: typeof a): boolean {
  return a.id === b.id && a.arguments === b.arguments;
}

function userMessage(entry: Entry, id: string): MessageDraft {
  const message = draftOf(entry, id, 'user', entry.parts);
  if (entry.compactSummary) message.synthetic = 'summary';
  else if (entry.meta || entry.kind === 'attachment') message.synthetic = 'injected';
  return message;
}

function replyMessage({ first, last, parts }: Reply): Message {
  const message = draftOf(first, first.uuid, 'assistant', parts);
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
