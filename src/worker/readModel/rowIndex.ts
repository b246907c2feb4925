import { searchedTexts } from './messageText';
import type { RowMatcher } from './rowMatcher';
import type { RowReference } from './rowReference';
import { fateUnderWhatIf, layersOf, otherFate, problemOf, type RowSource, type WhatIfFates } from './rowSource';

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
  /** Indexes of the messages among the rows, ascending. */
  readonly #messages: number[] = [];
  /** Places of the headings among the rows. */
  readonly #headings: number[] = [];
  /** Turn whose heading is due with its first row, or 0. */
  #dueTurn = 0;

  constructor(
    readonly source: RowSource,
    readonly matcher: RowMatcher,
    private readonly whatIf: WhatIfFates | null,
  ) {}

  get total(): number {
    return this.#references.length;
  }

  /** Indexes of the messages among the rows, ascending. */
  get messages(): readonly number[] {
    return this.#messages;
  }

  /** Places of the turns' headings among the rows, ascending. */
  get headings(): readonly number[] {
    return this.#headings;
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
    const matches = this.matcher.matchesMessage(message, {
      fate: () => ledger.state(index).fate,
      toolName: () => facts.toolName(index),
      differs: () => otherFate(index, this.source) !== null,
      wouldChange: () => fateUnderWhatIf(index, ledger, this.whatIf) !== null,
      layers: () => layersOf(index, this.source),
      hasProblem: () => problemOf(index, this.source) !== undefined,
    });
    if (matches) {
      this.#push(MESSAGE, index);
      this.#messages.push(index);
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
      this.#headings.push(this.#references.length);
      this.#references.push(this.#dueTurn * KINDS + TURN);
      this.#dueTurn = 0;
    }
    this.#references.push(number * KINDS + kind);
  }
}
