import type { Part, SourcePosition } from '../../../engine/message';
import { isList, isRecord, numberAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { ProblemList } from '../../problemList';
import { callBoundariesOf } from '../../callBoundaries';
import type { ReadContext, ReadSession } from '../../transcriptFormat';
import { chatSession } from '../clineTask/chatSession';
import { TaskMessages, type TaskItem } from '../clineTask/taskMessages';
import { TaskReplies } from '../clineTask/taskReplies';
import { taskTitle } from '../clineTask/taskTitle';
import { readUiConversation, type UiConversation } from '../clineTask/uiConversation';
import { isUiMessages, readUiMessages } from '../clineTask/uiMessages';
import { rooCompactions, type RooMarks } from './rooCompactions';
import { reasoningBeside, reasoningItem } from './rooReasoning';

/** A task of Roo: its history, in which what was condensed or truncated stays, marked. */
export class RooTask {
  private readonly history = new TaskMessages();
  private readonly marks: RooMarks[] = [];
  private readonly summaries = new Set<TaskItem>();
  private readonly replies = new TaskReplies(this.history.messages, this.history.items, (item) => this.isReply(item));
  /** Reasoning in items of its own, before the reply it belongs to. */
  private reasoning: Part[] = [];
  private isEmpty = false;
  private chat: UiConversation | null = null;

  constructor(private readonly context: Pick<ReadContext, 'siblings' | 'problems'>) {}

  /** Takes the history, or the chat as it was shown. */
  add(list: readonly unknown[], source: SourcePosition): void {
    this.isEmpty = list.length === 0;
    if (isUiMessages(list)) {
      this.chat = readUiConversation(list, source);
      return;
    }
    for (const value of list) {
      if (isRecord(value)) this.addItem(value, source);
      else this.context.problems.report('info', source, 'An item of the history is no message; it was left out.');
    }
    this.flushReasoning(source, null);
  }

  async finish(problems: ProblemList): Promise<ReadSession> {
    if (this.chat !== null) return chatSession(this.chat, problems);
    const shown = await this.context.siblings.readJson('ui_messages.json');
    if (this.isEmpty) return emptyTask(shown, problems);
    const ui = readUiMessages(shown);
    const messages = ui === null ? this.history.messages : this.replies.withRequests(ui, problems);
    const compactions = rooCompactions(this.history, this.marks, ui?.condensations ?? [], problems);
    const notes = await this.context.siblings.readJson('history_item.json');
    const workspace = isRecord(notes) ? stringAt(notes, 'workspace') : null;
    const task = isRecord(notes) ? stringAt(notes, 'task') : null;
    return {
      messages: [...messages],
      title: ui?.title ?? taskTitle(messages) ?? task,
      workspace,
      callBoundaries: callBoundariesOf(messages, ({ synthetic }) => synthetic === undefined),
      ...(compactions.length === 0 ? {} : { recorded: { compactions } }),
    };
  }

  private addItem(value: JsonRecord, source: SourcePosition): void {
    const createdAt = numberAt(value, 'ts');
    const { role } = value;
    if (value['type'] === 'reasoning' && role === undefined) {
      this.reasoning.push(reasoningItem(value));
      return;
    }
    if (role !== 'assistant') this.flushReasoning(source, createdAt);
    const [isSummary, isMarker] = [value['isSummary'] === true, value['isTruncationMarker'] === true];
    const item = this.history.add(value['content'], {
      id: stringAt(value, 'id'),
      role: role === 'assistant' || role === 'system' ? role : 'user',
      source,
      createdAt,
      before: role === 'assistant' ? [...this.reasoning.splice(0), ...reasoningBeside(value)] : [],
      ...(isSummary ? { synthetic: 'summary' } : {}),
      ...(isMarker ? { synthetic: 'injected' } : {}),
    });
    if (isSummary) this.summaries.add(item);
    this.marks.push({
      item,
      isSummary,
      isMarker,
      condenseId: stringAt(value, 'condenseId'),
      condenseParent: stringAt(value, 'condenseParent'),
      truncationId: stringAt(value, 'truncationId'),
      truncationParent: stringAt(value, 'truncationParent'),
    });
  }

  /** Reasoning that no reply follows is shown by itself. */
  private flushReasoning(source: SourcePosition, createdAt: number | null): void {
    const before = this.reasoning.splice(0);
    if (before.length > 0) this.history.add([], { id: null, role: 'assistant', source, createdAt, before });
  }

  private isReply(item: TaskItem): boolean {
    return item.role === 'assistant' && !this.summaries.has(item);
  }
}

/** A race has left the history of some tasks empty; the chat beside it has what was said. */
function emptyTask(shown: unknown, problems: ProblemList): ReadSession {
  // Of a broken file an empty list may be all that could be read.
  const mayBeEmpty = problems.all().length === 0;
  if (!isList(shown) || !isUiMessages(shown)) {
    const words =
      'The history of this task is empty. What was said may still be in ui_messages.json beside it: open that file.';
    problems.report('warning', undefined, words);
    return { messages: [], mayBeEmpty };
  }
  const { title, messages, compactions } = readUiConversation(shown, { line: 1, byteOffset: 0 });
  const words = 'The history of this task is empty; this is the chat as it was shown, from ui_messages.json beside it.';
  problems.report('warning', undefined, words);
  return { title, messages, mayBeEmpty, ...(compactions.length === 0 ? {} : { recorded: { compactions } }) };
}
