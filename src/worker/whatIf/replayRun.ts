import type { FactPlaces } from '../../engine/layer3/factPlaces';
import { ContextLedger } from '../../engine/ledger';
import type { Decision } from '../../engine/decision';
import type { MessageCounter } from '../../engine/messageCounter';
import { replayCalls } from '../../engine/replay';
import type { ContextLimits, EngineSettings } from '../../engine/settings';
import type { ModelPrices } from '../../models/modelPrices';
import type { CallPoint } from '../../protocol/inspectorFacts';
import type { RunFigures } from '../../protocol/whatIf';
import { PointerArchive } from '../pointerArchive';
import { readMessage } from '../readMessage';
import { RunAccount } from '../readModel/runAccount';
import { billOf, callOfPass, summaryOfReplay } from '../replayedCalls';
import { Slices } from '../slices';
import { FateRecord } from './fateRecord';
import type { ReplayableHistory } from './replayableHistory';

/** What a history is replayed under. */
export interface RunConditions {
  readonly settings: EngineSettings;
  readonly limits: ContextLimits;
  readonly model: string;
  readonly counter: MessageCounter;
  /** Null where they are not known. */
  readonly prices: ModelPrices | null;
  /** Tokens of the tool definitions sent with each call. */
  readonly toolTokens: number;
}

/** What is left of a run: its numbers, and what became of each message. */
export interface RunOutcome {
  readonly figures: RunFigures;
  readonly fates: FateRecord;
  readonly points: readonly CallPoint[];
}

interface RunControl {
  readonly signal: AbortSignal;
  /** Told often; `share` of the run that is done, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Runs the engine over a history in slices, as if its calls were made under other conditions.
 *
 * @param places the facts of the history; those of messages not taken in yet are read on the way
 * @throws what the signal was aborted with
 */
export async function replayRun(
  history: ReplayableHistory,
  conditions: RunConditions,
  places: FactPlaces,
  { signal, onProgress }: RunControl,
): Promise<RunOutcome> {
  const { messages, callBoundaries } = history;
  const { settings, limits, counter, prices } = conditions;
  const ledger = new ContextLedger(counter);
  ledger.setToolSchemaTokens(conditions.toolTokens);
  ledger.setMemory(history.memory);
  const account = new RunAccount();
  const decisions: { readonly call: number; readonly decision: Decision }[] = [];
  const options = { settings, limits, archive: new PointerArchive(), nextDecisionId: idsFrom('what-if') };
  const calls = replayCalls({ messages, callBoundaries, ledger, options });
  const slices = new Slices();
  const pause = async (done: number): Promise<void> => {
    if (!slices.isOver) return;
    onProgress(done / Math.max(1, messages.length));
    await slices.next();
    signal.throwIfAborted();
  };
  for (const [call, boundary] of [...callBoundaries, messages.length].entries()) {
    // Counting is most of the work of a first run; done ahead, no step of the replay takes long.
    for (let index = ledger.length; index < boundary; index++) {
      const message = messages[index];
      if (message === undefined) break;
      counter.countMessage(message);
      readMessage(message);
      if (places.length === index) places.take(message);
      await pause(index);
    }
    const next = calls.next();
    if (next.done === true) break;
    const pass = next.value;
    for (const decision of pass.decisions) {
      decisions.push({ call, decision });
      account.takeDecision(decision);
      const summary = summaryOfReplay(decision, ledger, settings.layer3, prices);
      if (summary !== null) account.takeSummary(summary);
    }
    // The pass at the end is no call: nothing was sent.
    if (call < callBoundaries.length) account.takeCall(callOfPass(pass), billOf(pass, history, ledger, conditions));
    await pause(boundary);
  }
  return {
    figures: figuresOf(ledger, conditions, account, places),
    fates: FateRecord.of(ledger, decisions),
    points: account.calls.points,
  };
}

function figuresOf(
  ledger: ContextLedger,
  { model, counter, limits }: RunConditions,
  account: RunAccount,
  places: FactPlaces,
): RunFigures {
  return {
    model,
    counted: counter.method,
    ...limits,
    messages: ledger.length,
    fates: { ...ledger.fates },
    contextTokens: ledger.totalTokens,
    statistics: account.statistics,
    callsThatDoNotFit: account.callsThatDoNotFit,
    facts: places.survivalIn(ledger),
  };
}

function idsFrom(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}-${String((count += 1))}`;
}
