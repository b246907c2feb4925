import type { Message, SourcePosition } from '../../../engine/message';
import { isList, isRecord, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import { KindCounts } from '../../kindCounts';
import type { ProblemList } from '../../problemList';
import type { RecordedCompaction } from '../../transcript';
import type { ReadSession } from '../../transcriptFormat';
import { titleFrom } from '../../sessionTitle';
import { UniqueIds } from '../../uniqueIds';
import { readRequest, type RequestMessages } from './readRequest';
import { countCutStrings } from './cutStrings';

interface Built extends RequestMessages {
  readonly request: unknown;
  readonly knownContext: string;
}

/** One chat as it stands. Requests that did not change since it was last asked for are not read again. */
export class ChatSession {
  private current: JsonRecord | null = null;
  /** Where each request stands in the file. */
  private readonly sources = new WeakMap<object, SourcePosition>();
  private firstSource: SourcePosition = { line: 1, byteOffset: 0 };
  private readonly built: (Built | undefined)[] = [];

  /** To be changed by the log only. */
  get state(): JsonRecord | null {
    return this.current;
  }

  replace(state: unknown, position: SourcePosition): void {
    this.current = isRecord(state) ? state : null;
    this.firstSource = position;
    this.built.length = 0;
    for (const request of this.requests()) if (isRecord(request)) this.sources.set(request, position);
  }

  /** What is at a path, or below it, changed. */
  noteChange(path: readonly unknown[], position: SourcePosition): void {
    const [field, index] = path;
    if (field !== 'requests') return;
    if (typeof index === 'number') this.built[index] = undefined;
    // What is new stands at the end, unless it took the place of another.
    const requests = this.requests();
    for (let last = typeof index === 'number' ? index : requests.length - 1; last >= 0; last -= 1) {
      const request = requests[last];
      if (!isRecord(request) || this.sources.has(request)) break;
      this.sources.set(request, position);
    }
  }

  title(): string | null {
    const state = this.current ?? {};
    const title = stringAt(state, 'customTitle') ?? stringAt(state, 'computedTitle') ?? '';
    return titleFrom(title);
  }

  finish(problems: ProblemList): ReadSession {
    const messages: Message[] = [];
    const compactions: RecordedCompaction[] = [];
    const roundEnds = new Map<string, number>();
    const ids = new UniqueIds();
    const left = new KindCounts();
    let removed = 0;
    let knownContext = '';
    this.requests().forEach((request, index) => {
      if (isRecord(request) && isRemoved(request)) {
        removed += 1;
        return;
      }
      const built = this.build(request, index, knownContext);
      knownContext = built.globalContext;
      const start = messages.length;
      for (const [round, end] of built.roundEnds) roundEnds.set(round, start + end);
      for (const { offset, round, ...facts } of built.summaries) {
        const summary = start + offset;
        const to = Math.min(roundEnds.get(round) ?? summary, summary);
        const effects = [{ from: 0, to, fate: 'summarized' as const }];
        compactions.push({
          index: summary,
          kind: 'summary',
          ...facts,
          effects,
          summary,
          source: this.sourceOf(request),
        });
      }
      for (const kind of built.leftOut) left.note(kind, this.sourceOf(request));
      for (const message of built.messages) {
        const id = ids.take(message.id);
        messages.push(id === message.id ? message : { ...message, id });
      }
    });
    left.report(problems, (kind) => `of the kind "${kind}" only show what stands in calls; they are left out.`);
    if (removed > 0) {
      problems.report('info', this.firstSource, `${String(removed)} requests the user took back are left out.`);
    }
    const cut = countCutStrings(messages);
    if (cut > 0) {
      const words = `${String(cut)} texts were too long for VS Code to keep: a note stands in their place.`;
      problems.report('warning', this.firstSource, words);
    }
    return { messages, title: this.title(), ...(compactions.length === 0 ? {} : { recorded: { compactions } }) };
  }

  private build(request: unknown, index: number, knownContext: string): Built {
    const known = this.built[index];
    if (known !== undefined && known.request === request && known.knownContext === knownContext) return known;
    const read = readRequest(request, { index, knownContext, source: this.sourceOf(request) });
    const built = { ...read, request, knownContext };
    this.built[index] = built;
    return built;
  }

  private sourceOf(request: unknown): SourcePosition {
    return (isRecord(request) ? this.sources.get(request) : undefined) ?? this.firstSource;
  }

  private requests(): readonly unknown[] {
    const requests = this.current?.['requests'];
    return isList(requests) ? requests : [];
  }
}

/** Whether the user went back behind a request: it goes for good with the next one that is sent. */
function isRemoved(request: JsonRecord): boolean {
  return isRecord(request['shouldBeRemovedOnSend']) || request['isHidden'] === true;
}
