import { Buffer } from 'node:buffer';
import { textOf, toolCallsOf } from '../../../engine/message';
import type { GrowingHistory, Slot } from '../../growingHistory';
import { isList, isRecord, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import { readChatContent } from '../../../wire/chatContent';

/**
 * Bytes of user messages Codex keeps where a compaction does not list what is left: 20 000 tokens of its rule of four
 * bytes each.
 */
const KEPT_USER_BYTES = 80_000;

/** Characters by which a message is known again that was cut behind them. */
const PREFIX_CHARACTERS = 64;

/** What a compaction left of the history. */
export interface Remains {
  readonly kept: Set<Slot>;
  /** Messages cut short, and the text that is left. */
  readonly cut: Map<Slot, string>;
  /** Items of the new history that were not in the old one. */
  readonly added: readonly JsonRecord[];
  /** Ids of items that are said to stay but stand nowhere. */
  readonly missing: readonly string[];
}

/** Knows messages again in the histories that compactions put in place of the old one. */
export class CompactedHistory {
  private readonly byText = { user: new Map<string, Slot[]>(), assistant: new Map<string, Slot[]>() };
  private readonly byPrefix = new Map<string, Slot>();
  private readonly byCall = new Map<string, Slot>();
  private readonly byResult = new Map<string, Slot>();
  private readonly byItem = new Map<string, Slot>();
  /** What the user said, in order. */
  private readonly typed: Slot[] = [];
  private indexed = 0;

  constructor(private readonly history: GrowingHistory) {}

  /** Tells which message an item of this id became part of. */
  noteItem(id: string, slot: Slot): void {
    this.byItem.set(id, slot);
  }

  /** What stays by the list of items that a compaction writes, whole or by reference. */
  remainsOf(items: readonly unknown[]): Remains {
    this.indexNew();
    const remains = {
      kept: new Set<Slot>(),
      cut: new Map<Slot, string>(),
      added: [] as JsonRecord[],
      missing: [] as string[],
    };
    const cursors = new Map<Slot[], number>();
    // The newest of equal messages are those that stay.
    for (const entry of [...items].reverse()) {
      if (!isRecord(entry)) continue;
      const reference = /^reference/.test(stringAt(entry, 'type') ?? '') ? (stringAt(entry, 'item_id') ?? '') : null;
      if (reference !== null) {
        const slot = this.byItem.get(reference);
        if (slot === undefined || slot.gone) remains.missing.push(reference);
        else remains.kept.add(slot);
        continue;
      }
      const inline = entry['type'] === 'inline' && isRecord(entry['item']) ? entry['item'] : entry;
      const slot = this.find(inline, cursors);
      if (slot !== null) remains.kept.add(slot);
      else if (!this.isCut(inline, remains)) remains.added.push(inline);
    }
    remains.added.reverse();
    return remains;
  }

  /** What stays where the file does not list it: the newest of what the user said, and the context Codex puts in anew. */
  remainsByRule(): Remains {
    const remains = { kept: new Set<Slot>(), cut: new Map<Slot, string>(), added: [], missing: [] };
    let left = KEPT_USER_BYTES;
    this.indexNew();
    for (let position = this.typed.length - 1; position >= 0 && left > 0; position--) {
      const slot = this.typed[position];
      if (slot === undefined || slot.gone) continue;
      left -= Buffer.byteLength(textOf(slot.message));
      if (left >= 0) remains.kept.add(slot);
    }
    for (let position = 0; position < this.history.length; position++) {
      const slot = this.history.at(position);
      if (slot?.message.synthetic !== 'injected' && slot?.message.role !== 'system') break;
      remains.kept.add(slot);
    }
    return remains;
  }

  /** Positions start over where the history was cut. */
  cutTo(length: number): void {
    this.indexed = Math.min(this.indexed, length);
  }

  private indexNew(): void {
    for (; this.indexed < this.history.length; this.indexed++) {
      const slot = this.history.at(this.indexed);
      if (slot === undefined || slot.gone) continue;
      const { message } = slot;
      for (const call of toolCallsOf(message)) this.byCall.set(call.id, slot);
      if (message.role === 'tool') {
        this.byResult.set(message.toolCallId ?? '', slot);
        continue;
      }
      if (message.role === 'user' && message.synthetic === undefined) this.typed.push(slot);
      const text = textOf(message);
      if (text === '' || message.role === 'system') continue;
      const byText = this.byText[message.role];
      const equal = byText.get(text);
      if (equal === undefined) byText.set(text, [slot]);
      else equal.push(slot);
      if (message.role === 'user' && text.length > PREFIX_CHARACTERS) {
        this.byPrefix.set(text.slice(0, PREFIX_CHARACTERS), slot);
      }
    }
  }

  private find(item: JsonRecord, cursors: Map<Slot[], number>): Slot | null {
    const callId = stringAt(item, 'call_id');
    if (callId !== null) {
      const isOutput = (stringAt(item, 'type') ?? '').endsWith('_output');
      const slot = (isOutput ? this.byResult : this.byCall).get(callId);
      return slot === undefined || slot.gone ? null : slot;
    }
    if (item['type'] !== 'message') return null;
    const byText = this.byText[item['role'] === 'assistant' ? 'assistant' : 'user'];
    const equal = byText.get(textOfItem(item)) ?? [];
    for (let cursor = cursors.get(equal) ?? equal.length - 1; cursor >= 0; cursor--) {
      const slot = equal[cursor];
      if (slot === undefined || slot.gone) continue;
      cursors.set(equal, cursor - 1);
      return slot;
    }
    cursors.set(equal, -1);
    return null;
  }

  private isCut(item: JsonRecord, { kept, cut }: Pick<Remains, 'kept' | 'cut'>): boolean {
    if (item['type'] !== 'message' || item['role'] !== 'user') return false;
    const text = textOfItem(item);
    const slot = this.byPrefix.get(text.slice(0, PREFIX_CHARACTERS));
    if (slot === undefined || slot.gone || kept.has(slot) || cut.has(slot)) return false;
    if (slot.message.synthetic === 'summary' || text.length >= textOf(slot.message).length) return false;
    cut.set(slot, text);
    return true;
  }
}

/** The text of an item that is a message. */
export function textOfItem(item: JsonRecord): string {
  return textOf({ parts: readChatContent(item['content']) });
}

/** The items a compaction lists, or null where it lists none. */
export function replacementItems(payload: JsonRecord): readonly unknown[] | null {
  for (const field of ['replacement_history', 'replacement_history_entries']) {
    const list = payload[field];
    if (isList(list)) return list;
  }
  return null;
}
