import { isRecord, type JsonRecord } from '../../../wire/jsonValue';
import type { ProblemList } from '../../problemList';
import type { ReadContext } from '../../transcriptFormat';
import type { EventMessages } from './eventMessages';

/** Names of event files: their place in the conversation, then their id. */
const EVENT_FILE = /^event-(\d{1,15})-.*\.json$/;

/** Event files read at a time. */
const READ_AT_ONCE = 32;

/** The other files of a conversation, of which one was opened. Event files do not change once they are written. */
export class ConversationFolder {
  /** Whether the opened file is one event of a conversation: then it comes with the others. */
  readonly isEventFile: boolean;
  private state: JsonRecord | null = null;
  private readonly read_ = new Set<string>();
  private readonly unreadable = new Set<string>();

  constructor(
    private readonly context: Pick<ReadContext, 'name' | 'siblings'>,
    private readonly messages: EventMessages,
  ) {
    this.isEventFile = EVENT_FILE.test(context.name);
  }

  /** Takes `base_state.json`, where that is what was opened. */
  addState(state: JsonRecord): void {
    this.state = state;
  }

  /** Reads the events that are new, in their order, and gives the state of the conversation where there is one. */
  async read(problems: ProblemList): Promise<JsonRecord | null> {
    if (!this.isEventFile && this.state === null) return null;
    const { siblings } = this.context;
    const folder = this.isEventFile ? [] : ['events'];
    const names = eventFilesIn(await siblings.list(...folder)).filter((name) => !this.read_.has(name));
    for (let start = 0; start < names.length; start += READ_AT_ONCE) {
      const batch = names.slice(start, start + READ_AT_ONCE);
      const events = await Promise.all(batch.map((name) => siblings.readJson(...folder, name)));
      batch.forEach((name, position) => this.addEvent(name, events[position]));
    }
    const [first] = this.unreadable;
    if (first !== undefined) {
      const words = `${String(this.unreadable.size)} files of events cannot be read, ${first} first.`;
      problems.report('warning', undefined, words);
    }
    if (!this.isEventFile) return this.state;
    const state = await siblings.readJson('..', 'base_state.json');
    return isRecord(state) ? state : null;
  }

  private addEvent(name: string, event: unknown): void {
    if (!isRecord(event)) {
      // It may be in the middle of being written; it is tried again the next time.
      this.unreadable.add(name);
      return;
    }
    this.unreadable.delete(name);
    this.read_.add(name);
    this.messages.add(event, undefined);
  }
}

function eventFilesIn(names: readonly string[]): readonly string[] {
  const numbered = names.flatMap((name) => {
    const [, index] = EVENT_FILE.exec(name) ?? [];
    return index === undefined ? [] : [{ name, index: Number(index) }];
  });
  return numbered.sort((a, b) => a.index - b.index).map(({ name }) => name);
}
