import { MESSAGE_OVERHEAD_TOKENS } from './countedContent';
import { fateOfRemoved } from './decision';
import type { Decision, Fate, MessageEdit, Removal } from './decision';
import { hasContent } from './message';
import type { Message } from './message';
import type { MessageCounter } from './messageCounter';
import { COMPACTED_MARKER, MISSING_OPENING, STRAY_RESULT_PREFIX, UNANSWERED_RESULT, memorySection } from './notices';
import { SharedIds } from './sharedIds';
import { noticeAfter, type Notice } from './standingNotice';
import { StepIndex } from './stepIndex';
import type { Step } from './stepIndex';

/** What one message is in the context now. */
export interface MessageState {
  readonly fate: Fate;
  /** Tokens of the message as recorded. */
  readonly tokensOriginal: number;
  /** Tokens it takes in the context; 0 once it is out. */
  readonly tokensInContext: number;
  readonly pinned: boolean;
  /** The user put it back: only a context that does not fit may take it again. */
  readonly restored: boolean;
  /** The edit that holds, for results. */
  readonly content: Extract<MessageEdit, { kind: 'cut' | 'replace' }> | null;
  /** Arguments that hold, by position of the call among the message's parts. */
  readonly arguments: ReadonlyMap<number, string>;
  /** Pointers to its original, newest last. */
  readonly pointers: readonly string[];
  readonly decisionIds: readonly string[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** What most messages have of each: one for all, as a list of its own for every message of a long session adds up. */
const NO_ARGUMENTS: MessageState['arguments'] = new Map();
const NONE: readonly string[] = [];

/** What stands in the system prompt beside what was recorded. */
export interface StandingMemory {
  /** Markdown, as the user wrote it. */
  readonly source: string;
  /** As it is sent. */
  readonly text: string;
  /** Tokens of the text. */
  readonly tokens: number;
}

/** A decision before its effect is measured. */
export type DecisionDraft = Omit<Decision, 'tokensBefore' | 'tokensAfter' | 'historyLength' | 'counted' | 'cache'>;

/**
 * The fold of a history and its decisions, kept up to date message by message, so that asking how full the context is
 * costs nothing however long the session. It holds references to messages and never changes one.
 */
export class ContextLedger {
  readonly steps = new StepIndex();
  readonly fates: Record<Fate, number> = { kept: 0, truncated: 0, compacted: 0, pruned: 0, summarized: 0 };
  /** Messages before this index were already held against the budget of one result. */
  checkedLength = 0;
  /** Budget they were held against, tokens. */
  checkedBudget = Number.POSITIVE_INFINITY;

  /** Tokens of a message that is nothing but the marker of ②. */
  readonly markerTokens: number;

  private readonly messages: Message[] = [];
  private readonly states: Mutable<MessageState>[] = [];
  private readonly taken: Decision[] = [];
  private readonly removalPointers: string[] = [];
  private messageTokens = 0;
  private recordedTokens = 0;
  private schemaTokens = 0;
  private repairTokens = 0;
  private standingNotice: Notice | null = null;
  private standingMemory: StandingMemory | null = null;
  private systemIndex = -1;
  private firstTypedUser = -1;
  private firstUser = -1;
  private newestTypedUser = -1;
  private readonly placeholderTokens: number;
  private readonly strayTokens: number;
  private readonly openingTokens: number;

  constructor(readonly counter: MessageCounter) {
    this.markerTokens = counter.countTextMessage(COMPACTED_MARKER);
    this.placeholderTokens = counter.countTextMessage(UNANSWERED_RESULT);
    this.strayTokens = counter.countText(STRAY_RESULT_PREFIX);
    this.openingTokens = counter.countTextMessage(MISSING_OPENING);
  }

  get length(): number {
    return this.messages.length;
  }

  /** Tokens of the whole input now: messages, notice, repairs and tool definitions. */
  get totalTokens(): number {
    const notice = this.standingNotice?.tokens ?? 0;
    const opening = this.needsOpening ? this.openingTokens : 0;
    return this.messageTokens + this.schemaTokens + this.memoryTokens + this.repairTokens + notice + opening;
  }

  /** Tokens of the input if nothing had been compressed. */
  get originalTokens(): number {
    return this.recordedTokens + this.schemaTokens + this.memoryTokens;
  }

  /** What the user wanted remembered, as it stands in the context; null for nothing. */
  get memory(): StandingMemory | null {
    return this.standingMemory;
  }

  get memoryTokens(): number {
    if (this.standingMemory === null) return 0;
    // Without a system message to stand in it takes one of its own.
    return this.standingMemory.tokens + (this.systemIndex < 0 ? MESSAGE_OVERHEAD_TOKENS : 0);
  }

  /** The first system message, which carries the memory; -1 without any. */
  get firstSystemIndex(): number {
    return this.systemIndex;
  }

  get toolSchemaTokens(): number {
    return this.schemaTokens;
  }

  get decisions(): readonly Decision[] {
    return this.taken;
  }

  get notice(): Notice | null {
    return this.standingNotice;
  }

  /** Files with what is out of the context, oldest first. */
  get removalFiles(): readonly string[] {
    return this.removalPointers;
  }

  /** Indexes of the messages that are out of the context, ascending. */
  removedIndexes(): number[] {
    const removed: number[] = [];
    for (const [index, { fate }] of this.states.entries()) {
      if (fate === 'pruned' || fate === 'summarized') removed.push(index);
    }
    return removed;
  }

  /** The user's first message, or the first of role user where nobody typed one; -1 without any. */
  get firstUserIndex(): number {
    return this.firstTypedUser >= 0 ? this.firstTypedUser : this.firstUser;
  }

  /** The newest message a person typed; -1 without any. */
  get currentUserIndex(): number {
    return this.newestTypedUser;
  }

  /** Whether the context would open with something else than a message of the user. */
  get needsOpening(): boolean {
    const first = this.firstVisibleStep();
    if (first === undefined || this.message(first.anchor).role !== 'assistant') return false;
    const opensWithNotice =
      this.standingNotice !== null && this.firstUserIndex < 0 && this.steps.firstRemovedAnchor < first.anchor;
    return !opensWithNotice;
  }

  message(index: number): Message {
    const message = this.messages[index];
    if (message === undefined) throw new RangeError(`no message ${index} in a history of ${this.messages.length}`);
    return message;
  }

  state(index: number): MessageState {
    return this.mutableState(index);
  }

  append(message: Message): void {
    const index = this.messages.length;
    const tokens = this.counter.countMessage(message);
    this.messages.push(message);
    this.states.push({
      fate: 'kept',
      tokensOriginal: tokens,
      tokensInContext: tokens,
      pinned: message.pinned === true,
      restored: false,
      content: null,
      arguments: NO_ARGUMENTS,
      pointers: NONE,
      decisionIds: NONE,
    });
    this.fates.kept += 1;
    this.messageTokens += tokens;
    this.recordedTokens += tokens;
    this.noteRole(message, index);
    const unansweredBefore = message.role === 'tool' ? 1 : 0;
    const step = this.steps.append(message, index);
    if (step.anchor === index) this.repairTokens += this.repairTokensOf(step);
    else this.repairTokens -= unansweredBefore * this.placeholderTokens;
  }

  /** Takes a decision over its draft, measuring the whole input before and after. */
  take(draft: DecisionDraft): Decision {
    const tokensBefore = this.totalTokens;
    const decision = {
      ...draft,
      historyLength: this.length,
      counted: this.counter.method,
      tokensBefore,
      tokensAfter: 0,
    };
    this.applyEffects(decision);
    const tokensAfter = this.totalTokens;
    const rereadTokens = this.tokensFrom(firstChanged(decision, this.steps.firstRemovedAnchor));
    const cache = { rereadTokens, savedTokens: tokensBefore - tokensAfter };
    const measured: Decision = { ...decision, tokensAfter, cache };
    this.taken.push(measured);
    return measured;
  }

  /** Applies a decision taken earlier, as recorded. */
  apply(decision: Decision): void {
    this.applyEffects(decision);
    this.taken.push(decision);
  }

  setPinned(index: number, pinned: boolean): void {
    this.mutableState(index).pinned = pinned;
    this.recheck();
  }

  /** Keeps a message that the user put back out of reach of the thresholds. */
  setRestored(index: number): void {
    this.mutableState(index).restored = true;
  }

  setToolSchemaTokens(tokens: number): void {
    this.schemaTokens = tokens;
  }

  /** @param source Markdown, empty for none; no strategy ever takes any of it. */
  setMemory(source: string): void {
    const text = memorySection(source).toWellFormed();
    this.standingMemory = source.trim() === '' ? null : { source, text, tokens: this.counter.countText(text) };
  }

  /** Whether any message of the step is pinned; a pinned result pins its call. */
  isPinned(step: Step): boolean {
    if (this.state(step.anchor).pinned) return true;
    for (const index of step.results) if (this.state(index).pinned) return true;
    return false;
  }

  /** Whether any message of the step was put back; a result that was keeps its call. */
  isRestored(step: Step): boolean {
    if (this.state(step.anchor).restored) return true;
    for (const index of step.results) if (this.state(index).restored) return true;
    return false;
  }

  /** Tokens a step takes in the context, with what repairs it. */
  stepTokens(step: Step): number {
    let tokens = this.state(step.anchor).tokensInContext + this.repairTokensOf(step);
    for (const index of step.results) tokens += this.state(index).tokensInContext;
    return tokens;
  }

  /** Tokens of what stands at or behind a message, with the notice where something is removed behind it. */
  tokensFrom(index: number): number {
    let tokens = this.steps.firstRemovedAnchor >= index ? (this.standingNotice?.tokens ?? 0) : 0;
    const { visible } = this.steps;
    for (let position = visible.length - 1; position >= 0; position--) {
      const step = visible[position];
      if (step === undefined || (step.anchor < index && !step.results.some((result) => result >= index))) break;
      tokens += this.stepTokens(step);
    }
    return tokens;
  }

  /** The first step of the conversation in the context, as far as it is sent. */
  private firstVisibleStep(): Step | undefined {
    // Asked with every look at the total.
    for (const step of this.steps.visible) {
      const message = this.message(step.anchor);
      if (message.role !== 'system' && (message.role !== 'assistant' || hasContent(message))) return step;
    }
    return undefined;
  }

  private recheck(): void {
    this.checkedLength = 0;
  }

  private mutableState(index: number): Mutable<MessageState> {
    const state = this.states[index];
    if (state === undefined) throw new RangeError(`no message ${index} in a history of ${this.states.length}`);
    return state;
  }

  private noteRole(message: Message, index: number): void {
    if (message.role === 'system') {
      if (this.systemIndex < 0) this.systemIndex = index;
      return;
    }
    if (message.role !== 'user') return;
    if (this.firstUser < 0) this.firstUser = index;
    if (message.synthetic !== undefined) return;
    if (this.firstTypedUser < 0) this.firstTypedUser = index;
    this.newestTypedUser = index;
  }

  private repairTokensOf(step: Step): number {
    return step.unanswered.size * this.placeholderTokens + (step.isStray ? this.strayTokens : 0);
  }

  private applyEffects(decision: Decision): void {
    const ids = new SharedIds(decision.id);
    for (const edit of decision.edits) this.applyEdit(edit, ids);
    if (decision.removal !== null) this.applyRemoval(decision.removal, ids);
  }

  private applyEdit(edit: MessageEdit, ids: SharedIds): void {
    const state = this.mutableState(edit.index);
    switch (edit.kind) {
      case 'cut':
        state.content = edit;
        state.pointers = edit.pointer === null ? state.pointers : [...state.pointers, edit.pointer];
        this.settle(state, 'truncated', edit.tokensAfter, ids);
        return;
      case 'replace':
        state.content = edit;
        state.pointers = joined(state.pointers, edit.pointers);
        this.settle(state, 'compacted', edit.tokensAfter, ids);
        return;
      case 'arguments':
        state.arguments = new Map(state.arguments).set(edit.part, edit.arguments);
        state.pointers = [...state.pointers, edit.pointer];
        this.settle(state, 'compacted', edit.tokensAfter, ids);
        return;
    }
  }

  private applyRemoval(removal: Removal, ids: SharedIds): void {
    const fate = fateOfRemoved(removal);
    for (const index of removal.indexes) {
      this.settle(this.mutableState(index), fate, 0, ids);
      const step = this.steps.stepOf(index);
      if (step !== undefined && step.anchor === index && !step.isRemoved) {
        this.repairTokens -= this.repairTokensOf(step);
        this.steps.remove(step);
      }
    }
    const { pointer } = removal;
    if (pointer !== null && pointer !== this.removalPointers.at(-1)) this.removalPointers.push(pointer);
    if (removal.standIn !== undefined) return;
    this.standingNotice = noticeAfter(removal, this.standingNotice, this.fates, this.counter);
  }

  private settle(state: Mutable<MessageState>, fate: Fate, tokens: number, ids: SharedIds): void {
    this.fates[state.fate] -= 1;
    this.fates[fate] += 1;
    this.messageTokens += tokens - state.tokensInContext;
    state.fate = fate;
    state.tokensInContext = tokens;
    state.decisionIds = ids.behind(state.decisionIds);
  }
}

/** The pointers known and those that are new, each once where it was given once. */
function joined(known: readonly string[], added: readonly string[]): readonly string[] {
  return known.length === 0 ? added : [...known, ...added.filter((pointer) => !known.includes(pointer))];
}

/** The first message whose place in the request differs after the decision. A removal also changes the one notice. */
function firstChanged({ edits, removal }: Decision, firstRemovedAnchor: number): number {
  const first = edits.reduce((least, { index }) => Math.min(least, index), Number.POSITIVE_INFINITY);
  return removal === null ? first : Math.min(first, firstRemovedAnchor);
}
