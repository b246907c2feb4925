import type { Message, Part, Role, SourcePosition, Usage } from '../../../engine/message';
import type { MessageDraft } from '../../messageDraft';
import { UniqueIds } from '../../uniqueIds';
import { readTaskContent } from './taskContent';

/** What is known of an item of a history beside its content. */
export interface ItemFacts {
  /** The file's own, where it has one. */
  readonly id: string | null;
  readonly role: Role;
  readonly source: SourcePosition;
  /** Milliseconds since the epoch. */
  readonly createdAt: number | null;
  readonly model?: string | null;
  readonly usage?: Usage | null;
  /** Told from the text where it is left out. */
  readonly synthetic?: Message['synthetic'] | null;
  /** Stands before the content: reasoning that is kept in an item of its own. */
  readonly before?: readonly Part[];
}

/** One item of a history, and the messages it became: those from one index up to, and without, another one. */
export interface TaskItem {
  readonly role: Role;
  readonly from: number;
  readonly to: number;
  readonly createdAt: number | null;
  readonly content: unknown;
}

/** Messages of a history whose items hold several: the results of tools stand in messages of the user there. */
export class TaskMessages {
  readonly messages: MessageDraft[] = [];
  /** In the order of the file, one an item. */
  readonly items: TaskItem[] = [];
  private readonly ids = new UniqueIds();
  private readonly toolNames = new Map<string, string>();

  /** Takes the next item of the history. */
  add(content: unknown, facts: ItemFacts): TaskItem {
    const from = this.messages.length;
    const { parts, toolResults } = readTaskContent(content);
    const base = facts.id ?? `message-${String(this.items.length)}`;
    for (const { callId, parts: result, isError } of toolResults) {
      const message = this.append(base, 'tool', result, facts);
      message.toolCallId = callId;
      const toolName = this.toolNames.get(callId);
      if (toolName !== undefined) message.toolName = toolName;
      if (isError) message.isError = true;
    }
    if (parts.length > 0 || toolResults.length === 0) this.appendSpoken(base, parts, facts);
    return this.noteItem(from, content, facts);
  }

  /** Takes an item that is no message by itself; its messages are those made of it elsewhere. */
  noteItem(from: number, content: unknown, { role, createdAt }: Pick<ItemFacts, 'role' | 'createdAt'>): TaskItem {
    const item: TaskItem = { role, from, to: this.messages.length, createdAt, content };
    this.items.push(item);
    return item;
  }

  private appendSpoken(base: string, parts: readonly Part[], facts: ItemFacts): void {
    const { before = [], role } = facts;
    const all = before.length === 0 ? parts : [...before, ...parts];
    for (const part of all) if (part.type === 'toolCall') this.toolNames.set(part.id, part.name);
    const message = this.append(base, role, all, facts);
    const synthetic = facts.synthetic === undefined ? syntheticOf(role, parts) : facts.synthetic;
    if (synthetic != null) message.synthetic = synthetic;
    if (facts.model != null) message.model = facts.model;
    if (facts.usage != null) message.usage = facts.usage;
  }

  private append(id: string, role: Role, parts: readonly Part[], { source, createdAt }: ItemFacts): MessageDraft {
    const message: MessageDraft = { id: this.ids.take(id), role, parts, source };
    if (createdAt !== null) message.createdAt = createdAt;
    this.messages.push(message);
    return message;
  }
}

/** Tags around what a person typed, in texts that the harness wrote around it. */
const TYPED = ['<task>', '<user_message>', '<feedback>', '<answer>', '<user_input'] as const;

const HARNESS = /^\s*(?:<environment_details>|<system-reminder>|\[(?:ERROR|NOTE)\]|\[[\w-]+(?: for [^\n]*)?\] Result:)/;

/** Whether all of a user message is the harness's: results of tools written as text, the state of the editor. */
function syntheticOf(role: Role, parts: readonly Part[]): Message['synthetic'] | null {
  if (role !== 'user') return null;
  let isHarness = false;
  for (const part of parts) {
    if (part.type !== 'text') continue;
    // The header of a result stands in a block of its own, before what the tool gave back.
    isHarness ||= HARNESS.test(part.text.slice(0, 500));
    if (!isHarness || TYPED.some((tag) => part.text.includes(tag))) return null;
  }
  return isHarness ? 'injected' : null;
}
