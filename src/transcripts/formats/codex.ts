import type { SourcePosition } from '../../engine/message';
import { counted } from '../counted';
import { timeOf } from '../isoTime';
import { asRecord, asString, isRecord, numberAt, recordAt, stringAt, type JsonRecord } from '../../wire/jsonValue';
import { KindCounts } from '../kindCounts';
import type { ProblemList } from '../problemList';
import { titleFrom } from '../sessionTitle';
import type { ReadContext, ReadSession, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { CodexConversation, communicationText, type RolloutLine } from './codex/conversation';
import { ITEM_TYPES } from './codex/items';
import { isKnownEvent, SIDE_LINES } from './codex/sideLines';

/** Rollouts of Codex: `rollout-<time>-<id>.jsonl`, of every version that is known. */
export const codex: TranscriptFormat = { id: 'codex', label: 'Codex', detect, open };

const ENVELOPES = new Set(['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']);

function detect(sample: readonly unknown[]): number {
  let certainty = 0;
  for (const record of sample) {
    if (!isRecord(record)) continue;
    const type = stringAt(record, 'type') ?? '';
    if (ENVELOPES.has(type) && isRecord(record['payload'])) return 1;
    // Old rollouts: a header without a type, then the items themselves.
    if (type === '' && isOldHeader(record)) certainty = Math.max(certainty, 0.6);
    else if (isItem(type, record)) certainty = Math.max(certainty, certainty >= 0.6 ? 1 : itemCertainty(type, record));
  }
  return certainty;
}

function isOldHeader(record: JsonRecord): boolean {
  const isDated = typeof record['id'] === 'string' && typeof record['timestamp'] === 'string';
  return isDated && ('instructions' in record || 'git' in record) && !('messages' in record);
}

function isItem(type: string, record: JsonRecord): boolean {
  return ITEM_TYPES.has(type) && (type !== 'message' || ('role' in record && Array.isArray(record['content'])));
}

/** Calls of this shape stand in no list of chat messages; a message alone might. */
function itemCertainty(type: string, record: JsonRecord): number {
  return type !== 'message' && typeof record['call_id'] === 'string' ? 0.95 : 0.5;
}

function open(context: ReadContext): RecordReader {
  return new RolloutReader(context);
}

class RolloutReader implements RecordReader {
  private readonly problems: ProblemList;
  private readonly conversation: CodexConversation;
  private readonly unknown = new KindCounts();
  private workspace: string | null = null;
  private title: string | null = null;
  private hasHeader = false;

  constructor({ problems, hold }: ReadContext) {
    this.problems = problems;
    this.conversation = new CodexConversation(hold);
  }

  add(record: unknown, { line, byteOffset }: SourcePosition): void {
    if (!isRecord(record)) {
      this.problems.report('info', { line, byteOffset }, 'The line is no object; it was left out.');
      return;
    }
    const time = timeOf(asString(record['timestamp']) ?? '');
    const rolloutLine: RolloutLine = { line, byteOffset, createdAt: Number.isNaN(time) ? undefined : time };
    const type = asString(record['type']);
    const payload = asRecord(record['payload']);
    if (payload !== null && type !== null) this.addLine(type, payload, rolloutLine);
    else if (type !== null && ITEM_TYPES.has(type)) this.conversation.addItem(record, rolloutLine);
    else if (type === null) this.addHeader(record, rolloutLine);
    else if (ENVELOPES.has(type)) {
      this.problems.report('warning', rolloutLine, `The ${type} record has no payload; it was left out.`);
    } else this.unknown.note(type, rolloutLine);
  }

  finish(problems: ProblemList): ReadSession {
    this.unknown.report(
      problems,
      (kind) => `of the kind "${kind}" left out: no place in the conversation is known for it.`,
    );
    const { messages, compactions } = this.conversation.history.finish();
    const { contextWindow } = this.conversation;
    return {
      messages,
      title: this.title,
      workspace: this.workspace,
      ...(contextWindow === undefined ? {} : { contextWindow }),
      ...(compactions.length === 0 ? {} : { recorded: { compactions } }),
    };
  }

  private addLine(type: string, payload: JsonRecord, line: RolloutLine): void {
    const { conversation } = this;
    switch (type) {
      case 'response_item':
        conversation.addItem(payload, line);
        break;
      case 'event_msg':
        this.addEvent(payload, line);
        break;
      case 'session_meta':
        this.addHeader(payload, line);
        break;
      case 'turn_context':
        conversation.model = stringAt(payload, 'model') ?? conversation.model;
        this.workspace ??= stringAt(payload, 'cwd');
        break;
      case 'compacted':
        this.reportMissing(conversation.addCompacted(payload, line), line);
        break;
      case 'inter_agent_communication': {
        const content = [{ type: 'input_text', text: communicationText(payload) }];
        conversation.addItem({ type: 'message', role: 'developer', content }, line);
        break;
      }
      default:
        if (!SIDE_LINES.has(type)) this.unknown.note(type, line);
    }
  }

  /** The first header is the session's own: a fork copies that of its parent together with the history. */
  private addHeader(payload: JsonRecord, line: RolloutLine): void {
    if (this.hasHeader || !('id' in payload)) return;
    this.hasHeader = true;
    this.workspace = stringAt(payload, 'cwd') ?? this.workspace;
    const instructions = stringAt(recordAt(payload, 'base_instructions') ?? {}, 'text') ?? '';
    if (instructions !== '') this.conversation.addSystem(instructions, line);
    const parent = stringAt(payload, 'forked_from_id');
    if (parent === null) return;
    const words = `The session is a fork of ${parent}: the history at its start is a copy of that session's.`;
    this.problems.report('info', line, words);
  }

  private addEvent(payload: JsonRecord, line: RolloutLine): void {
    const { conversation } = this;
    const type = stringAt(payload, 'type') ?? '';
    switch (type) {
      case 'user_message':
      case 'agent_message':
        conversation.addEcho(type === 'user_message' ? 'user' : 'assistant', stringAt(payload, 'message') ?? '', line);
        break;
      case 'token_count':
        conversation.addTokenCount(recordAt(payload, 'info') ?? {});
        break;
      case 'task_started':
      case 'turn_started':
        conversation.endReply();
        conversation.contextWindow = numberAt(payload, 'model_context_window') ?? conversation.contextWindow;
        break;
      case 'context_compacted':
        conversation.addCompactedEvent(line);
        break;
      case 'thread_rolled_back':
        this.rollBack(payload, line);
        break;
      case 'thread_name_updated':
        this.title = titleFrom(stringAt(payload, 'thread_name') ?? '') ?? this.title;
        break;
      default:
        if (!isKnownEvent(type)) this.unknown.note(`event ${type}`, line);
    }
  }

  private rollBack(payload: JsonRecord, position: RolloutLine): void {
    const turns = Math.floor(numberAt(payload, 'num_turns') ?? 0);
    if (turns <= 0) return;
    const count = this.conversation.rollBack(turns);
    const words = `The user went back by ${counted(turns, 'turn')}: ${counted(count, 'message')} left out.`;
    this.problems.report('info', position, words);
  }

  private reportMissing(ids: readonly string[], position: RolloutLine): void {
    const [first] = ids;
    if (first === undefined) return;
    const words = `The compaction keeps ${counted(ids.length, 'item')} the file does not hold, e.g. ${first}.`;
    this.problems.report('warning', position, words);
  }
}
