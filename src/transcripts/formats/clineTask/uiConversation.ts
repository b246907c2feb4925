import type { Message, Part, Role, SourcePosition } from '../../../engine/message';
import { isRecord, jsonText, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { MessageDraft } from '../../messageDraft';
import { mediaKind, mediaPart } from '../../../wire/mediaPart';
import type { RecordedCompaction } from '../../transcript';
import { UniqueIds } from '../../uniqueIds';
import { jsonOf, readUiMessages, type UiCondensation, type UiRequest } from './uiMessages';

/** What a chat as it was shown tells, where the history that the model was sent is not at hand. */
export interface UiConversation {
  readonly title: string | null;
  readonly messages: readonly Message[];
  readonly compactions: readonly RecordedCompaction[];
}

/** Reads the entries of `ui_messages.json` as a conversation. Never throws. */
export function readUiConversation(entries: readonly unknown[], source: SourcePosition): UiConversation {
  const facts = readUiMessages(entries) ?? { title: null, requests: [], condensations: [] };
  const reader = new UiReader(source, facts);
  for (const entry of entries) if (isRecord(entry)) reader.add(entry);
  return { title: facts.title, messages: reader.messages, compactions: reader.compactions };
}

/** Entries that say nothing to the model and nothing from it. */
const SILENT = new Set([
  ...['api_req_finished', 'api_req_retried', 'api_req_retry_delayed', 'api_req_deleted', 'deleted_api_reqs'],
  ...[
    'checkpoint_created',
    'checkpoint_saved',
    'task_progress',
    'resume_task',
    'resume_completed_task',
    'api_req_failed',
  ],
  ...['mcp_server_request_started', 'shell_integration_warning', 'load_mcp_documentation', 'user_edit_todos'],
]);

/** Entries that ask for a tool, by the tool's name here, and the entries that hold what it gave back. */
const CALLS = new Map([
  ['tool', 'tool'],
  ['command', 'command'],
  ['use_mcp_server', 'use_mcp_server'],
  ['browser_action_launch', 'browser_action'],
  ['browser_action', 'browser_action'],
]);
const RESULTS = new Set(['command_output', 'mcp_server_response', 'browser_action_result']);

class UiReader {
  readonly messages: MessageDraft[] = [];
  readonly compactions: RecordedCompaction[] = [];
  private readonly ids = new UniqueIds();
  private readonly parts = new Map<MessageDraft, Part[]>();
  private nextRequest = 0;
  private nextCondensation = 0;
  private request: UiRequest | undefined;
  private calls = 0;

  constructor(
    private readonly source: SourcePosition,
    private readonly facts: {
      readonly requests: readonly UiRequest[];
      readonly condensations: readonly UiCondensation[];
    },
  ) {}

  add(entry: JsonRecord): void {
    const word = stringAt(entry, 'say') ?? stringAt(entry, 'ask') ?? '';
    const text = stringAt(entry, 'text') ?? '';
    if ('contextCondense' in entry || 'contextTruncation' in entry) this.addCondensation(entry);
    else if (word === 'api_req_started') this.request = this.facts.requests[this.nextRequest++];
    else if (SILENT.has(word)) return;
    else if (word === 'task' || word.startsWith('user_feedback') || (word === 'text' && this.messages.length === 0)) {
      this.append('user', entry, [...textParts(text), ...imagesOf(entry)]);
    } else if (CALLS.has(word)) this.addCall(CALLS.get(word) ?? word, entry, text);
    else if (RESULTS.has(word)) this.addResult(entry, text);
    else if (word === 'reasoning') this.reply(entry, text === '' ? [] : [{ type: 'thinking', text }]);
    else if (KNOWN_SPEECH.has(word)) this.reply(entry, textParts(spokenText(text)));
    else this.reply(entry, [{ type: 'raw', kind: word, json: jsonText(entry) }]);
  }

  /** Adds to the reply that is being given; a new one begins after anything else, and with each request. */
  private reply(entry: JsonRecord, parts: readonly Part[]): MessageDraft | null {
    if (parts.length === 0) return null;
    const last = this.messages.at(-1);
    const open = last?.role === 'assistant' && this.request === undefined ? this.parts.get(last) : undefined;
    if (last !== undefined && open !== undefined) {
      open.push(...parts);
      return last;
    }
    const message = this.append('assistant', entry, parts);
    const { usage, model } = this.request ?? { usage: null, model: null };
    if (usage !== null) message.usage = usage;
    if (model !== null) message.model = model;
    this.request = undefined;
    return message;
  }

  /** What a tool gave back stands in the entry that asked for it, or in those after it. */
  private addCall(name: string, entry: JsonRecord, text: string): void {
    const { tool, content, diff, ...rest } = jsonOf(text);
    const id = `call-${String(this.calls++)}`;
    const isTool = name === 'tool' && typeof tool === 'string';
    const input = name === 'command' ? { command: text } : isTool ? rest : jsonOf(text);
    this.reply(entry, [{ type: 'toolCall', id, name: isTool ? tool : name, arguments: jsonText(input) }]);
    const output = content ?? diff;
    const message = this.append('tool', entry, typeof output === 'string' ? textParts(output) : []);
    message.toolCallId = id;
    message.toolName = isTool ? tool : name;
  }

  private addResult(entry: JsonRecord, text: string): void {
    const last = this.messages.at(-1);
    const parts = last?.role === 'tool' ? this.parts.get(last) : undefined;
    if (parts === undefined) this.reply(entry, textParts(text));
    else parts.push(...textParts(text));
  }

  private addCondensation(entry: JsonRecord): void {
    const facts = this.facts.condensations[this.nextCondensation++];
    const summary = stringAt(recordAt(entry, 'contextCondense') ?? {}, 'summary');
    const index = this.messages.length;
    this.compactions.push({
      index,
      ...(facts === undefined ? {} : { kind: facts.kind }),
      ...(facts?.tokensBefore == null ? {} : { tokensBefore: facts.tokensBefore }),
      ...(facts?.tokensAfter == null ? {} : { tokensAfter: facts.tokensAfter }),
      ...(summary === null ? {} : { summary: index }),
    });
    if (summary !== null) this.append('user', entry, textParts(summary)).synthetic = 'summary';
  }

  private append(role: Role, entry: JsonRecord, parts: readonly Part[]): MessageDraft {
    const list = [...parts];
    const ts = numberAt(entry, 'ts');
    const message: MessageDraft = {
      id: this.ids.take(ts === null ? 'entry' : `entry-${String(ts)}`),
      role,
      parts: list,
      source: this.source,
    };
    if (ts !== null) message.createdAt = ts;
    this.parts.set(message, list);
    this.messages.push(message);
    return message;
  }
}

const KNOWN_SPEECH = new Set([
  ...['text', 'completion_result', 'plan_completion_result', 'followup', 'plan_mode_respond', 'act_mode_respond'],
  ...['new_task', 'error', 'info', 'diff_error', 'clineignore_error', 'rooignore_error'],
]);

/** Questions are kept as JSON with the answers to choose from. */
function spokenText(text: string): string {
  if (!text.startsWith('{')) return text;
  const asked = jsonOf(text);
  return stringAt(asked, 'question') ?? stringAt(asked, 'response') ?? text;
}

function textParts(text: string): readonly Part[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function imagesOf(entry: JsonRecord): readonly Part[] {
  const images = entry['images'];
  if (!Array.isArray(images)) return [];
  return images.flatMap((url: unknown): Part[] => {
    if (typeof url !== 'string') return [];
    const [, mediaType] = /^data:([^;,]{1,100});base64,/.exec(url.slice(0, 150)) ?? [];
    if (mediaType === undefined) return [];
    return [mediaPart(mediaKind(mediaType), mediaType, url.slice(url.indexOf(',') + 1))];
  });
}
