import type { Part, SourcePosition, Usage } from '../../../engine/message';
import { textOf } from '../../../engine/message';
import { GrowingHistory, type CompactionNote, type Slot } from '../../growingHistory';
import { asString, isRecord, jsonText, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { MessageDraft, OpenDraft } from '../../messageDraft';
import type { HoldPart } from '../../transcriptFormat';
import { readChatContent } from '../../../wire/chatContent';
import { CompactedHistory, replacementItems, textOfItem, type Remains } from './compactedHistory';
import { Echoes } from './echoes';
import { callPart, isFailure, outputParts, rawPart, reasoningParts } from '../../../wire/responseItems';
import { isInjected } from './items';

/** A line of a rollout as far as every record of it is concerned. It is short-lived: what stays has a position of its own. */
export interface RolloutLine extends SourcePosition {
  /** Milliseconds since the epoch. */
  readonly createdAt: number | undefined;
}

/** The items of a rollout put together to messages: those of one reply are one, up to what answers them. */
export class CodexConversation {
  readonly history: GrowingHistory;
  model: string | undefined;
  /** Tokens of the model's context window, where the file says. */
  contextWindow: number | undefined;
  private readonly compacted: CompactedHistory;
  private readonly echoes = { user: new Echoes(true), assistant: new Echoes(false) };
  private readonly toolNames = new Map<string, string>();
  /** The reply that further items belong to. */
  private reply: Slot | null = null;
  private readonly openCalls = new Set<string>();
  /** The newest reply whose tokens are not counted yet. */
  private uncounted: Slot | null = null;
  private counted: { readonly total: number; readonly inContext: number } | null = null;
  /** As the last count said, if none of the context was given up since. */
  private tokensInContext: number | null = null;
  /** Positions at which the user's turns begin. */
  private turns: number[] = [];
  /** The compaction nothing was said since, and whether its own line was read: events and items tell of it too. */
  private compaction: { readonly note: CompactionNote; hasLine: boolean } | null = null;

  /** @param hold see `ReadContext` */
  constructor(hold: HoldPart | null) {
    this.history = new GrowingHistory(hold);
    this.compacted = new CompactedHistory(this.history);
  }

  addSystem(text: string, line: RolloutLine): void {
    this.append(this.draft('system', [{ type: 'text', text }], line), line);
  }

  addItem(item: JsonRecord, line: RolloutLine): void {
    const slot = this.slotFor(item, line);
    const id = asString(item['id']);
    if (slot !== null && id !== null) this.compacted.noteItem(id, slot);
  }

  /** A text as it is shown on the screen; it says nothing new where the item for the model is in the file. */
  addEcho(role: 'user' | 'assistant', text: string, line: RolloutLine): void {
    if (text === '' || this.echoes[role].takesItem(text)) return;
    const { reply } = this;
    const slot = this.append(this.draft(role, [{ type: 'text', text }], line), line);
    this.echoes[role].wait(text, slot);
    if (role === 'user') this.startTurn();
    // The item that stands behind may still belong to the reply.
    else this.reply = reply;
  }

  /** Tokens of the last call, as the provider counted them. */
  addTokenCount(info: JsonRecord): void {
    this.contextWindow = numberAt(info, 'model_context_window') ?? this.contextWindow;
    const last = recordAt(info, 'last_token_usage');
    if (last === null) return;
    const total = numberAt(recordAt(info, 'total_token_usage') ?? {}, 'total_tokens') ?? -1;
    const inContext = numberAt(last, 'total_tokens') ?? 0;
    // Limits that change are told together with the count before.
    const isRepeated = this.counted?.total === total && this.counted.inContext === inContext;
    this.counted = { total, inContext };
    if (isRepeated) return;
    if (this.compaction !== null && this.uncounted === null) this.compaction.note.tokensAfter ??= inContext;
    this.tokensInContext = inContext;
    if (this.uncounted !== null) this.history.amend(this.uncounted, { usage: usageOf(last) });
    this.uncounted = null;
    this.endReply();
  }

  endReply(): void {
    this.reply = null;
    this.openCalls.clear();
  }

  /**
   * Takes the newest turns of the user out again.
   *
   * @returns how many messages that were
   */
  rollBack(turns: number): number {
    const first = this.turns[Math.max(0, this.turns.length - turns)];
    if (turns < 1 || first === undefined) return 0;
    this.turns = this.turns.filter((position) => position < first);
    this.endReply();
    this.uncounted = null;
    this.compaction = null;
    this.echoes.user.clear();
    this.echoes.assistant.clear();
    const count = this.history.cutFrom(first);
    this.compacted.cutTo(first);
    return count;
  }

  /** A line that puts another history in place of what was said before; an event beside it tells of the same. */
  addCompacted(payload: JsonRecord, line: RolloutLine): readonly string[] {
    this.endReply();
    const items = replacementItems(payload);
    const remains = items === null ? this.compacted.remainsByRule() : this.compacted.remainsOf(items);
    const { note } = this.openCompaction('compacted', line);
    if (this.compaction !== null) this.compaction.hasLine = true;
    const summary = note.summary ?? this.addSummary(summaryParts(payload, remains), line);
    for (let position = 0; this.history.at(position)?.message.role === 'system'; position++) {
      const slot = this.history.at(position);
      if (slot !== undefined) remains.kept.add(slot);
    }
    note.kept = remains.kept;
    note.cut = remains.cut;
    if (summary !== null) note.summary = summary;
    return remains.missing;
  }

  /** An event that says that the context was compacted. */
  addCompactedEvent(line: RolloutLine): void {
    if (this.compaction === null) this.openCompaction('context_compacted', line);
  }

  private slotFor(item: JsonRecord, line: RolloutLine): Slot | null {
    switch (item['type']) {
      case 'message':
        return item['role'] === 'assistant' ? this.addReplyText(item, line) : this.addInput(item, line);
      case 'reasoning':
        return this.addReasoning(item, line);
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'tool_search_output':
        return this.addOutput(item, line);
      case 'compaction':
      case 'compaction_summary':
      case 'context_compaction':
        return this.addCompactionItem(item, line);
      case 'ghost_snapshot':
        return null;
      default:
        return this.addCall(item, line);
    }
  }

  private addInput(item: JsonRecord, line: RolloutLine): Slot {
    this.endReply();
    const parts = readChatContent(item['content']);
    if (item['role'] === 'system') return this.append(this.draft('system', parts, line, item), line);
    const draft = this.draft('user', parts, line, item);
    if (item['role'] === 'developer' || isInjected(parts)) {
      draft.synthetic = 'injected';
      return this.append(draft, line);
    }
    const standIn = this.echoes.user.takeEvent(textOf({ parts }));
    if (standIn !== null) this.history.remove(standIn);
    const slot = this.append(draft, line);
    if (standIn === null) this.startTurn();
    return slot;
  }

  private addReplyText(item: JsonRecord, line: RolloutLine): Slot {
    const parts = readChatContent(item['content']);
    const standIn = this.echoes.assistant.takeEvent(textOf({ parts }));
    if (standIn !== null) this.history.remove(standIn);
    return this.addToReply(parts, this.hasText(), line, item);
  }

  private addReasoning(item: JsonRecord, line: RolloutLine): Slot | null {
    const parts = reasoningParts(item);
    return parts.length === 0 ? null : this.addToReply(parts, this.hasText(), line, item);
  }

  private addCall(item: JsonRecord, line: RolloutLine): Slot {
    const call = callPart(item, `call-line-${String(line.line)}`);
    const slot = this.addToReply([call ?? rawPart(item)], false, line, item);
    if (call === null) return slot;
    this.toolNames.set(call.id, call.name);
    this.openCalls.add(call.id);
    return slot;
  }

  private addOutput(item: JsonRecord, line: RolloutLine): Slot {
    this.reply = null;
    const callId = asString(item['call_id']) ?? '';
    this.openCalls.delete(callId);
    const parts = outputParts(item);
    const toolName = this.toolNames.get(callId);
    const draft = this.draft('tool', parts, line, item);
    draft.toolCallId = callId;
    if (toolName !== undefined) draft.toolName = toolName;
    if (isFailure(item, parts)) draft.isError = true;
    return this.append(draft, line);
  }

  /** A summary by the provider, mostly encrypted. */
  private addCompactionItem(item: JsonRecord, line: RolloutLine): Slot | null {
    this.endReply();
    if (stringAt(item, 'encrypted_content') === null && item['type'] === 'context_compaction') {
      this.addCompactedEvent(line);
      return null;
    }
    const { note } = this.openCompaction('compaction', line);
    note.kept ??= new Set();
    const slot = this.addSummary([rawPart(item)], line, item);
    if (slot !== null) note.summary = slot;
    return slot;
  }

  /** The reply's text begins another one where it has said something already and waits for no tool. */
  private addToReply(parts: Part[], beginsAnew: boolean, line: RolloutLine, item: JsonRecord): Slot {
    if (this.reply !== null && !beginsAnew) {
      this.history.grow(this.reply, parts);
      return this.reply;
    }
    const draft = this.draft('assistant', parts, line, item);
    if (this.model !== undefined) draft.model = this.model;
    const slot = this.append(draft, line);
    this.reply = slot;
    this.uncounted = slot;
    return slot;
  }

  private hasText(): boolean {
    return this.openCalls.size === 0 && (this.reply?.message.parts.some(({ type }) => type === 'text') ?? false);
  }

  private openCompaction(kind: string, { line, byteOffset }: RolloutLine): { readonly note: CompactionNote } {
    if (this.compaction !== null && !(kind === 'compacted' && this.compaction.hasLine)) {
      this.compaction.note.kind = kind;
      return this.compaction;
    }
    const note: CompactionNote = { kind, source: { line, byteOffset } };
    if (this.tokensInContext !== null) note.tokensBefore = this.tokensInContext;
    this.tokensInContext = null;
    this.uncounted = null;
    this.history.noteCompaction(note);
    this.compaction = { note, hasLine: false };
    return this.compaction;
  }

  private addSummary(parts: Part[], line: RolloutLine, item: JsonRecord = {}): Slot | null {
    if (parts.length === 0) return null;
    const { compaction } = this;
    const draft = this.draft('user', parts, line, item);
    draft.synthetic = 'summary';
    const slot = this.append(draft, line);
    this.compaction = compaction;
    return slot;
  }

  private draft(
    role: MessageDraft['role'],
    parts: Part[],
    { line, byteOffset }: RolloutLine,
    item?: JsonRecord,
  ): OpenDraft {
    const source = { line, byteOffset };
    const own = item === undefined ? null : asString(item['id']);
    return { id: this.history.newId(own, source), role, parts, source };
  }

  private append(draft: OpenDraft, { createdAt }: RolloutLine): Slot {
    this.reply = null;
    this.compaction = null;
    if (createdAt !== undefined) draft.createdAt = createdAt;
    return this.history.append(draft);
  }

  private startTurn(): void {
    this.turns.push(this.history.length - 1);
  }
}

/** What stands for what is out: the item of the new history that carries the summary, else the summary itself. */
function summaryParts(payload: JsonRecord, { added }: Remains): Part[] {
  const message = stringAt(payload, 'message') ?? '';
  const encrypted = added.findLast(({ type }) => /^(?:context_)?compaction/.test(String(type)));
  if (encrypted !== undefined) return [rawPart(encrypted)];
  const spoken = added.filter((item) => item['type'] === 'message' && item['role'] === 'user');
  const carrier =
    message === ''
      ? spoken.findLast((item) => !isInjected(readChatContent(item['content'])))
      : spoken.findLast((item) => textOfItem(item).includes(message));
  if (carrier !== undefined) return readChatContent(carrier['content']);
  return message === '' ? [] : [{ type: 'text', text: message }];
}

function usageOf(last: JsonRecord): Usage {
  return {
    inputTokens: numberAt(last, 'input_tokens') ?? 0,
    cachedInputTokens: numberAt(last, 'cached_input_tokens') ?? 0,
    outputTokens: numberAt(last, 'output_tokens') ?? 0,
  };
}

/** Text of an agent's message to another agent, else its JSON. */
export function communicationText(payload: JsonRecord): string {
  const content = payload['content'] ?? payload['message'];
  if (typeof content === 'string') return content;
  return isRecord(content) ? (stringAt(content, 'text') ?? jsonText(payload)) : jsonText(payload);
}
