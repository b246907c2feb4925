import { stringAt, type JsonRecord } from '../../jsonValue';
import type { ProblemList } from '../../problemList';
import type { ReadContext } from '../../transcriptFormat';
import type { LastPrompt } from './activeThread';
import { isSpoken, type Entry } from './entry';
import { readEntry } from './readEntry';

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
  private readonly summaries: { text: string; leafUuid: string | null }[] = [];
  private lastPrompt: LastPrompt | null = null;
  private custom: string | null = null;
  private generated: string | null = null;
  private workspace: string | null = null;

  constructor(private readonly context: Pick<ReadContext, 'problems' | 'hold'>) {}

  add(record: JsonRecord, line: number, byteOffset: number): void {
    this.workspace ??= stringAt(record, 'cwd');
    const position = { index: this.entries.length, line, byteOffset };
    const entry = readEntry(record, position, this.context.hold);
    if (entry !== null) this.addEntry(entry);
    else this.addSideLine(record);
  }

  finish(problems: ProblemList): SessionFile {
    const [first] = this.repeated;
    if (first !== undefined) {
      const words = `${String(this.repeated.length)} repeated records: their uuids stand in the file before.`;
      problems.report('info', first, words);
    }
    const { entries, lastPrompt, custom, generated, summaries, workspace } = this;
    return { entries, lastPrompt, titles: { custom, generated }, summaries, workspace };
  }

  private addEntry(entry: Entry): void {
    const known = this.byUuid.get(entry.uuid);
    if (known === undefined) {
      this.byUuid.set(entry.uuid, entry);
      this.entries.push(entry);
      return;
    }
    this.repeated.push(entry);
    if (isSpoken(entry) && !sameContent(known, entry)) {
      const words = `The record repeats a uuid of line ${String(known.line)} with other content; the first one is shown.`;
      this.context.problems.report('warning', entry, words);
    }
  }

  private addSideLine(record: JsonRecord): void {
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
      default:
        break;
    }
  }
}

function sameContent(a: Entry, b: Entry): boolean {
  return JSON.stringify([a.parts, a.toolResults]) === JSON.stringify([b.parts, b.toolResults]);
}
