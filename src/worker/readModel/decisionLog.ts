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
}

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

  add(entry: Omit<LoggedDecision, 'undone'>): void {
    this.#places.set(entry.decision.id, this.#entries.length);
    this.#entries.push({ ...entry, undone: false });
  }

  /** Marks a decision as taken back; it stays in the log. */
  markUndone(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined || this.at(place).undone) return;
    this.#entries[place] = { ...this.at(place), undone: true };
    this.#undone += 1;
  }

  /** Takes decisions out as if they had never been taken. */
  remove(ids: ReadonlySet<string>): void {
    this.#entries = this.#entries.filter(({ decision }) => !ids.has(decision.id));
    this.#undone = this.#entries.filter(({ undone }) => undone).length;
    this.#places.clear();
    for (const [place, { decision }] of this.#entries.entries()) this.#places.set(decision.id, place);
  }

  /** Decisions taken back that had touched a message, by their place. */
  undoneTouching(index: number): number[] {
    if (this.#undone === 0) return [];
    const places: number[] = [];
    this.#entries.forEach((entry, place) => {
      if (entry.undone && touchedIndexes(entry.decision).includes(index)) places.push(place);
    });
    return places;
  }

  placeOf(id: string): number | null {
    return this.#places.get(id) ?? null;
  }
}
