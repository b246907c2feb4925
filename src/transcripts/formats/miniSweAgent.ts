import type { Message, Role, SourcePosition, Usage } from '../../engine/message';
import { isList, isRecord, numberAt, recordAt, stringAt, type JsonRecord } from '../../wire/jsonValue';
import type { MessageDraft } from '../messageDraft';
import type { ReadContext, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { readChatContent } from '../../wire/chatContent';
import { readChatUsage } from '../../wire/chatUsage';
import { readResponseItems } from './miniSweAgent/responseItems';
import { readToolCalls } from '../../wire/chatToolCalls';

/** Trajectories of mini-swe-agent: `.traj.json`, or the bare list of messages of its first versions. */
export const miniSweAgent: TranscriptFormat = { id: 'mini-swe-agent', label: 'mini-swe-agent', detect, open };

/** The fence its first prompts ask for, and how it reports what a command came to. */
const OWN_WORDS = /```mswea_bash_command|^<returncode>-?\d+<\/returncode>/m;

/** Messages of a bare list that are looked at, and characters of each. */
const LOOKED_AT = { messages: 8, characters: 20_000 } as const;

function detect(sample: readonly unknown[]): number {
  let certainty = 0;
  for (const record of sample) {
    if (isList(record)) certainty = Math.max(certainty, looksOwn(record) ? 0.96 : 0);
    if (!isRecord(record) || !isList(record['messages'])) continue;
    if (stringAt(record, 'trajectory_format')?.startsWith('mini-swe-agent') === true) return 1;
    const info = recordAt(record, 'info');
    if (info !== null && ('mini_version' in info || ('exit_status' in info && 'model_stats' in info))) certainty = 0.97;
  }
  return certainty;
}

function looksOwn(list: readonly unknown[]): boolean {
  return list
    .slice(0, LOOKED_AT.messages)
    .some((item) => isRecord(item) && 'role' in item && OWN_WORDS.test(startOf(stringAt(item, 'content') ?? '')));
}

function startOf(text: string): string {
  return text.slice(0, LOOKED_AT.characters);
}

function open({ problems }: ReadContext): RecordReader {
  const reader = new TrajectoryReader();
  let model: string | null = null;
  let title: string | null = null;
  return {
    add(record, position) {
      const items = isList(record) ? record : isRecord(record) ? record['messages'] : undefined;
      if (!isList(items)) {
        problems.report('info', position, 'The record holds no messages; it was left out.');
        return;
      }
      if (isRecord(record)) {
        title ??= stringAt(record, 'instance_id');
        const config = recordAt(recordAt(record, 'info') ?? {}, 'config') ?? {};
        model ??= stringAt(recordAt(config, 'model') ?? {}, 'model_name');
      }
      const left = reader.addAll(items, { line: position.line, byteOffset: position.byteOffset });
      if (left === 0) return;
      problems.report('warning', position, `${String(left)} items of the list are no messages; they were left out.`);
    },
    finish: () => ({ messages: [...reader.messages], model, title }),
  };
}

class TrajectoryReader {
  readonly messages: Message[] = [];
  private readonly toolNames = new Map<string, string>();
  private hasTask = false;

  /** Returns how many items were no messages. */
  addAll(items: readonly unknown[], source: SourcePosition): number {
    let left = 0;
    for (const item of items) {
      if (isRecord(item)) this.add(item, source);
      else left += 1;
    }
    return left;
  }

  private add(item: JsonRecord, source: SourcePosition): void {
    const message = this.draft(item);
    // How the run ended stands in a message of its own, which says nothing where nothing was submitted.
    if (message.parts.length === 0 && item['role'] === 'exit') return;
    const extra = recordAt(item, 'extra') ?? {};
    const seconds = numberAt(extra, 'timestamp');
    if (seconds !== null) message.createdAt = Math.round(seconds * 1_000);
    message.source = source;
    if (message.role === 'assistant') addReplyFacts(message, recordAt(extra, 'response') ?? item);
    if (message.role === 'user') {
      if (this.hasTask) message.synthetic = 'injected';
      this.hasTask = true;
    }
    this.messages.push(message);
  }

  private draft(item: JsonRecord): MessageDraft {
    const index = this.messages.length;
    const id = `message-${String(index)}`;
    // The Responses API's own items, as they came and as they are sent back.
    if (isList(item['output']) && item['role'] === undefined) {
      return this.noted({ id, role: 'assistant', parts: readResponseItems(item['output']) });
    }
    const isAnswer = item['type'] === 'function_call_output';
    const role = isAnswer ? 'tool' : roleOf(item);
    const calls = role === 'assistant' ? readToolCalls(item['tool_calls'], index) : [];
    const parts = [...readChatContent(isAnswer ? item['output'] : item['content']), ...calls];
    const reasoning = stringAt(item, 'reasoning_content') ?? '';
    if (reasoning !== '') parts.unshift({ type: 'thinking', text: reasoning });
    const message: MessageDraft = { id, role, parts };
    if (role !== 'tool') return this.noted(message);
    message.toolCallId = stringAt(item, 'tool_call_id') ?? stringAt(item, 'call_id') ?? '';
    const toolName = this.toolNames.get(message.toolCallId);
    if (toolName !== undefined) message.toolName = toolName;
    return message;
  }

  private noted(message: MessageDraft): MessageDraft {
    for (const part of message.parts) if (part.type === 'toolCall') this.toolNames.set(part.id, part.name);
    return message;
  }
}

/** A message under an unknown role, as the one a run ends with, was written by the harness. */
function roleOf({ role }: JsonRecord): Role {
  return role === 'system' || role === 'assistant' || role === 'tool' ? role : 'user';
}

function addReplyFacts(message: MessageDraft, response: JsonRecord): void {
  const model = stringAt(response, 'model');
  if (model !== null) message.model = model;
  const usage: Usage | null = readChatUsage(response['usage']);
  if (usage !== null) message.usage = usage;
}
