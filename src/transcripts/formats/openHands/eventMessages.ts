import type { Message, Part, SourcePosition } from '../../../engine/message';
import { isList, isRecord, jsonText, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import { KindCounts } from '../../kindCounts';
import type { MessageDraft } from '../../messageDraft';
import type { ProblemList } from '../../problemList';
import type { ReadSession } from '../../transcriptFormat';
import { UniqueIds } from '../../uniqueIds';
import { condensationsOf, forgottenIds, summaryOf, type Condensation } from './condensations';
import { eventParts, observationParts, reasoningParts } from './eventContent';
import { stateFacts, type RecordedUsage } from './stateFacts';

/** Events that say nothing to the model and nothing from it. */
const SILENT = new Set([
  ...['ConversationStateUpdateEvent', 'PauseEvent', 'InterruptEvent', 'TokenEvent', 'StreamingDeltaEvent'],
  ...['LLMCompletionLogEvent', 'HookExecutionEvent', 'ConversationErrorEvent', 'ServerErrorEvent'],
]);

type Source = SourcePosition | undefined;

/** Messages made of the events of a conversation, one after another. */
export class EventMessages {
  private readonly messages: Message[] = [];
  private readonly ids = new UniqueIds();
  /** Index of the message that an event became, or became part of. */
  private readonly messageOf = new Map<string, number>();
  /** The response that the reply at an index is. */
  private readonly responseOf = new Map<number, string>();
  private readonly condensations: Condensation[] = [];
  private readonly unknown = new KindCounts();
  private trigger: string | null = null;
  /** Whether the newest message is a reply that more calls of the same response may follow. */
  private openResponse: string | null = null;

  add(event: JsonRecord, source: Source): void {
    const kind = stringAt(event, 'kind') ?? '';
    switch (kind) {
      case 'SystemPromptEvent':
        this.append(event, source, { role: 'system', parts: systemParts(event) });
        break;
      case 'MessageEvent':
        this.addMessage(event, source);
        break;
      case 'ActionEvent':
        this.addAction(event, source);
        break;
      case 'ObservationEvent':
      case 'UserRejectObservation':
      case 'AgentErrorEvent':
        this.addObservation(event, source);
        break;
      case 'Condensation':
        this.addCondensation(event, source);
        break;
      case 'CondensationRequest':
        this.trigger = stringAt(event, 'reason') ?? 'request';
        break;
      case 'CondensationSummaryEvent':
        this.append(event, source, summaryOf(event) ?? { role: 'user', parts: [], synthetic: 'summary' });
        break;
      default:
        if (!SILENT.has(kind)) this.unknown.note(kind, source ?? { line: 1, byteOffset: 0 });
    }
  }

  /** @param state `base_state.json`, where it is at hand */
  finish(state: JsonRecord | null, problems: ProblemList): ReadSession {
    this.unknown.report(problems, (kind) => `of the unknown kind ${kind}, left out.`);
    const { model, workspace, usages } = stateFacts(state);
    for (const [index, response] of this.responseOf) this.addUsage(index, usages.get(response));
    const compactions = condensationsOf(this.condensations, this.messageOf);
    return {
      messages: [...this.messages],
      model,
      workspace,
      ...(compactions.length === 0 ? {} : { recorded: { compactions } }),
    };
  }

  private addMessage(event: JsonRecord, source: Source): void {
    const said = recordAt(event, 'llm_message') ?? {};
    const role = roleOf(said, event);
    const calls = role === 'assistant' ? callsIn(said['tool_calls']) : [];
    const parts = [...reasoningParts(said), ...eventParts(said['content']), ...calls];
    const response = stringAt(event, 'llm_response_id');
    const isTyped = role !== 'user' || event['source'] === 'user';
    const index = this.append(event, source, { role, parts, ...(isTyped ? {} : { synthetic: 'injected' }) });
    if (response !== null && role === 'assistant') this.responseOf.set(index, response);
    const extended = eventParts(event['extended_content']);
    if (extended.length > 0) this.append(event, source, { role: 'user', parts: extended, synthetic: 'injected' });
  }

  /** Calls of one response are events of their own, one behind the other. */
  private addAction(event: JsonRecord, source: Source): void {
    const parts = [...reasoningParts(event), ...eventParts(event['thought']), ...callOf(event)];
    const response = stringAt(event, 'llm_response_id');
    const index = this.messages.length - 1;
    const open = this.messages[index];
    if (open !== undefined && response !== null && this.openResponse === response) {
      // A copy, as somebody may hold what was read until now.
      this.messages[index] = { ...open, parts: [...open.parts, ...parts] };
      this.noteEvent(event, index);
      return;
    }
    const added = this.append(event, source, { role: 'assistant', parts });
    if (response !== null) this.responseOf.set(added, response);
    this.openResponse = response;
  }

  private addObservation(event: JsonRecord, source: Source): void {
    const observation = recordAt(event, 'observation');
    const words = stringAt(event, 'error') ?? stringAt(event, 'rejection_reason');
    const parts = words === null ? observationParts(event['observation']) : eventParts(words);
    const toolName = stringAt(event, 'tool_name');
    this.append(event, source, {
      role: 'tool',
      parts: [...parts, ...eventParts(event['extended_content'])],
      toolCallId: stringAt(event, 'tool_call_id') ?? '',
      ...(toolName === null ? {} : { toolName }),
      ...(event['kind'] !== 'ObservationEvent' || observation?.['is_error'] === true ? { isError: true } : {}),
    });
  }

  private addCondensation(event: JsonRecord, source: Source): void {
    const summary = summaryOf(event);
    const forgotten = forgottenIds(event, []);
    const index = this.messages.length;
    this.condensations.push({ index, trigger: this.trigger, forgotten, hasSummary: summary !== null, source });
    this.trigger = null;
    if (summary === null) return;
    this.append(event, source, summary);
    // A later condensation names the summary by an id of its own.
    this.messageOf.set(`${stringAt(event, 'id') ?? ''}-summary`, index);
  }

  private addUsage(index: number, recorded: RecordedUsage | undefined): void {
    const message = this.messages[index];
    if (message === undefined || recorded === undefined || message.usage !== undefined) return;
    const { usage, model } = recorded;
    this.messages[index] = { ...message, usage, ...(model === null ? {} : { model }) };
  }

  private append(event: JsonRecord, source: Source, fields: Omit<MessageDraft, 'id'>): number {
    const index = this.messages.length;
    const message: MessageDraft = { id: this.ids.take(stringAt(event, 'id') ?? `event-${String(index)}`), ...fields };
    const createdAt = Date.parse(stringAt(event, 'timestamp') ?? '');
    if (!Number.isNaN(createdAt)) message.createdAt = createdAt;
    if (source !== undefined) message.source = source;
    this.messages.push(message);
    this.noteEvent(event, index);
    this.openResponse = null;
    return index;
  }

  private noteEvent(event: JsonRecord, index: number): void {
    const id = stringAt(event, 'id');
    if (id !== null && !this.messageOf.has(id)) this.messageOf.set(id, index);
  }
}

function roleOf(said: JsonRecord, event: JsonRecord): Message['role'] {
  const { role } = said;
  if (role === 'user' || role === 'assistant' || role === 'system') return role;
  return event['source'] === 'agent' ? 'assistant' : 'user';
}

function systemParts(event: JsonRecord): readonly Part[] {
  const texts = [event['system_prompt'], event['dynamic_context']];
  return texts.flatMap((text) => (text === undefined || text === null ? [] : eventParts([text])));
}

function callOf(event: JsonRecord): readonly Part[] {
  const call = recordAt(event, 'tool_call') ?? {};
  const id = stringAt(event, 'tool_call_id') ?? stringAt(call, 'id');
  const name = stringAt(event, 'tool_name') ?? stringAt(call, 'name');
  if (id === null || name === null) return [{ type: 'raw', kind: 'ActionEvent', json: jsonText(event) }];
  const input = call['arguments'] ?? recordAt(call, 'function')?.['arguments'] ?? event['action'] ?? {};
  return [{ type: 'toolCall', id, name, arguments: typeof input === 'string' ? input : jsonText(input) }];
}

function callsIn(list: unknown): readonly Part[] {
  if (!isList(list)) return [];
  return list.flatMap((call) => (isRecord(call) ? callOf({ tool_call: call, tool_call_id: call['id'] }) : []));
}
