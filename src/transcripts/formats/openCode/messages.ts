import type { Message, Part, Role, SourcePosition, Usage } from '../../../engine/message';
import { isRecord, jsonText, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { MessageDraft } from '../../messageDraft';
import { UniqueIds } from '../../uniqueIds';
import { contentPart, toolPart } from './parts';

/** What a session says of compactions, in terms of its messages. */
export interface OpenCodeFacts {
  /** Index of the first message of each message of the file, by its id there. */
  readonly starts: ReadonlyMap<string, number>;
  readonly requests: readonly CompactionRequest[];
  /** Index of the summary that answers a request, by the request's id. */
  readonly summaries: ReadonlyMap<string, number>;
  /** Results whose output was taken out of the context. */
  readonly pruned: readonly { readonly index: number; readonly at: number }[];
}

/** A message that asks for a summary of all before it. */
export interface CompactionRequest {
  readonly id: string;
  readonly index: number;
  readonly isAutomatic: boolean | null;
  /** Id of the message from which on all is kept. */
  readonly tail: string | null;
}

/** Messages of a session. A reply holds its tools with their results, and maybe several steps; here each is its own. */
export class OpenCodeMessages {
  /** Where the newest reply was given that says so. */
  workspace: string | null = null;
  private readonly messages: MessageDraft[] = [];
  private readonly ids = new UniqueIds();
  private readonly starts = new Map<string, number>();
  private readonly requests: CompactionRequest[] = [];
  private readonly summaries = new Map<string, number>();
  private readonly pruned: { index: number; at: number }[] = [];

  add(info: JsonRecord, parts: readonly unknown[], source: SourcePosition): void {
    const id = stringAt(info, 'id') ?? `message-${String(this.starts.size)}`;
    if (!this.starts.has(id)) this.starts.set(id, this.messages.length);
    if (info['role'] === 'assistant') this.addReply(id, info, parts, source);
    else this.addPrompt(id, info, parts, source);
  }

  /**
   * All messages, or those before the one the user went back to.
   *
   * @returns with how many are left out
   */
  upTo(revertedId: string | null): {
    readonly messages: readonly Message[];
    readonly facts: OpenCodeFacts;
    readonly left: number;
  } {
    const end = (revertedId === null ? undefined : this.starts.get(revertedId)) ?? this.messages.length;
    const { starts, requests, summaries, pruned } = this;
    const facts = { starts, requests: requests.filter(({ index }) => index < end), summaries, pruned };
    return { messages: this.messages.slice(0, end), facts, left: this.messages.length - end };
  }

  /** What was typed, and what was put in with it, files above all, are messages of their own. */
  private addPrompt(id: string, info: JsonRecord, parts: readonly unknown[], source: SourcePosition): void {
    const [typed, injected]: [Part[], Part[]] = [[], []];
    const system = stringAt(info, 'system');
    for (const part of parts) {
      const content = contentPart(part);
      if (content === null) continue;
      const record = isRecord(part) ? part : {};
      const isAsked = record['type'] === 'compaction' || record['type'] === 'subtask';
      (record['synthetic'] === true || isAsked ? injected : typed).push(content);
      if (record['type'] === 'compaction') this.noteRequest(id, record);
    }
    if (typed.length > 0 || injected.length === 0) this.append(id, 'user', typed, info, source);
    if (injected.length > 0) this.append(id, 'user', injected, info, source).synthetic = 'injected';
    // Instructions for this prompt alone are no message; they are kept with it.
    const last = this.messages.at(-1);
    if (system !== null && last !== undefined) {
      last.parts = [...last.parts, { type: 'raw', kind: 'system', json: jsonText(system) }];
    }
  }

  private noteRequest(id: string, part: JsonRecord): void {
    const { auto } = part;
    const isAutomatic = typeof auto === 'boolean' ? auto : null;
    this.requests.push({ id, index: this.messages.length, isAutomatic, tail: stringAt(part, 'tail_start_id') });
  }

  private addReply(id: string, info: JsonRecord, parts: readonly unknown[], source: SourcePosition): void {
    this.workspace = stringAt(recordAt(info, 'path') ?? {}, 'cwd') ?? this.workspace;
    const steps = stepsOf(parts);
    const whole = usageOf(info);
    const isSummary = info['summary'] === true;
    const index = this.messages.length;
    steps.forEach((step, position) => {
      const reply = this.addStep(id, step, info, source);
      const usage = usageOf(step.findLast((part) => isRecord(part) && part['type'] === 'step-finish'));
      // The reply's own tokens are those of its last step.
      const known = usage ?? (position === steps.length - 1 ? whole : null);
      if (known !== null) reply.usage = known;
      if (isSummary) reply.synthetic = 'summary';
    });
    const error = info['error'];
    if (error !== undefined && error !== null) {
      const last = this.messages[index];
      if (last !== undefined) last.parts = [...last.parts, { type: 'raw', kind: 'error', json: jsonText(error) }];
    }
    const request = stringAt(info, 'parentID');
    const isDone = error === undefined && (typeof info['finish'] === 'string' || whole !== null);
    if (isSummary && isDone && request !== null) this.summaries.set(request, index);
  }

  private addStep(id: string, step: readonly unknown[], info: JsonRecord, source: SourcePosition): MessageDraft {
    const content: Part[] = [];
    const tools = step.flatMap((part) => toolPart(part) ?? []);
    for (const part of step) {
      const tool = toolPart(part);
      const read = tool === null ? contentPart(part) : tool.call;
      if (read !== null) content.push(read);
    }
    const reply = this.append(id, 'assistant', content, info, source);
    const model = stringAt(info, 'modelID');
    if (model !== null) reply.model = model;
    for (const { id: callId, name, result, compactedAt } of tools) {
      if (result === null) continue;
      const message = this.append(`${id}-result`, 'tool', result.parts, info, source);
      message.toolCallId = callId;
      message.toolName = name;
      if (result.isError) message.isError = true;
      if (compactedAt !== null) this.pruned.push({ index: this.messages.length - 1, at: compactedAt });
    }
    return reply;
  }

  private append(
    id: string,
    role: Role,
    parts: readonly Part[],
    info: JsonRecord,
    source: SourcePosition,
  ): MessageDraft {
    const message: MessageDraft = { id: this.ids.take(id), role, parts, source };
    const createdAt = numberAt(recordAt(info, 'time') ?? {}, 'created');
    if (createdAt !== null) message.createdAt = createdAt;
    this.messages.push(message);
    return message;
  }
}

/** The parts of a reply by step; each step was a request of its own. */
function stepsOf(parts: readonly unknown[]): readonly (readonly unknown[])[] {
  const steps: unknown[][] = [[]];
  let isBegun = false;
  for (const part of parts) {
    const begins = isRecord(part) && part['type'] === 'step-start';
    if (begins && isBegun) steps.push([]);
    isBegun ||= begins;
    steps.at(-1)?.push(part);
  }
  return steps;
}

/** Input and cached tokens are counted apart there; output and reasoning are in the whole, where it is given. */
function usageOf(value: unknown): Usage | null {
  const tokens = isRecord(value) ? recordAt(value, 'tokens') : null;
  const [input, output] = tokens === null ? [] : [numberAt(tokens, 'input'), numberAt(tokens, 'output')];
  if (tokens === null || input == null || output == null) return null;
  const cache = recordAt(tokens, 'cache') ?? {};
  const [read, written] = [numberAt(cache, 'read') ?? 0, numberAt(cache, 'write') ?? 0];
  const inputTokens = input + read + written;
  const total = numberAt(tokens, 'total');
  if (inputTokens + output === 0) return null;
  return {
    inputTokens,
    cachedInputTokens: read,
    outputTokens: total === null ? output : Math.max(output, total - inputTokens),
  };
}
