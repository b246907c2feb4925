import type { Fate } from '../../engine/decision';
import type { DecisionLog } from './decisionLog';
import type { KeptMessages } from './keptMessages';
import type { LedgerReader } from './ledgerReader';
import type { MessageFacts } from './messageFacts';
import { searchedTexts } from './messageText';
import type { RowMatcher } from './rowMatcher';
import type { RowReference } from './rowReference';
import type { RowVersions } from './rowVersions';

/** What an index is built from. The ledger may be behind nothing, the facts must be level with it. */
export interface RowSource {
  readonly ledger: LedgerReader;
  readonly facts: MessageFacts;
  readonly log: DecisionLog;
  readonly kept: KeptMessages;
  readonly versions: RowVersions;
  /** The ledger of the other track; null where there is none, or it is not complete. */
  readonly other: LedgerReader | null;
}

/** The fate of a message on the other track; null where it is the same, or not known. */
export function otherFate(index: number, { ledger, other }: Pick<RowSource, 'ledger' | 'other'>): Fate | null {
  if (other === null || index >= other.length) return null;
  const { fate } = other.state(index);
  return fate === ledger.state(index).fate ? null : fate;
}

const MESSAGE = 0;
const TURN = 1;
const DECISION = 2;
const KINDS = 3;

/** Cost of looking at one message without its text, in characters of text. */
const MESSAGE_COST = 50;

/**
 * Which rows pass a filter, in order, as numbers: a page is read in the time of the page, and new messages and decisions
 * are added at the end. A decision stands before the call it was taken for; a turn's heading stands before its first row.
 */
export class RowIndex {
  readonly #references: number[] = [];
  #scanned = 0;
  #decisions = 0;
  #messages = 0;
  /** Turn whose heading is due with its first row, or 0. */
  #dueTurn = 0;

  constructor(
    readonly source: RowSource,
    readonly matcher: RowMatcher,
  ) {}

  get total(): number {
    return this.#references.length;
  }

  /** Messages among the rows. */
  get messages(): number {
    return this.#messages;
  }

  at(place: number): RowReference | null {
    const reference = this.#references[place];
    if (reference === undefined) return null;
    const number = Math.floor(reference / KINDS);
    switch (reference % KINDS) {
      case MESSAGE:
        return { kind: 'message', number };
      case TURN:
        return { kind: 'turn', number };
      default:
        return { kind: 'decision', number };
    }
  }

  /** Place of a message among the rows, or null when it does not pass. Logarithmic in the rows. */
  placeOf(index: number): number | null {
    let low = 0;
    let high = this.#references.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#firstMessageOf(middle) <= index) low = middle + 1;
      else high = middle;
    }
    // Rows that stand before a message come before it in the index too, so the last candidate is the message itself.
    const found = this.at(low - 1);
    return found?.kind === 'message' && found.number === index ? low - 1 : null;
  }

  /**
   * Takes in what is new, up to about `budget` characters of searched text, so that a search through a large session can
   * be done in slices. Returns whether everything is in.
   */
  advance(budget: number): boolean {
    const { ledger } = this.source;
    let left = budget;
    for (; this.#scanned < ledger.length; this.#scanned++) {
      if (left <= 0) return false;
      left -= this.#takeMessage(this.#scanned);
    }
    this.#takeDecisions();
    return true;
  }

  /** Index of the message a row is or stands before; ascending over the rows. */
  #firstMessageOf(place: number): number {
    const reference = this.at(place);
    switch (reference?.kind) {
      case 'message':
        return reference.number;
      case 'turn':
        return this.source.facts.turn(reference.number).start;
      case 'decision':
        return this.source.log.at(reference.number).position;
      case undefined:
        return Number.POSITIVE_INFINITY;
    }
  }

  #takeMessage(index: number): number {
    const { ledger, facts } = this.source;
    this.#takeDecisions();
    const turn = facts.turnOf(index);
    if (turn > 0 && facts.turn(turn).start === index) this.#dueTurn = turn;
    const message = ledger.message(index);
    const matches = this.matcher.matchesMessage(
      message,
      () => ledger.state(index).fate,
      () => facts.toolName(index),
      () => otherFate(index, this.source) !== null,
    );
    if (matches) {
      this.#push(MESSAGE, index);
      this.#messages += 1;
    }
    if (!this.matcher.searchesText) return MESSAGE_COST;
    return searchedTexts(message).reduce((cost, text) => cost + text.length, MESSAGE_COST);
  }

  /** The decisions that stand before the next message. */
  #takeDecisions(): void {
    const { log } = this.source;
    for (; this.#decisions < log.length; this.#decisions++) {
      const { position, decision } = log.at(this.#decisions);
      if (position > this.#scanned) return;
      if (this.matcher.showsDecision(decision)) this.#push(DECISION, this.#decisions);
    }
  }

  #push(kind: number, number: number): void {
    if (this.#dueTurn > 0) {
      this.#references.push(this.#dueTurn * KINDS + TURN);
      this.#dueTurn = 0;
    }
    this.#references.push(number * KINDS + kind);
  }
}
