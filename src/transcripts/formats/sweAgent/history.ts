import { textOf, type Message, type Part, type Role, type SourcePosition } from '../../../engine/message';
import { isList, isRecord, jsonText, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { MessageDraft } from '../../messageDraft';
import type { ProblemList } from '../../problemList';
import { readContent } from '../../../wire/anthropicBlocks';
import { readChatContent } from '../../../wire/chatContent';
import { readToolCalls } from '../../../wire/chatToolCalls';

/** What an agent's history came to. */
export interface AgentHistory {
  readonly messages: readonly Message[];
  /** Text of each message as the history has it, which inputs of steps are held against. */
  readonly texts: readonly string[];
  /** Indexes of the replies of the model: assistant messages that are no demonstration. */
  readonly replies: readonly number[];
}

/** Reads the history of one agent: what it was told, said, and saw. */
export function readHistory(items: readonly unknown[], source: SourcePosition, problems: ProblemList): AgentHistory {
  const reader = new HistoryReader({ line: source.line, byteOffset: source.byteOffset }, problems);
  for (const item of items) reader.add(item);
  reader.reportLeftOut();
  return reader;
}

/** The text of a history item, or of an item of a step's input. */
export function itemText(item: JsonRecord): string {
  const { content } = item;
  return typeof content === 'string' ? content : textOf({ parts: readChatContent(content) });
}

class HistoryReader implements AgentHistory {
  readonly messages: Message[] = [];
  readonly texts: string[] = [];
  readonly replies: number[] = [];
  private readonly toolNames = new Map<string, string>();
  private agent: string | null = null;
  private hasTask = false;
  private foreign = 0;
  private unreadable = 0;

  constructor(
    private readonly source: SourcePosition,
    private readonly problems: ProblemList,
  ) {}

  add(item: unknown): void {
    if (!isRecord(item)) {
      this.unreadable += 1;
      return;
    }
    const agent = stringAt(item, 'agent');
    this.agent ??= agent;
    if (agent !== null && agent !== this.agent) {
      this.foreign += 1;
      return;
    }
    const index = this.messages.length;
    const isDemonstration = item['is_demo'] === true || item['message_type'] === 'demonstration';
    const role = this.roleOf(item);
    const message: MessageDraft = {
      id: `message-${String(index)}`,
      role,
      parts: role === 'assistant' ? this.replyParts(item, index) : readChatContent(item['content']),
      source: this.source,
    };
    if (role === 'tool') this.addAnswer(item, message);
    if (role === 'user') {
      if (isDemonstration || this.hasTask) message.synthetic = 'injected';
      else this.hasTask = true;
    }
    if (role === 'assistant' && !isDemonstration) this.replies.push(index);
    this.messages.push(message);
    this.texts.push(itemText(item));
  }

  reportLeftOut(): void {
    const { problems, source, unreadable, foreign } = this;
    if (unreadable > 0) {
      problems.report(
        'warning',
        source,
        `${String(unreadable)} items of the history are no messages; they are left out.`,
      );
    }
    if (foreign > 0) {
      problems.report('info', source, `${String(foreign)} messages of other agents are left out of the main thread.`);
    }
  }

  private roleOf(item: JsonRecord): Role {
    const { role } = item;
    if (role === 'system' || role === 'user' || role === 'assistant' || role === 'tool') return role;
    this.problems.report('warning', this.source, `Unknown role ${jsonText(role)}; it is shown as user.`);
    return 'user';
  }

  private replyParts(item: JsonRecord, index: number): readonly Part[] {
    const parts: Part[] = [...readContent(item['thinking_blocks']).parts];
    const said = readChatContent(item['content']);
    const thought = stringAt(item, 'thought') ?? '';
    if (said.length > 0) parts.push(...said);
    else if (thought !== '') parts.push({ type: 'text', text: thought });
    for (const call of readToolCalls(item['tool_calls'], index)) {
      this.toolNames.set(call.id, call.name);
      parts.push(call);
    }
    return parts;
  }

  private addAnswer(item: JsonRecord, message: MessageDraft): void {
    const ids = item['tool_call_ids'];
    const first = isList(ids) ? ids.find((id) => typeof id === 'string') : undefined;
    message.toolCallId = first ?? stringAt(item, 'tool_call_id') ?? '';
    const toolName = this.toolNames.get(message.toolCallId);
    if (toolName !== undefined) message.toolName = toolName;
  }
}
