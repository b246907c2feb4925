import { textOf, toolCallsOf, type Message, type SourcePosition } from '../../../engine/message';
import { asString, isList, isRecord, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { RecordedCompaction } from '../../transcript';
import { UniqueIds } from '../../uniqueIds';
import { compareTurns, type Mask } from './compareTurns';
import { OwnIds } from './ownIds';
import { recordedCompaction, type RecordingNote } from './recordingNotes';
import type { Turn } from './recordedTurn';
import { readTurn, resultMessage, type TurnMessages } from './turn';

/** What a step of the recording took out. */
export interface WentBack {
  readonly messages: number;
  /** Whether the place to go back to was in the recording. */
  readonly isKnown: boolean;
}

/**
 * Replays a recording of Gemini CLI: records that are written anew under their id, ways back, and lists that take the
 * place of the model's context. What a list leaves out stays in the history, as out of the context.
 */
export class GeminiRecording {
  private readonly turns: Turn[] = [];
  /** The list of the agent itself. */
  private context: Turn[] = [];
  private readonly places = new Map<string, number>();
  private readonly ids = new UniqueIds();
  private readonly notes: RecordingNote[] = [];
  /** Texts that stand in the context in place of messages, by id; each list repeats them. */
  private readonly masked = new Map<string, string>();
  /** The compression nothing was said since. */
  private openNote: RecordingNote | null = null;

  get isEmpty(): boolean {
    return this.turns.length === 0;
  }

  /** A message, or a newer copy of one. */
  add(record: JsonRecord, source: SourcePosition): void {
    const id = asString(record['id']) ?? `line-${String(source.line)}-${String(source.byteOffset)}`;
    const known = this.contextTurn(id);
    if (known !== null) {
      const content = readTurn(record, known.ids, known.source);
      known.content = known.content.message?.synthetic === 'summary' ? asSummary(content) : content;
    } else this.enter(this.append(this.makeTurn(record, id, source)), id);
  }

  /** The user went back to before a message; the agent itself takes an id it does not know for the start. */
  rewindTo(id: string): WentBack {
    const place = this.places.get(id);
    const taken = this.context.slice(place ?? 0);
    for (const turn of taken) this.takeOut(turn);
    this.context.length = place ?? 0;
    this.openNote = null;
    return { messages: countMessages(taken), isKnown: place !== undefined };
  }

  /**
   * A list that takes the place of the model's context.
   *
   * @returns how many messages it takes out because the turn they belong to was given up
   */
  checkpoint(list: readonly unknown[], source: SourcePosition): number {
    const before = this.context;
    const { next, fresh, kept, ...compared } = compareTurns(
      list.filter(isRecord),
      before,
      (record) => this.contextTurn(stringAt(record, 'id') ?? ''),
      (record) => this.makeTurn(record, stringAt(record, 'id') ?? '', source),
    );
    const masks = compared.masks.filter((mask) => this.masked.get(mask.messageId) !== mask.text);
    for (const { messageId, text } of masks) this.masked.set(messageId, text);
    const dropped = before.filter((turn) => !kept.has(turn));
    if (fresh.size === 0 && isGivenUp(before, dropped)) {
      for (const turn of dropped) this.takeOut(turn);
      this.setContext(next);
      return countMessages(dropped);
    }
    if (dropped.length > 0 || masks.length > 0) this.noteCheckpoint(dropped, masks, source);
    const note = this.openNote;
    const summary = dropped.length > 0 ? [...fresh].find(canStandFor) : undefined;
    if (summary !== undefined && note !== null) {
      summary.content = asSummary(summary.content);
      note.summary = summary;
    }
    for (const turn of fresh) {
      // The model's nod to the summary belongs to it.
      if (summary === undefined || turn === summary || !isNod(turn, next, summary)) this.append(turn);
    }
    if (dropped.length > 0 || masks.length > 0) this.openNote = note;
    this.setContext(next);
    return 0;
  }

  /** A word of the agent's on a compression; the list that comes with it stands beside it. */
  noteCompression(tokens: { readonly before?: number; readonly after?: number }, source: SourcePosition): void {
    const note = this.openNote ?? this.newNote('compress', source);
    note.kind = 'compress';
    if (tokens.before !== undefined) note.tokensBefore = tokens.before;
    if (tokens.after !== undefined) note.tokensAfter = tokens.after;
  }

  finish(): { readonly messages: readonly Message[]; readonly compactions: readonly RecordedCompaction[] } {
    const messages: Message[] = [];
    const answers = this.looseAnswers();
    for (const turn of this.turns) {
      turn.from = messages.length;
      if (!turn.gone) this.addMessages(turn, answers, messages);
      turn.to = messages.length;
    }
    const compactions = this.notes
      .filter(({ summary }) => summary === null || !summary.gone)
      .map((note) => recordedCompaction(note, this.turns[note.position]?.from ?? messages.length, messages));
    return { messages, compactions };
  }

  /** Results recorded apart from their calls, by call: null once they are placed. */
  private looseAnswers(): Map<string, Message | null> {
    const answers = new Map<string, Message | null>();
    for (const { gone, loose } of this.turns) {
      if (gone) continue;
      for (const { callId, message } of loose) if (!answers.has(callId)) answers.set(callId, message);
    }
    if (answers.size === 0) return answers;
    // A call that has its result with it needs no other.
    for (const { gone, content } of this.turns) {
      if (!gone) for (const { toolCallId } of content.results) answers.delete(toolCallId ?? '');
    }
    return answers;
  }

  private addMessages({ content, loose }: Turn, answers: Map<string, Message | null>, messages: Message[]): void {
    const { message, results } = content;
    for (const { callId } of loose) placeAnswer(callId, answers, messages);
    if (message === null) return;
    messages.push(message);
    for (const result of results) messages.push(result);
    if (answers.size > 0) for (const { id } of toolCallsOf(message)) placeAnswer(id, answers, messages);
  }

  private makeTurn(record: JsonRecord, id: string, source: SourcePosition): Turn {
    const ids = new OwnIds(this.ids, id === '' ? `line-${String(source.line)}` : id);
    const content = readTurn(record, ids, source);
    const loose = content.loose.length === 0 ? NONE : this.looseResults(content, ids.own, source);
    return { content, loose, gone: false, from: 0, to: 0, knownAs: null, alsoKnownAs: NONE, ids, source };
  }

  private looseResults({ loose }: TurnMessages, own: string, source: SourcePosition): Turn['loose'] {
    const frame = { source, createdAt: undefined };
    return loose.map((result, position) => ({
      callId: result.callId,
      message: resultMessage(result, this.ids.take(`${own}/result-${String(position)}`), result.name, frame),
    }));
  }

  private append(turn: Turn): Turn {
    this.turns.push(turn);
    this.openNote = null;
    return turn;
  }

  private enter(turn: Turn, id: string): void {
    this.places.set(id, this.context.length);
    if (turn.knownAs === null) turn.knownAs = id;
    else if (turn.knownAs !== id && !turn.alsoKnownAs.includes(id)) turn.alsoKnownAs = [...turn.alsoKnownAs, id];
    this.context.push(turn);
  }

  private contextTurn(id: string): Turn | null {
    const place = this.places.get(id);
    return place === undefined ? null : (this.context[place] ?? null);
  }

  private setContext(next: readonly { readonly turn: Turn; readonly id: string }[]): void {
    this.context = [];
    this.places.clear();
    for (const { turn, id } of next) this.enter(turn, id);
  }

  private takeOut(turn: Turn): void {
    turn.gone = true;
    if (turn.knownAs !== null) this.places.delete(turn.knownAs);
    for (const id of turn.alsoKnownAs) this.places.delete(id);
  }

  private newNote(kind: string, source: SourcePosition): RecordingNote {
    const note: RecordingNote = { kind, position: this.turns.length, dropped: null, masks: [], summary: null, source };
    this.notes.push(note);
    this.openNote = note;
    return note;
  }

  private noteCheckpoint(dropped: readonly Turn[], masks: readonly Mask[], source: SourcePosition): void {
    const open = this.openNote?.dropped === null ? this.openNote : null;
    const note = open ?? this.newNote(dropped.length > 0 ? 'compress' : 'mask', source);
    note.dropped = dropped;
    note.masks = masks;
  }
}

function placeAnswer(callId: string, answers: Map<string, Message | null>, messages: Message[]): void {
  const answer = answers.get(callId);
  if (answer === undefined || answer === null) return;
  messages.push(answer);
  answers.set(callId, null);
}

function countMessages(turns: readonly Turn[]): number {
  return turns.reduce((sum, { content }) => sum + (content.message === null ? 0 : 1 + content.results.length), 0);
}

/** Whether what a list leaves out is just the newest turn of the user: it was cancelled and taken back. */
function isGivenUp(before: readonly Turn[], dropped: readonly Turn[]): boolean {
  const [first] = dropped;
  if (first === undefined || before.at(-dropped.length) !== first) return false;
  const asked = dropped.filter(({ content }) => content.message?.role === 'user');
  return asked.length === 1 && asked[0] === first && first.content.message?.synthetic === undefined;
}

/** Whether a turn that is new in a list may be the summary of what the list leaves out. */
function canStandFor({ content, loose }: Turn): boolean {
  return content.message?.role === 'user' && loose.length === 0;
}

function asSummary(content: TurnMessages): TurnMessages {
  return content.message?.role === 'user'
    ? { ...content, message: { ...content.message, synthetic: 'summary' } }
    : content;
}

function isNod({ content }: Turn, next: readonly { readonly turn: Turn }[], summary: Turn): boolean {
  const place = next.findIndex(({ turn }) => turn === summary);
  const { message } = content;
  if (next[place + 1]?.turn.content.message !== message || message?.role !== 'assistant') return false;
  return toolCallsOf(message).length === 0 && textOf(message).length < LONGEST_NOD;
}

/** Characters of the sentence the model is made to say to a summary; what is longer is a reply. */
const LONGEST_NOD = 200;

const NONE: readonly never[] = [];

/** The list of messages in a record, if it has one. */
export function messageList(record: JsonRecord): readonly unknown[] | null {
  const list = record['messages'];
  return isList(list) ? list : null;
}
