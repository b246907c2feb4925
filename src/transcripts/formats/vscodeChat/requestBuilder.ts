import type { Message, Part, SourcePosition, ToolCallPart, Usage } from '../../../engine/message';
import type { MessageDraft } from '../../messageDraft';

/** A summary that stands for what came up to a round. */
export interface SummaryNote {
  /** Of the summary among the messages of the request. */
  readonly offset: number;
  readonly round: string;
  readonly tokensBefore?: number;
  readonly trigger?: string;
}

export interface ToolAnswer {
  readonly parts: readonly Part[];
  readonly isError?: boolean;
}

/** Puts the messages of one request together: replies, and behind each the results of its calls. */
export class RequestBuilder {
  readonly roundEnds = new Map<string, number>();
  readonly summaries: SummaryNote[] = [];
  readonly messages: MessageDraft[] = [];
  private reply: { readonly parts: Part[]; readonly answers: Omit<MessageDraft, 'id'>[] } | null = null;
  private lastReply: MessageDraft | null = null;

  constructor(
    readonly id: string,
    private readonly createdAt: number | null,
    private readonly source: SourcePosition,
    private readonly model: string | null,
  ) {}

  /** A message of its own. */
  add(draft: Omit<MessageDraft, 'id'>, id = `${this.id}:${String(this.messages.length)}`): void {
    const message: MessageDraft = { id, ...draft, source: this.source };
    if (this.createdAt !== null) message.createdAt = this.createdAt;
    this.messages.push(message);
  }

  /** A part of the reply; one that follows results starts the next. */
  say(part: Part): void {
    if (this.reply !== null && this.reply.answers.length > 0) this.endReply();
    this.reply ??= { parts: [], answers: [] };
    const { parts } = this.reply;
    const last = parts.at(-1);
    // VS Code parts a text at each reference, edit and progress line.
    if (part.type === 'text' && last?.type === 'text')
      parts[parts.length - 1] = { ...last, text: last.text + part.text };
    else parts.push(part);
  }

  /** A call; those that follow each other belong to one reply. */
  call(part: ToolCallPart, answer: ToolAnswer | null): void {
    this.reply ??= { parts: [], answers: [] };
    this.reply.parts.push(part);
    if (answer === null) return;
    const { parts, isError } = answer;
    const message: Omit<MessageDraft, 'id'> = { role: 'tool', parts, toolCallId: part.id, toolName: part.name };
    if (isError === true) message.isError = true;
    this.reply.answers.push(message);
  }

  endReply(): void {
    const { reply } = this;
    this.reply = null;
    if (reply === null) return;
    this.add({ role: 'assistant', parts: reply.parts, ...(this.model === null ? {} : { model: this.model }) });
    this.lastReply = this.messages.at(-1) ?? null;
    for (const answer of reply.answers) this.add(answer);
  }

  endRound(round: string): void {
    this.endReply();
    this.roundEnds.set(round, this.messages.length);
  }

  summarize(text: string, note: Omit<SummaryNote, 'offset'>): void {
    this.endReply();
    this.summaries.push({ ...note, offset: this.messages.length });
    this.add({ role: 'user', synthetic: 'summary', parts: [{ type: 'text', text }] });
  }

  /** Of the last call. */
  noteUsage(usage: Usage): void {
    this.endReply();
    if (this.lastReply !== null) this.lastReply.usage = usage;
  }

  finish(): {
    readonly messages: readonly Message[];
    readonly roundEnds: ReadonlyMap<string, number>;
    readonly summaries: readonly SummaryNote[];
  } {
    this.endReply();
    return this;
  }
}
