import type { Part, SourcePosition, ToolCallPart } from '../../../engine/message';
import { GrowingHistory, type CompactionNote, type Slot } from '../../growingHistory';
import {
  asString,
  isList,
  isRecord,
  jsonText,
  numberAt,
  recordAt,
  stringAt,
  type JsonRecord,
} from '../../../wire/jsonValue';
import { joined } from '../../../wire/joined';
import { mediaKind, mediaPart } from '../../../wire/mediaPart';
import type { OpenDraft } from '../../messageDraft';
import type { HoldPart } from '../../transcriptFormat';

/** An event as far as every kind of it is concerned. It is short-lived: what stays has a position of its own. */
export interface EventLine extends SourcePosition {
  readonly id: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number | undefined;
}

/** The events of a session put together to messages. */
export class CopilotConversation {
  readonly history: GrowingHistory;
  model: string | undefined;
  private readonly toolNames = new Map<string, string>();
  private readonly answered = new Set<string>();
  /** Positions in the history at which events put something, to go back to. */
  private readonly places = new Map<string, number>();
  /** Reasoning told apart from the reply it led to. */
  private reasoning: Part[] = [];
  /** The newest message of the model that tools may still be called in. */
  private reply: Slot | null = null;
  private uncounted: Slot | null = null;
  /** Made for a tool that began before the reply that asked for it was written. */
  private early: Slot | null = null;
  /** Number of slots when the compaction under way began. */
  private compactionStart: number | null = null;
  /** Position of the oldest message that no compaction took out. */
  private oldest = 0;

  /** @param hold see `ReadContext` */
  constructor(hold: HoldPart | null) {
    this.history = new GrowingHistory(hold);
  }

  addText(role: 'system' | 'user', data: JsonRecord, isInjected: boolean, line: EventLine): void {
    const parts: Part[] = textParts(data['content']);
    const attachments = data['attachments'];
    if (isList(attachments)) for (const attachment of attachments) parts.push(rawPart('attachment', attachment));
    const draft = this.draft(role, parts, line);
    if (isInjected) draft.synthetic = 'injected';
    this.append(draft, line);
  }

  addReasoning(data: JsonRecord): void {
    this.reasoning = textParts(data['content']).map((part) =>
      part.type === 'text' ? { type: 'thinking', text: part.text } : part,
    );
  }

  addReply(data: JsonRecord, line: EventLine): void {
    this.model = asString(data['model']) ?? this.model;
    const said = joined(thinkingIn(data, this.reasoning), textParts(data['content']));
    const parts = joined(said, this.requestedParts(data['toolRequests'], line));
    this.reasoning = [];
    const { early, model } = this;
    this.early = null;
    if (early === null) {
      const draft = this.draft('assistant', parts, line, line.id ?? asString(data['messageId']));
      if (model !== undefined) draft.model = model;
      this.reply = this.append(draft, line);
    } else {
      this.history.grow(early, parts);
      if (model !== undefined) this.history.amend(early, { model });
      this.reply = early;
    }
    this.uncounted = this.reply;
  }

  /** The calls a reply asks for, but for one that began before the reply was written. */
  private requestedParts(requests: unknown, { line }: EventLine): Part[] {
    if (!isList(requests)) return [];
    const parts = requests.map((request, number): Part | null => {
      if (!isRecord(request)) return rawPart('unreadable', request);
      if (this.early !== null && this.toolNames.has(asString(request['toolCallId']) ?? '')) return null;
      return this.call(request, asString(request['name']), `call-${String(line)}-${String(number)}`);
    });
    return parts.every((part) => part !== null) ? parts : parts.filter((part) => part !== null);
  }

  /** A tool begins; mostly the reply asked for it before, else this is where the call is known from. */
  addCall(data: JsonRecord, line: EventLine): void {
    const callId = stringAt(data, 'toolCallId');
    if (callId === null || this.toolNames.has(callId)) return;
    const call = this.call(data, stringAt(data, 'toolName'), callId);
    if (this.reply === null) {
      this.reply = this.append(this.draft('assistant', [call], line), line);
      this.early = this.reply;
    } else this.history.grow(this.reply, [call]);
  }

  /** @returns whether the call has no result yet: a second one is left out */
  addResult(data: JsonRecord, line: EventLine): boolean {
    const callId = asString(data['toolCallId']) ?? '';
    if (this.answered.has(callId)) return false;
    this.answered.add(callId);
    const draft = this.draft('tool', resultParts(data), line);
    draft.toolCallId = callId;
    const toolName = this.toolNames.get(callId) ?? stringAt(data, 'toolName');
    if (toolName !== null) draft.toolName = toolName;
    if (data['success'] === false) draft.isError = true;
    const { reply } = this;
    this.append(draft, line);
    // Tools that run side by side begin and end in any order.
    this.reply = reply;
    return true;
  }

  addUsage(data: JsonRecord): void {
    const inputTokens = numberAt(data, 'inputTokens');
    if (this.uncounted === null || inputTokens === null) return;
    const cachedInputTokens = numberAt(data, 'cacheReadTokens') ?? 0;
    const usage = { inputTokens, cachedInputTokens, outputTokens: numberAt(data, 'outputTokens') ?? 0 };
    const model = stringAt(data, 'model') ?? undefined;
    this.history.amend(this.uncounted, model === undefined ? { usage } : { usage, model });
    this.uncounted = null;
  }

  /** Messages were taken out without a word for them; the file does not say which. */
  addTruncation(data: JsonRecord, { line, byteOffset }: EventLine): void {
    const removed = numberAt(data, 'messagesRemovedDuringTruncation') ?? 0;
    // The event comes before every call, whether anything was too much or not.
    if (removed === 0 && (numberAt(data, 'tokensRemovedDuringTruncation') ?? 0) === 0) return;
    const note: CompactionNote = { kind: 'truncation', source: { line, byteOffset } };
    setNumbers(note, data, 'preTruncationTokensInMessages', 'postTruncationTokensInMessages');
    this.history.noteCompaction(note);
  }

  startCompaction(): void {
    this.compactionStart = this.history.length;
  }

  /** The history up to where the compaction began gives way to the summary; it goes on beside the work. */
  addCompaction(data: JsonRecord, line: EventLine): void {
    const start = this.compactionStart ?? this.history.length;
    this.compactionStart = null;
    const text = stringAt(data, 'summaryContent') ?? '';
    const note: CompactionNote = { kind: 'compaction', source: { line: line.line, byteOffset: line.byteOffset } };
    const dropped = this.droppedBy(data, start, text);
    if (dropped !== null) note.dropped = dropped;
    setNumbers(note, data, 'preCompactionTokens', 'postCompactionTokens');
    const trigger = stringAt(data, 'trigger');
    if (trigger !== null) note.trigger = trigger;
    this.history.noteCompaction(note);
    if (text === '') return;
    const draft = this.draft('user', [{ type: 'text', text }], line);
    draft.synthetic = 'summary';
    note.summary = this.append(draft, line);
  }

  /**
   * Takes out what an event put there, and all that followed.
   *
   * @returns the number of messages, or null where the event is not in the file
   */
  rewindTo(eventId: string): number | null {
    const place = this.places.get(eventId);
    if (place === undefined || place > this.history.length) return null;
    this.reply = null;
    this.early = null;
    this.uncounted = null;
    this.oldest = Math.min(this.oldest, place);
    return this.history.cutFrom(place);
  }

  /** Remembers where an event stands. */
  notePlace(eventId: string): void {
    this.places.set(eventId, this.history.length);
  }

  /** What goes, as far as the numbers say: the oldest messages first. Null where nothing is said. */
  private droppedBy(data: JsonRecord, end: number, summary: string): readonly Slot[] | null {
    const removed = numberAt(data, 'messagesRemoved') ?? (summary === '' ? null : Number.POSITIVE_INFINITY);
    if (removed === null) return null;
    const dropped: Slot[] = [];
    for (; this.oldest < end && dropped.length < removed; this.oldest++) {
      const slot = this.history.at(this.oldest);
      if (slot !== undefined && !slot.gone && slot.message.role !== 'system') dropped.push(slot);
    }
    return dropped;
  }

  private call(request: JsonRecord, name: string | null, fallbackId: string): ToolCallPart {
    const id = asString(request['toolCallId']) ?? fallbackId;
    const called = request['arguments'];
    this.toolNames.set(id, name ?? 'unknown');
    return {
      type: 'toolCall',
      id,
      name: name ?? 'unknown',
      arguments: typeof called === 'string' ? argumentsOf(called) : jsonText(called ?? {}),
    };
  }

  private draft(role: OpenDraft['role'], parts: Part[], { line, byteOffset, id }: EventLine, own = id): OpenDraft {
    const source = { line, byteOffset };
    return { id: this.history.newId(own, source), role, parts, source };
  }

  private append(draft: OpenDraft, { createdAt }: EventLine): Slot {
    this.reply = null;
    this.early = null;
    if (createdAt !== undefined) draft.createdAt = createdAt;
    return this.history.append(draft);
  }
}

/** Freeform tools take a text, which is no JSON. */
function argumentsOf(text: string): string {
  if (!/^\s*[[{]/.test(text)) return jsonText({ input: text });
  try {
    JSON.parse(text);
    return text;
  } catch {
    return jsonText({ input: text });
  }
}

function setNumbers(note: CompactionNote, data: JsonRecord, before: string, after: string): void {
  const tokensBefore = numberAt(data, before);
  const tokensAfter = numberAt(data, after);
  if (tokensBefore !== null) note.tokensBefore = tokensBefore;
  if (tokensAfter !== null) note.tokensAfter = tokensAfter;
}

function rawPart(kind: string, value: unknown): Part {
  return { type: 'raw', kind, json: jsonText(value) };
}

function textParts(content: unknown): Part[] {
  if (content === undefined || content === null || content === '') return [];
  return [typeof content === 'string' ? { type: 'text', text: content } : rawPart('unreadable', content)];
}

function thinkingIn(data: JsonRecord, apart: Part[]): Part[] {
  const text = asString(data['reasoningText']) ?? '';
  const redacted = asString(data['reasoningOpaque']) ?? asString(data['encryptedContent']) ?? '';
  if (text === '' && redacted === '') return apart;
  const own: Part = redacted === '' ? { type: 'thinking', text } : { type: 'thinking', text, redacted };
  return text === '' ? [...apart, own] : [own];
}

/** What the model got of a result; what is shown beside it in more detail is for people. */
function resultParts(data: JsonRecord): Part[] {
  const { result } = data;
  const error = recordAt(data, 'error');
  const message = error === null ? stringAt(data, 'error') : stringAt(error, 'message');
  if (!isRecord(result)) {
    const parts = textParts(result);
    return parts.length === 0 ? textParts(message) : parts;
  }
  const parts = textParts(result['content']);
  const blocks = result['contents'];
  if (isList(blocks)) for (const block of blocks) if (isRecord(block)) parts.push(...mediaParts(block));
  return parts.length === 0 ? textParts(message) : parts;
}

/** Blocks of text repeat the content. */
function mediaParts(block: JsonRecord): readonly Part[] {
  const data = stringAt(block, 'data');
  const mediaType = stringAt(block, 'mimeType');
  if (data !== null && mediaType !== null) return [mediaPart(mediaKind(mediaType), mediaType, data)];
  return block['type'] === 'text' || block['type'] === 'terminal'
    ? []
    : [rawPart(stringAt(block, 'type') ?? 'unknown', block)];
}
