import { type Decision, type Fate, FATES, fateOfRemoved } from '../../engine/decision';
import type { ContextLedger } from '../../engine/ledger';
import type { FateChange } from '../../protocol/whatIf';

interface TakenFate {
  readonly call: number;
  readonly fate: Fate;
  readonly indexes: readonly number[];
}

/** The fates of a run without its ledger: a byte for each message, and what became another at which call. */
export class FateRecord {
  readonly #fates: Uint8Array;

  /** @param taken in the order it was */
  private constructor(
    ledger: ContextLedger,
    private readonly taken: readonly TakenFate[],
  ) {
    this.#fates = Uint8Array.from({ length: ledger.length }, (_, index) => FATES.indexOf(ledger.state(index).fate));
  }

  /** @param decisions of the run, each with the call it was taken before; none where only the end is asked for */
  static of(
    ledger: ContextLedger,
    decisions: readonly { readonly call: number; readonly decision: Decision }[],
  ): FateRecord {
    return new FateRecord(
      ledger,
      decisions.flatMap(({ call, decision }) => takenFates(call, decision)),
    );
  }

  get length(): number {
    return this.#fates.length;
  }

  /** The fate of a message at the end; null for one that is not there. */
  at(index: number): Fate | null {
    return FATES[this.#fates[index] ?? -1] ?? null;
  }

  /** Fates as they were when a call was made; messages that came later are kept. */
  atCall(call: number): ReadonlyMap<number, Fate> {
    const fates = new Map<number, Fate>();
    for (const taken of this.taken) {
      if (taken.call > call) break;
      for (const index of taken.indexes) fates.set(index, taken.fate);
    }
    return fates;
  }

  /** What is another than in a record of the same history, most first. */
  changesTo(after: FateRecord): FateChange[] {
    const counts = new Map<string, FateChange>();
    for (let index = 0; index < Math.min(this.length, after.length); index++) {
      const [from, to] = [this.at(index), after.at(index)];
      if (from === null || to === null || from === to) continue;
      const key = `${from} ${to}`;
      counts.set(key, { from, to, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    return [...counts.values()].sort((a, b) => b.count - a.count);
  }
}

function takenFates(call: number, { edits, removal }: Decision): TakenFate[] {
  const cut = edits.filter(({ kind }) => kind === 'cut').map(({ index }) => index);
  const compacted = edits.filter(({ kind }) => kind !== 'cut').map(({ index }) => index);
  const taken: TakenFate[] = [];
  if (cut.length > 0) taken.push({ call, fate: 'truncated', indexes: cut });
  if (compacted.length > 0) taken.push({ call, fate: 'compacted', indexes: compacted });
  if (removal !== null) taken.push({ call, fate: fateOfRemoved(removal), indexes: removal.indexes });
  return taken;
}
