import { type Decision, type Fate, touchedIndexes } from '../../engine/decision';
import { type Message, type ToolCallPart, toolCallsOf } from '../../engine/message';
import type { LedgerReader } from './ledgerReader';
import { oneLine } from './oneLine';
import type { RowVersions } from './rowVersions';

/** Characters of a tool's name that are shown. */
const TOOL_NAME_CHARACTERS = 64;

/** What the tokens of a message are spent on. */
export type MessageCategory = 'system' | 'user' | 'assistant' | 'toolResults' | 'summaries';

/** One user message and everything up to the next. */
export interface TurnFacts {
  /** Index of the user's message. */
  readonly start: number;
  readonly messageCount: number;
  readonly tokensOriginal: number;
  readonly tokensInContext: number;
  /** Its messages by fate; those without any are left out. */
  readonly fates: Readonly<Partial<Record<Fate, number>>>;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Facts of each message and sums over them, kept up to date: a new message costs the same in any session, a decision
 * costs what it touches.
 */
export class MessageFacts {
  readonly #ledger: LedgerReader;
  readonly #versions: RowVersions;
  readonly #turns: (Mutable<TurnFacts> & { readonly fates: Partial<Record<Fate, number>> })[] = [];
  readonly #turnOf: number[] = [];
  readonly #tokensInContext: number[] = [];
  readonly #fates: (Fate | null)[] = [];
  readonly #archived: boolean[] = [];
  readonly #callOf: (ToolCallPart | null)[] = [];
  readonly #openCalls = new Map<string, ToolCallPart>();
  readonly #toolNames = new Set<string>();
  readonly #sums: Record<MessageCategory, number> = { system: 0, user: 0, assistant: 0, toolResults: 0, summaries: 0 };

  constructor(ledger: LedgerReader, versions: RowVersions) {
    this.#ledger = ledger;
    this.#versions = versions;
  }

  /** Messages taken in. */
  get length(): number {
    return this.#turnOf.length;
  }

  /** Tokens in the context per category; notices, repairs and tool definitions are not among them. */
  get tokens(): Readonly<Record<MessageCategory, number>> {
    return this.#sums;
  }

  get toolNames(): ReadonlySet<string> {
    return this.#toolNames;
  }

  get turnCount(): number {
    return this.#turns.length;
  }

  /** Turns count from 1; 0 is what stands before the first. */
  turnOf(index: number): number {
    return this.#turnOf[index] ?? 0;
  }

  turn(number: number): TurnFacts {
    const facts = this.#turns[number - 1];
    if (facts === undefined) throw new RangeError(`No turn ${String(number)}.`);
    return facts;
  }

  /** Whether the original, or a part of it, is behind a pointer. */
  isArchived(index: number): boolean {
    return this.#archived[index] ?? false;
  }

  /** The call a tool's result answers: the newest before it with its id. */
  callOf(index: number): ToolCallPart | null {
    return this.#callOf[index] ?? null;
  }

  /** The tool of a result, or the first tool a reply calls. */
  toolName(index: number): string | null {
    const name = this.#recordedToolName(index);
    return name === null ? null : shownToolName(name);
  }

  #recordedToolName(index: number): string | null {
    const message = this.#ledger.message(index);
    // A recall of the archive is asked for by reading a file; by the call's name both sides are found together.
    if (message.role === 'tool') return this.callOf(index)?.name ?? message.toolName ?? null;
    return toolCallsOf(message)[0]?.name ?? null;
  }

  /** Takes in the messages that were appended to the ledger. */
  takeMessages(): void {
    for (let index = this.length; index < this.#ledger.length; index++) this.#takeMessage(index);
  }

  /** Takes in a decision that was applied to the ledger; its messages must have been taken in. */
  takeDecision(decision: Decision): void {
    for (const edit of decision.edits) {
      const archived = edit.kind === 'replace' ? edit.pointers.length > 0 : edit.pointer !== null;
      if (archived) this.#archived[edit.index] = true;
    }
    if (decision.removal?.pointer != null) {
      for (const index of decision.removal.indexes) this.#archived[index] = true;
    }
    for (const index of touchedIndexes(decision)) if (index < this.length) this.#takeTokens(index);
  }

  #takeMessage(index: number): void {
    const message = this.#ledger.message(index);
    const { tokensOriginal } = this.#ledger.state(index);
    if (startsTurn(message)) {
      this.#turns.push({ start: index, messageCount: 0, tokensOriginal: 0, tokensInContext: 0, fates: {} });
    }
    this.#turnOf.push(this.#turns.length);
    this.#tokensInContext.push(0);
    this.#fates.push(null);
    this.#archived.push(false);
    const turn = this.#turns.at(-1);
    if (turn !== undefined) {
      turn.messageCount += 1;
      turn.tokensOriginal += tokensOriginal;
    }
    for (const call of toolCallsOf(message)) {
      this.#openCalls.set(call.id, call);
      this.#toolNames.add(shownToolName(call.name));
    }
    const answered = message.role === 'tool' ? this.#openCalls.get(message.toolCallId ?? '') : undefined;
    this.#callOf.push(answered ?? null);
    if (answered === undefined && message.toolName !== undefined) this.#toolNames.add(shownToolName(message.toolName));
    this.#takeTokens(index);
  }

  #takeTokens(index: number): void {
    const { tokensInContext, fate } = this.#ledger.state(index);
    const change = tokensInContext - (this.#tokensInContext[index] ?? 0);
    const before = this.#fates[index] ?? null;
    this.#tokensInContext[index] = tokensInContext;
    this.#fates[index] = fate;
    this.#sums[categoryOf(this.#ledger.message(index))] += change;
    const turn = this.#turns[this.turnOf(index) - 1];
    this.#versions.touch('message', index);
    if (turn === undefined) return;
    turn.tokensInContext += change;
    moveFate(turn.fates, before, fate);
    this.#versions.touch('turn', this.turnOf(index));
  }
}

/** A message had a fate, or was none of those counted, and has another now. */
function moveFate(counts: Partial<Record<Fate, number>>, before: Fate | null, now: Fate): void {
  counts[now] = (counts[now] ?? 0) + 1;
  if (before === null) return;
  const left = (counts[before] ?? 0) - 1;
  if (left > 0) counts[before] = left;
  else Reflect.deleteProperty(counts, before);
}

/** Names come from files: one line, of a length that a row has room for. */
function shownToolName(name: string): string {
  return oneLine(name, TOOL_NAME_CHARACTERS);
}

/** Text that a harness put into a user message belongs to the turn it stands in. */
function startsTurn(message: Message): boolean {
  return message.role === 'user' && message.synthetic === undefined;
}

function categoryOf(message: Message): MessageCategory {
  if (message.synthetic === 'summary') return 'summaries';
  return message.role === 'tool' ? 'toolResults' : message.role;
}
