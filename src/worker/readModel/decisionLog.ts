import { type Decision, touchedIndexes } from '../../engine/decision';
import type { ContextLimits } from '../../engine/settings';
import type { ModelPrices } from '../../models/modelPrices';

/** A decision and where it stands in the session. */
export interface LoggedDecision {
  readonly decision: Decision;
  /** Messages there were when it took effect: it is shown before the message of this index. */
  readonly position: number;
  /** The call it was taken before, or null when none followed. */
  readonly call: number | null;
  /** The limits that held then; its shares are shares of these. */
  readonly limits: ContextLimits;
  /** What the model cost then; null where that is not known. */
  readonly prices: ModelPrices | null;
  readonly undone: boolean;
  /** Indexes of the messages it touched that were put back since: for them it holds no longer. */
  readonly putBack: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

/** Every decision of a session in the order taken, those taken back included. */
export class DecisionLog {
  #entries: LoggedDecision[] = [];
  readonly #places = new Map<string, number>();
  #undone = 0;

  get length(): number {
    return this.#entries.length;
  }

  /** Decisions that hold. */
  get activeCount(): number {
    return this.#entries.length - this.#undone;
  }

  at(place: number): LoggedDecision {
    const entry = this.#entries[place];
    if (entry === undefined) throw new RangeError(`No decision ${String(place)}.`);
    return entry;
  }

  add(entry: Omit<LoggedDecision, 'undone' | 'putBack'>): void {
    this.#places.set(entry.decision.id, this.#entries.length);
    this.#entries.push({ ...entry, undone: false, putBack: NONE });
  }

  /** Marks a decision as taken back; it stays in the log. */
  markUndone(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined || this.at(place).undone) return;
    this.#entries[place] = { ...this.at(place), undone: true };
    this.#undone += 1;
  }

  /** Messages were put back: no decision taken so far holds for them, and each says so. */
  markPutBack(indexes: readonly number[]): void {
    this.#entries = this.#entries.map((entry) => {
      if (entry.undone) return entry;
      const touched = new Set(touchedIndexes(entry.decision));
      const added = indexes.filter((index) => touched.has(index) && !entry.putBack.has(index));
      return added.length === 0 ? entry : { ...entry, putBack: new Set([...entry.putBack, ...added]) };
    });
  }

  /** Takes decisions out as if they had never been taken. */
  remove(ids: ReadonlySet<string>): void {
    this.#entries = this.#entries.filter(({ decision }) => !ids.has(decision.id));
    this.#undone = this.#entries.filter(({ undone }) => undone).length;
    this.#places.clear();
    for (const [place, { decision }] of this.#entries.entries()) this.#places.set(decision.id, place);
  }

  /** Decisions that had touched a message and hold for it no longer, by their place. */
  endedTouching(index: number): number[] {
    const places: number[] = [];
    this.#entries.forEach((entry, place) => {
      const isUndone = entry.undone && touchedIndexes(entry.decision).includes(index);
      if (isUndone || entry.putBack.has(index)) places.push(place);
    });
    return places;
  }

  /** Tokens a message took in the context before the decision at `place`. @param original tokens as it was recorded */
  tokensBefore(index: number, place: number, original: number): number {
    for (let earlier = place - 1; earlier >= 0; earlier--) {
      const { decision, undone } = this.at(earlier);
      const edit = undone ? undefined : decision.edits.findLast((one) => one.index === index);
      if (edit !== undefined) return edit.tokensAfter;
    }
    return original;
  }

  placeOf(id: string): number | null {
    return this.#places.get(id) ?? null;
  }
}
