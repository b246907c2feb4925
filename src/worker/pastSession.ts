import { type Decision, FATES, type Fate, touchedIndexes } from '../engine/decision';
import type { ContextLedger } from '../engine/ledger';
import type { CallChange } from '../protocol/seenFacts';
import { type CallSource, historyAtCall, type HistoryAtCall } from './historyAtCall';
import type { MadeCall } from './readModel/callSeries';
import type { DecisionLog } from './readModel/decisionLog';
import type { SessionFacts } from './readModel/overview';
import { ReadModel } from './readModel/readModel';
import { decisionRow } from './readModel/rows';

/** Decisions of one call that are told in full. */
const TOLD_DECISIONS = 5;

/** A session as it was when one of its calls was made: what the inspector reads of it. */
export class PastSession {
  readonly readModel: ReadModel;
  readonly ledger: ContextLedger;
  readonly change: CallChange;
  readonly #source: CallSource;
  readonly #model: HistoryAtCall['model'];

  private constructor(source: CallSource, call: number, { ledger, log, putBack, model }: HistoryAtCall) {
    const { calls, usage } = source.session.readModel;
    this.#source = source;
    this.#model = model;
    this.ledger = ledger;
    const before = calls.at(call - 1) ?? null;
    const firstNew = Math.min(before?.historyLength ?? 0, ledger.length);
    const taken = takenFor(call, log);
    const changed = changedIndexes(taken, putBack, firstNew);
    this.readModel = new ReadModel(
      ledger,
      usage.until(ledger.length, (id) => log.placeOf(id) !== null),
      { log, earlier: { length: firstNew, changed } },
    );
    this.readModel.replaceLedger(ledger, {});
    this.change = {
      firstNew,
      newMessages: ledger.length - firstNew,
      previousTokens: before?.tokensAfter ?? null,
      cachedShare: cachedShareOf(calls.at(call)),
      decisions: taken.slice(0, TOLD_DECISIONS).flatMap(({ id }) => {
        const place = log.placeOf(id);
        return place === null ? [] : [decisionRow(place, { log, ledger })];
      }),
      decisionCount: taken.length,
      changedFates: countFates(changed, ledger),
    };
  }

  /**
   * @param call from 0
   * @throws WorkerError `badParameters` when there was no such call
   */
  static async at(source: CallSource, call: number): Promise<PastSession> {
    return new PastSession(source, call, await historyAtCall(source, call));
  }

  /** What is not known of then is as it is now, but for what has to do with what comes next. */
  facts(): SessionFacts {
    const now = this.#source.session.facts();
    const model = this.#model;
    const tracks = now.differing === undefined ? {} : { differing: null };
    return {
      ...now,
      ...tracks,
      ...(model === null ? {} : { model: model.model, limits: { window: model.window, reserve: model.reserve } }),
      tooLarge: null,
      summaryWriting: null,
    };
  }
}

function takenFor(call: number, log: DecisionLog): Decision[] {
  const taken: Decision[] = [];
  // They stand at the end.
  for (let place = log.length - 1; place >= 0 && log.at(place).call === call; place--) {
    const { decision, undone } = log.at(place);
    if (!undone) taken.unshift(decision);
  }
  return taken;
}

/** Messages that were there at the call before, and whose fate was changed since. */
function changedIndexes(
  taken: readonly Decision[],
  putBack: readonly number[],
  earlierLength: number,
): ReadonlySet<number> {
  const touched = [...taken.flatMap((decision) => touchedIndexes(decision)), ...putBack];
  return new Set(touched.filter((index) => index < earlierLength));
}

function countFates(indexes: ReadonlySet<number>, ledger: ContextLedger): Record<Fate, number> {
  const counts = Object.fromEntries(FATES.map((fate) => [fate, 0])) as Record<Fate, number>;
  for (const index of indexes) counts[ledger.state(index).fate] += 1;
  return counts;
}

function cachedShareOf(call: MadeCall | undefined): number | null {
  if (call === undefined || call.previousTokens === 0) return null;
  return call.prefixTokens / call.previousTokens;
}
