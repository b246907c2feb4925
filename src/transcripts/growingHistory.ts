import type { Message, Part, SourcePosition } from '../engine/message';
import type { OpenDraft } from './messageDraft';
import type { HoldPart } from './transcriptFormat';
import type { RecordedCompaction, RecordedEffect } from './transcript';
import { UniqueIds } from './uniqueIds';

/** The place of a message in a history that is still being read. */
export interface Slot {
  readonly message: Message;
  /** Whether it was taken out again. */
  readonly gone: boolean;
  /** Index of the message when the history was last asked for, or of the one behind it where it is gone. */
  readonly index: number;
}

interface OpenSlot extends Slot {
  message: OpenDraft;
  gone: boolean;
  index: number;
  /** Whether somebody holds the message: then it gives way to a copy before it changes. */
  given: boolean;
}

/** Up to as many parts the list of them is made anew when one comes. */
const FEW_PARTS = 8;

/** What a file says of one compaction, in terms of slots. */
export interface CompactionNote {
  kind: string;
  trigger?: string;
  tokensBefore?: number;
  tokensAfter?: number;
  /** Stands for what is out. */
  summary?: Slot;
  /** What stayed of the messages before; left out where the file does not say. */
  kept?: ReadonlySet<Slot>;
  /** What went of them, in order, where the file says that instead. */
  dropped?: readonly Slot[];
  /** What stayed in part, with the text that stands there now. */
  cut?: ReadonlyMap<Slot, string>;
  readonly source: SourcePosition;
}

/**
 * A history read record by record, whose messages may grow while a reply is written and go when the user goes back, and
 * the compactions between them. A message that did not change stays the same object.
 */
export class GrowingHistory {
  private readonly slots: OpenSlot[] = [];
  private readonly ids = new UniqueIds();

  /** @param hold see `ReadContext` */
  constructor(private readonly hold: HoldPart | null = null) {}

  private notes: { readonly note: CompactionNote; readonly position: number }[] = [];

  /** Number of slots, gone ones too: the position the next one gets. */
  get length(): number {
    return this.slots.length;
  }

  /** The slot at a position. */
  at(position: number): Slot | undefined {
    return this.slots[position];
  }

  /** An id for the next message: the one it has, or one made from that; where it has none, one of its place in the file. */
  newId(own: string | null, place: SourcePosition): string {
    return own === null ? this.ids.takePlace(place) : this.ids.take(own);
  }

  /**
   * Adds a message.
   *
   * @param message is the history's own from here on, and so are its parts; its id was given out here
   */
  append(message: OpenDraft): Slot {
    if (this.hold !== null) message.parts = message.parts.map(this.hold);
    const slot: OpenSlot = { message, gone: false, index: 0, given: false };
    this.slots.push(slot);
    return slot;
  }

  /** Adds to what a message of this history says. */
  grow(slot: Slot, parts: readonly Part[]): void {
    const { message } = this.opened(slot);
    const held = this.hold === null ? parts : parts.map(this.hold);
    // Most messages stay small: a list of their exact length takes a tenth of one that is made by pushing.
    if (message.parts.length < FEW_PARTS) message.parts = message.parts.concat(held);
    else for (const part of held) message.parts.push(part);
  }

  /** Sets fields of a message of this history. */
  amend(slot: Slot, fields: Partial<Pick<Message, 'usage' | 'model'>>): void {
    Object.assign(this.opened(slot).message, fields);
  }

  remove(slot: Slot): void {
    (slot as OpenSlot).gone = true;
  }

  /**
   * Takes out everything from a position on, compactions too.
   *
   * @returns how many messages that were
   */
  cutFrom(position: number): number {
    const taken = this.slots.splice(position);
    this.notes = this.notes.filter((noted) => noted.position <= position);
    const count = taken.filter(({ gone }) => !gone).length;
    for (const slot of taken) slot.gone = true;
    return count;
  }

  /** Notes a compaction at the end of the history as it is. */
  noteCompaction(note: CompactionNote): void {
    this.notes.push({ note, position: this.slots.length });
  }

  /** The messages and compactions as they are now. */
  finish(): { readonly messages: readonly Message[]; readonly compactions: readonly RecordedCompaction[] } {
    const messages: Message[] = [];
    for (const slot of this.slots) {
      slot.index = messages.length;
      if (slot.gone) continue;
      slot.given = true;
      messages.push(slot.message);
    }
    const compactions = this.notes.map(({ note, position }) =>
      recordedCompaction(note, this.slots[position]?.index ?? messages.length),
    );
    return { messages, compactions };
  }

  private opened(slot: Slot): OpenSlot {
    const open = slot as OpenSlot;
    if (open.given) {
      open.message = { ...open.message, parts: [...open.message.parts] };
      open.given = false;
    }
    return open;
  }
}

function recordedCompaction(note: CompactionNote, index: number): RecordedCompaction {
  const { kind, trigger, tokensBefore, tokensAfter, summary, source } = note;
  const isSummarized = summary !== undefined && !summary.gone;
  const effects = effectsOf(note, index, isSummarized ? 'summarized' : 'pruned');
  return {
    index,
    kind,
    ...(trigger === undefined ? {} : { trigger }),
    ...(tokensBefore === undefined ? {} : { tokensBefore }),
    ...(tokensAfter === undefined ? {} : { tokensAfter }),
    ...(effects === null ? {} : { effects }),
    ...(isSummarized ? { summary: summary.index } : {}),
    source,
  };
}

function effectsOf(
  { kept, dropped, cut = new Map<Slot, string>() }: CompactionNote,
  end: number,
  fate: 'summarized' | 'pruned',
): readonly RecordedEffect[] | null {
  if (dropped !== undefined) return effectsOfDropped(dropped, fate);
  return kept === undefined ? null : effectsOfKept(kept, cut, end, fate);
}

function effectsOfDropped(dropped: readonly Slot[], fate: 'summarized' | 'pruned'): readonly RecordedEffect[] {
  const effects: RecordedEffect[] = [];
  for (const { gone, index } of dropped) {
    const last = effects.at(-1);
    if (gone) continue;
    if (last?.to === index) effects[effects.length - 1] = { ...last, to: index + 1 };
    else effects.push({ from: index, to: index + 1, fate });
  }
  return effects;
}

/** What is neither kept nor cut before `end` is out, and what is kept is in again. */
function effectsOfKept(
  kept: ReadonlySet<Slot>,
  cut: ReadonlyMap<Slot, string>,
  end: number,
  fate: 'summarized' | 'pruned',
): readonly RecordedEffect[] {
  const staying = [...kept, ...cut.keys()].filter(({ gone, index }) => !gone && index < end);
  staying.sort((a, b) => a.index - b.index);
  const effects: RecordedEffect[] = [];
  let next = 0;
  for (const slot of staying) {
    const { index } = slot;
    if (index > next) effects.push({ from: next, to: index, fate });
    const text = cut.get(slot);
    const last = effects.at(-1);
    if (text !== undefined) effects.push({ from: index, to: index + 1, fate: 'truncated', text });
    else if (last?.fate === 'kept' && last.to === index) effects[effects.length - 1] = { ...last, to: index + 1 };
    else effects.push({ from: index, to: index + 1, fate: 'kept' });
    next = index + 1;
  }
  if (end > next) effects.push({ from: next, to: end, fate });
  return effects;
}
