import { toolCallsOf } from './message';
import type { Message, ToolCallPart } from './message';

/**
 * Messages grouped into what must stay together: an assistant message with tool calls and all results that answer it, or
 * any other message alone. Pairing is done once, as messages are appended, and holds for recorded histories with late,
 * missing, repeated or stray results and with repeated ids.
 */

export interface Step {
  /** Index of the assistant message with the calls, or of the message that stands alone. */
  readonly anchor: number;
  /** Indexes of the results, in the order they came. */
  readonly results: number[];
  /** Calls nobody has answered yet, by position among the anchor's calls. */
  readonly unanswered: Set<number>;
  /** The ids the calls go by in a request: as recorded, or made unique. Empty where there are no calls. */
  readonly callIds: readonly string[];
  /** A result whose call is not in the context; shown to the model as a note of the user. */
  readonly isStray: boolean;
  /** Taken out of the context as a whole. */
  isRemoved: boolean;
}

/** Of all steps without calls, which nothing can answer. */
const NO_CALLS = { unanswered: new Set<number>(), callIds: [] } as const;

/** Indexes of all messages of the steps, ascending. */
export function indexesOf(steps: readonly Step[]): number[] {
  const indexes: number[] = [];
  let isAscending = true;
  for (const { anchor, results } of steps) {
    isAscending &&= anchor > (indexes.at(-1) ?? -1);
    indexes.push(anchor);
    for (const index of results) indexes.push(index);
  }
  // Only a result that came late stands behind the steps that follow its call.
  return isAscending ? indexes : indexes.sort((a, b) => a - b);
}

interface OpenCall {
  readonly step: Step;
  readonly position: number;
}

export class StepIndex {
  /** Index of the first message that was taken out; infinite while none is. */
  firstRemovedAnchor = Number.POSITIVE_INFINITY;

  private steps: Step[] = [];
  private hasRemovedSteps = false;
  private readonly stepOfMessage: Step[] = [];
  /** Which id a result goes by in a request. */
  private readonly wireIdOfResult = new Map<number, string>();
  private readonly openCalls = new Map<string, OpenCall[]>();
  private readonly usedIds = new Set<string>();
  /** The suffix to try next for an id that is taken. */
  private readonly nextSuffix = new Map<string, number>();

  /** The steps in the context, in order. Those taken out never come back, so they cost nothing from then on. */
  get visible(): readonly Step[] {
    if (this.hasRemovedSteps) this.steps = this.steps.filter((step) => !step.isRemoved);
    this.hasRemovedSteps = false;
    return this.steps;
  }

  /** Adds the message at the end of the history and returns the step it belongs to. */
  append(message: Message, index: number): Step {
    const answered = message.role === 'tool' ? this.takeOpenCall(message.toolCallId ?? '') : undefined;
    const step = answered?.step ?? this.newStep(message, index);
    if (answered !== undefined) {
      step.results.push(index);
      step.unanswered.delete(answered.position);
      this.wireIdOfResult.set(index, step.callIds[answered.position] ?? '');
    }
    this.stepOfMessage.push(step);
    return step;
  }

  stepOf(index: number): Step | undefined {
    return this.stepOfMessage[index];
  }

  /** The id the result at `index` answers to in a request. */
  wireId(index: number): string {
    return this.wireIdOfResult.get(index) ?? '';
  }

  /** Takes the step out of the context; a result that still comes for it will be a stray. */
  remove(step: Step): void {
    step.isRemoved = true;
    this.hasRemovedSteps = true;
    this.firstRemovedAnchor = Math.min(this.firstRemovedAnchor, step.anchor);
  }

  private newStep(message: Message, index: number): Step {
    const calls = toolCallsOf(message);
    const { unanswered, callIds } = calls.length === 0 ? NO_CALLS : this.openStep(calls, index);
    const isStray = message.role === 'tool';
    const step: Step = { anchor: index, results: [], unanswered, callIds, isStray, isRemoved: false };
    for (const [position, call] of calls.entries()) {
      const open = this.openCalls.get(call.id);
      if (open === undefined) this.openCalls.set(call.id, [{ step, position }]);
      else open.push({ step, position });
    }
    this.steps.push(step);
    return step;
  }

  private openStep(calls: readonly ToolCallPart[], index: number): Pick<Step, 'unanswered' | 'callIds'> {
    const callIds = calls.map((call, position) => this.uniqueId(call.id, index, position));
    return { unanswered: new Set(calls.keys()), callIds };
  }

  /** The call a result answers: of the newest step that asked under this id, its first call without an answer. */
  private takeOpenCall(id: string): OpenCall | undefined {
    const open = this.openCalls.get(id);
    const newest = open?.at(-1)?.step;
    if (open === undefined || newest === undefined || newest.isRemoved) return undefined;
    let first = open.length - 1;
    while (open[first - 1]?.step === newest) first -= 1;
    const [call] = open.splice(first, 1);
    if (open.length === 0) this.openCalls.delete(id);
    return call;
  }

  /** Providers refuse a request in which one id stands twice, an empty one, and one that is not well-formed. */
  private uniqueId(recorded: string, index: number, position: number): string {
    const base = recorded === '' ? `call_${index}_${position}` : recorded.toWellFormed();
    let id = base;
    for (let suffix = this.nextSuffix.get(base) ?? 2; this.usedIds.has(id); suffix += 1) {
      id = `${base}_${suffix}`;
      this.nextSuffix.set(base, suffix + 1);
    }
    this.usedIds.add(id);
    return id;
  }
}
