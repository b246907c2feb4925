import type { Message, Part, SourcePosition, Usage } from '../../../engine/message';
import { isList, isRecord, jsonText, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { MessageDraft } from '../../messageDraft';
import type { ProblemList } from '../../problemList';
import type { ReadSession } from '../../transcriptFormat';
import { KindCounts } from '../../kindCounts';
import { UniqueIds } from '../../uniqueIds';
import { condensationsOf, forgottenIds, summaryOf, type Condensation } from './condensations';
import { eventParts, imagePart } from './eventContent';
import { usageOf } from './stateFacts';

/** Actions and observations that say nothing to the model and nothing from it. */
const SILENT = new Set(['change_agent_state', 'agent_state_changed', 'null', 'start', 'pause', 'resume', 'stop']);

/** The reply that calls are being added to, while they come from one response. */
interface OpenReply {
  readonly response: string;
  readonly index: number;
}

/** Messages made of the actions and observations of a trajectory of the first version. */
export class TrajectoryMessages {
  private readonly messages: Message[] = [];
  private readonly ids = new UniqueIds();
  /** Index of the message that an event became, or became part of. */
  private readonly messageOf = new Map<string, number>();
  /** Id and name of the call that an action is, by the action's id. */
  private readonly callOf = new Map<string, { readonly id: string; readonly name: string }>();
  private readonly condensations: Condensation[] = [];
  private readonly unknown = new KindCounts();
  private trigger: string | null = null;
  private open: OpenReply | null = null;

  add(event: JsonRecord, source: SourcePosition): void {
    const action = stringAt(event, 'action');
    if (action === null) this.addObservation(event, source);
    else if (!SILENT.has(action)) this.addAction(action, event, recordAt(event, 'args') ?? {}, source);
  }

  finish(problems: ProblemList): ReadSession {
    this.unknown.report(problems, (kind) => `of the kind ${kind} without a call, shown as a note.`);
    const compactions = condensationsOf(this.condensations, this.messageOf);
    return { messages: [...this.messages], ...(compactions.length === 0 ? {} : { recorded: { compactions } }) };
  }

  private addAction(action: string, event: JsonRecord, args: JsonRecord, source: SourcePosition): void {
    const isUser = event['source'] === 'user';
    switch (action) {
      case 'system':
        this.append(event, source, { role: 'system', parts: eventParts(args['content']) });
        break;
      case 'message': {
        const images = isList(args['image_urls']) ? args['image_urls'].flatMap(imagePart) : [];
        const parts = [...eventParts(args['content'] ?? event['message']), ...images];
        if (isUser) this.append(event, source, { role: 'user', parts });
        else this.addReply(event, source, parts);
        break;
      }
      case 'recall':
        break;
      case 'condensation':
        this.addCondensation(event, args, source);
        break;
      case 'condensation_request':
        this.trigger = 'request';
        break;
      case 'finish':
      case 'reject':
        this.addReply(event, source, [...thoughtOf(args), ...finalWords(event, args)]);
        break;
      default:
        if (isUser) this.addNote(action, event, source);
        else this.addReply(event, source, [...thoughtOf(args), this.call(action, event, args)]);
    }
  }

  /** What the agent did or said; actions of one response are one reply. */
  private addReply(event: JsonRecord, source: SourcePosition, parts: readonly Part[]): void {
    const answer = recordAt(recordAt(event, 'tool_call_metadata') ?? {}, 'model_response') ?? {};
    const response = stringAt(answer, 'id');
    const open = this.open !== null && this.open.response === response ? this.open : null;
    const reply = open === null ? undefined : this.messages[open.index];
    if (open !== null && reply !== undefined) {
      this.messages[open.index] = { ...reply, parts: [...reply.parts, ...parts] };
      this.noteEvent(event, open.index);
      return;
    }
    const model = stringAt(answer, 'model');
    const usage = lastUsage(event, response);
    const index = this.append(event, source, {
      role: 'assistant',
      parts,
      ...(model === null ? {} : { model }),
      ...(usage === null ? {} : { usage }),
    });
    this.open = response === null ? null : { response, index };
  }

  private call(action: string, event: JsonRecord, args: JsonRecord): Part {
    const metadata = recordAt(event, 'tool_call_metadata') ?? {};
    const key = eventId(event);
    const id = stringAt(metadata, 'tool_call_id') ?? `action-${key ?? String(this.messages.length)}`;
    const name = stringAt(metadata, 'function_name') ?? action;
    if (key !== null) this.callOf.set(key, { id, name });
    const { thought: _thought, ...input } = args;
    return { type: 'toolCall', id, name, arguments: writtenArguments(metadata, id) ?? jsonText(input) };
  }

  private addObservation(event: JsonRecord, source: SourcePosition): void {
    const kind = stringAt(event, 'observation') ?? '';
    if (SILENT.has(kind)) return;
    const cause = this.callOf.get(idIn(event, 'cause') ?? '');
    const metadata = recordAt(event, 'tool_call_metadata') ?? {};
    const toolCallId = stringAt(metadata, 'tool_call_id') ?? cause?.id;
    const extras = recordAt(event, 'extras');
    if (toolCallId === undefined) {
      if (kind !== 'recall') this.unknown.note(kind, source);
      this.addNote(kind, event, source);
      return;
    }
    const toolName = stringAt(metadata, 'function_name') ?? cause?.name;
    this.append(event, source, {
      role: 'tool',
      parts: eventParts(event['content']),
      toolCallId,
      ...(toolName === undefined ? {} : { toolName }),
      ...(kind === 'error' || extras?.['isError'] === true ? { isError: true } : {}),
    });
  }

  /** What the harness put in: the text where there is one, with all that is known of it where there is more. */
  private addNote(kind: string, event: JsonRecord, source: SourcePosition): void {
    const details = recordAt(event, 'extras') ?? recordAt(event, 'args') ?? {};
    const parts: readonly Part[] = [...eventParts(event['content']), { type: 'raw', kind, json: jsonText(details) }];
    this.append(event, source, { role: 'user', parts, synthetic: 'injected' });
  }

  private addCondensation(event: JsonRecord, args: JsonRecord, source: SourcePosition): void {
    const summary = summaryOf(args);
    const index = this.messages.length;
    const forgotten = forgottenIds(args, this.messageOf.keys());
    this.condensations.push({ index, trigger: this.trigger, forgotten, hasSummary: summary !== null, source });
    this.trigger = null;
    if (summary !== null) this.append(event, source, summary);
  }

  private append(event: JsonRecord, source: SourcePosition, fields: Omit<MessageDraft, 'id'>): number {
    const index = this.messages.length;
    const message: MessageDraft = { id: this.ids.take(`event-${eventId(event) ?? String(index)}`), ...fields, source };
    const createdAt = Date.parse(stringAt(event, 'timestamp') ?? '');
    if (!Number.isNaN(createdAt)) message.createdAt = createdAt;
    this.messages.push(message);
    this.noteEvent(event, index);
    this.open = null;
    return index;
  }

  private noteEvent(event: JsonRecord, index: number): void {
    const id = eventId(event);
    if (id !== null && !this.messageOf.has(id)) this.messageOf.set(id, index);
  }
}

function eventId(event: JsonRecord): string | null {
  return idIn(event, 'id');
}

function idIn(event: JsonRecord, key: string): string | null {
  const id = event[key];
  return typeof id === 'number' || typeof id === 'string' ? String(id) : null;
}

function thoughtOf(args: JsonRecord): readonly Part[] {
  return eventParts(args['thought']);
}

/** What the agent said at its end, where it is not its thought. */
function finalWords(event: JsonRecord, args: JsonRecord): readonly Part[] {
  const words = stringAt(args, 'final_thought') ?? '';
  if (words !== '') return eventParts(words);
  return (stringAt(args, 'thought') ?? '') === '' ? eventParts(event['message']) : [];
}

/** The arguments as the model wrote them; null where the response is not at hand. */
function writtenArguments(metadata: JsonRecord, id: string): string | null {
  const choices = recordAt(metadata, 'model_response')?.['choices'];
  const first = isList(choices) ? choices[0] : null;
  const calls = isRecord(first) ? recordAt(first, 'message')?.['tool_calls'] : null;
  for (const call of isList(calls) ? calls : []) {
    if (isRecord(call) && call['id'] === id) return stringAt(recordAt(call, 'function') ?? {}, 'arguments');
  }
  return null;
}

/** The usage of the event's own response: the metrics hold those of all until then. */
function lastUsage(event: JsonRecord, response: string | null): Usage | null {
  const list = recordAt(event, 'llm_metrics')?.['token_usages'];
  const last = isList(list) ? list.at(-1) : null;
  const read = isRecord(last) && numberAt(last, 'prompt_tokens') !== null ? usageOf(last) : null;
  return read !== null && read.response === response ? read.usage : null;
}
