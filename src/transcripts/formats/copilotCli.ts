import type { SourcePosition } from '../../engine/message';
import { counted } from '../counted';
import { timeOf } from '../isoTime';
import { asRecord, asString, isRecord, numberAt, recordAt, stringAt, type JsonRecord } from '../../wire/jsonValue';
import { KindCounts } from '../kindCounts';
import type { ProblemList } from '../problemList';
import { titleFrom } from '../sessionTitle';
import type { ReadContext, ReadSession, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { CopilotConversation, type EventLine } from './copilotCli/conversation';
import { isBookkeeping, isInjected, isOfSubagent, isReadEvent, type EventType } from './copilotCli/events';

/** Sessions of GitHub Copilot CLI: `session-state/<id>/events.jsonl`. */
export const copilotCli: TranscriptFormat = { id: 'copilot-cli', label: 'Copilot CLI', detect, open };

function detect(sample: readonly unknown[]): number {
  let certainty = 0;
  for (const record of sample) {
    if (!isRecord(record) || !isRecord(record['data'])) continue;
    const type = stringAt(record, 'type') ?? '';
    if (type === 'session.start' && 'sessionId' in record['data']) return 1;
    if (isReadEvent(type)) certainty = 0.9;
  }
  return certainty;
}

function open(context: ReadContext): RecordReader {
  return new EventReader(context);
}

class EventReader implements RecordReader {
  private readonly problems: ProblemList;
  private readonly conversation: CopilotConversation;
  private readonly unknown = new KindCounts();
  private readonly subagents = new KindCounts();
  private title: string | null = null;
  private workspace: string | null = null;
  private contextWindow: number | undefined;

  constructor({ problems, hold }: ReadContext) {
    this.problems = problems;
    this.conversation = new CopilotConversation(hold);
  }

  add(record: unknown, { line, byteOffset }: SourcePosition): void {
    const position = { line, byteOffset };
    const data = isRecord(record) ? asRecord(record['data']) : null;
    const type = isRecord(record) ? asString(record['type']) : null;
    if (!isRecord(record) || data === null || type === null) {
      this.problems.report('info', position, 'The line is no event; it was left out.');
      return;
    }
    const id = asString(record['id']);
    if (id !== null) this.conversation.notePlace(id);
    if (isOfSubagent(record, data)) {
      this.subagents.note('', position);
    } else if (isReadEvent(type)) {
      this.addEvent(type, data, { line, byteOffset, id, createdAt: timeIn(record) });
    } else if (!isBookkeeping(type)) this.unknown.note(type, position);
  }

  finish(problems: ProblemList): ReadSession {
    this.subagents.report(problems, () => 'of subagents left out of the main thread.');
    this.unknown.report(
      problems,
      (kind) => `of the kind "${kind}" left out: no place in the conversation is known for it.`,
    );
    const { messages, compactions } = this.conversation.history.finish();
    const { contextWindow } = this;
    return {
      messages,
      title: this.title,
      workspace: this.workspace,
      ...(contextWindow === undefined ? {} : { contextWindow }),
      ...(compactions.length === 0 ? {} : { recorded: { compactions } }),
    };
  }

  private addEvent(type: EventType, data: JsonRecord, line: EventLine): void {
    const { conversation } = this;
    switch (type) {
      case 'session.start':
      case 'session.resume':
        this.workspace ??= stringAt(recordAt(data, 'context') ?? {}, 'cwd');
        conversation.model = stringAt(data, 'selectedModel') ?? stringAt(data, 'model') ?? conversation.model;
        break;
      case 'session.model_change':
        conversation.model = stringAt(data, 'newModel') ?? conversation.model;
        break;
      case 'session.title_changed':
        this.title = titleFrom(stringAt(data, 'title') ?? '') ?? this.title;
        break;
      case 'session.usage_info':
        this.contextWindow = numberAt(data, 'tokenLimit') ?? this.contextWindow;
        break;
      case 'session.truncation':
        this.contextWindow = numberAt(data, 'tokenLimit') ?? this.contextWindow;
        conversation.addTruncation(data, line);
        break;
      case 'session.compaction_start':
        conversation.startCompaction();
        break;
      case 'session.compaction_complete':
        this.addCompaction(data, line);
        break;
      case 'session.snapshot_rewind':
        this.rewind(data, line);
        break;
      case 'system.message':
        conversation.addText('system', data, false, line);
        break;
      case 'system.notification':
        conversation.addText('user', data, true, line);
        break;
      case 'user.message':
        conversation.addText('user', data, isInjected(data), line);
        break;
      case 'assistant.message':
        conversation.addReply(data, line);
        break;
      case 'assistant.reasoning':
        conversation.addReasoning(data);
        break;
      case 'assistant.usage':
        conversation.addUsage(data);
        break;
      case 'tool.user_requested':
      case 'tool.execution_start':
        conversation.addCall(data, line);
        break;
      case 'tool.execution_complete':
        if (!conversation.addResult(data, line)) {
          this.problems.report('info', line, 'The call has a result already; a second one was left out.');
        }
        break;
    }
  }

  private addCompaction(data: JsonRecord, line: EventLine): void {
    if (data['success'] !== false) {
      this.conversation.addCompaction(data, line);
      return;
    }
    const why = stringAt(data, 'error') ?? 'the file does not say why';
    this.problems.report('info', line, `A compaction failed and changed nothing: ${why}.`);
  }

  private rewind(data: JsonRecord, position: EventLine): void {
    const count = this.conversation.rewindTo(stringAt(data, 'upToEventId') ?? '');
    if (count !== null) {
      this.problems.report('info', position, `The user went back: ${counted(count, 'message')} left out.`);
    } else {
      const words = 'The event the user went back to is not in the file; what followed it is shown all the same.';
      this.problems.report('warning', position, words);
    }
  }
}

/** Milliseconds since the epoch; some events have the time as a number. */
function timeIn(record: JsonRecord): number | undefined {
  const number = numberAt(record, 'timestamp');
  if (number !== null) return number;
  const time = timeOf(asString(record['timestamp']) ?? '');
  return Number.isNaN(time) ? undefined : time;
}
