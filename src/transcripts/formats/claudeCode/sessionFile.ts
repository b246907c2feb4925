import { asString, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import { KindCounts } from '../../kindCounts';
import type { ProblemList } from '../../problemList';
import type { ReadContext } from '../../transcriptFormat';
import type { LastPrompt } from './activeThread';
import { isSpoken, type Entry } from './entry';
import { promptText, PromptQueue } from './promptQueue';
import { QueuedEchoes } from './queuedEchoes';
import { readEntry, type EntryPosition } from './readEntry';
import { isSideLine } from './sideLines';

/** Everything a session file says, line by line, before the tree is followed. */
export interface SessionFile {
  readonly entries: readonly Entry[];
  readonly lastPrompt: LastPrompt | null;
  /** Titles of side lines; the newest of a kind holds. */
  readonly titles: { readonly custom: string | null; readonly generated: string | null };
  readonly summaries: readonly { readonly text: string; readonly leafUuid: string | null }[];
  readonly workspace: string | null;
}

/** Takes the lines of a session; a record that comes again under the same uuid is left out and reported. */
export class SessionFileReader {
  private readonly entries: Entry[] = [];
  private readonly byUuid = new Map<string, Entry>();
  private readonly repeated: Entry[] = [];
  private readonly queue = new PromptQueue();
  private readonly queuedEchoes = new QueuedEchoes();
  private readonly unknown = new KindCounts();
  private readonly summaries: { text: string; leafUuid: string | null }[] = [];
  private lastPrompt: LastPrompt | null = null;
  private custom: string | null = null;
  private generated: string | null = null;
  private workspace: string | null = null;

  constructor(private readonly context: Pick<ReadContext, 'problems' | 'hold'>) {}

  add(record: JsonRecord, line: number, byteOffset: number): void {
    this.workspace ??= asString(record['cwd']);
    const position = { index: this.entries.length, line, byteOffset };
    const entry = readEntry(record, position, this.context.hold);
    if (entry?.kind === 'other' || entry === null) this.noteKind(record, position);
    if (entry === null) this.addSideLine(record, position);
    else if (this.addEntry(entry)) this.queuedEchoes.noteEntry(entry, record);
  }

  finish(problems: ProblemList): SessionFile {
    const [first] = this.repeated;
    if (first !== undefined) {
      const words = `${String(this.repeated.length)} repeated records: their uuids stand in the file before.`;
      problems.report('info', first, words);
    }
    this.unknown.report(problems, (kind) => `of the kind "${kind}" left out: no place in the conversation is known.`);
    const { lastPrompt, custom, generated, summaries, workspace } = this;
    const entries = this.queuedEchoes.without(this.entries);
    return { entries, lastPrompt, titles: { custom, generated }, summaries, workspace };
  }

  private noteKind(record: JsonRecord, position: EntryPosition): void {
    const type = stringAt(record, 'type') ?? 'none';
    if (!isSideLine(type)) this.unknown.note(type, position);
  }

  /** @returns whether it is no repetition */
  private addEntry(entry: Entry): boolean {
    const known = this.byUuid.get(entry.uuid);
    if (known === undefined) {
      this.byUuid.set(entry.uuid, entry);
      this.entries.push(entry);
      return true;
    }
    this.repeated.push(entry);
    if (isSpoken(entry) && !sameContent(known, entry)) {
      const words = `The record repeats a uuid of line ${String(known.line)} with other content; the first one is shown.`;
      this.context.problems.report('warning', entry, words);
    }
    return false;
  }

  private addSideLine(record: JsonRecord, position: EntryPosition): void {
    const leafUuid = stringAt(record, 'leafUuid');
    switch (record['type']) {
      case 'last-prompt':
        if (leafUuid !== null) this.lastPrompt = { leafUuid, entriesBefore: this.entries.length };
        break;
      case 'summary':
        this.summaries.push({ text: stringAt(record, 'summary') ?? '', leafUuid });
        break;
      case 'custom-title':
        this.custom = stringAt(record, 'customTitle') ?? stringAt(record, 'title') ?? this.custom;
        break;
      case 'ai-title':
        this.generated = stringAt(record, 'aiTitle') ?? stringAt(record, 'title') ?? this.generated;
        break;
      case 'queue-operation':
        this.addQueued(record, position);
        break;
      default:
        break;
    }
  }

  /** Older files say nowhere else what the turn under way took up. */
  private addQueued(record: JsonRecord, position: EntryPosition): void {
    const prompt = this.queue.take(record);
    const text = promptText(prompt);
    if (text === '' || !this.queuedEchoes.isNew(prompt)) return;
    const commandMode = text.startsWith('<task-notification>') ? 'task-notification' : 'prompt';
    const { sessionId, timestamp } = record;
    const attachment = { type: 'queued_command', prompt, commandMode };
    const entry = readEntry({ type: 'attachment', attachment, sessionId, timestamp }, position, this.context.hold);
    if (entry === null) return;
    this.addEntry(entry);
    this.queuedEchoes.noteSideLine(entry);
  }
}

function sameContent(a: Entry, b: Entry): boolean {
  return JSON.stringify([a.parts, a.toolResults]) === JSON.stringify([b.parts, b.toolResults]);
}
