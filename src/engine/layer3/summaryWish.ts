import type { Decision } from '../decision';
import { inputLimit } from '../settings';
import type { CompressionStage } from '../settings';
import { triggerOf } from '../strategy';
import type { StrategyContext } from '../strategy';
import { preemptiveThreshold } from '../layer2/shouldPreemptiveCompact';
import { renderedCharacters } from './renderedCharacters';
import type { SummaryWish } from './summaryPlan';

/** A summary has to leave the input smaller by at least this share. */
const WORTHWHILE_SHARE = 0.05;

/** Of what lies between target and threshold, what the input has to grow by before the next proactive summary. */
const GROWTH_SHARE = 0.5;

/** After ③ took messages out: a summary of all that is out, in the notice's place. */
export function wishAfterPruning(context: StrategyContext, pruned: Decision): SummaryWish | null {
  // What another agent removed is its own affair.
  if (!context.settings.layer3.summarizePruned || pruned.trigger.reason === 'recorded') return null;
  const limit = inputLimit(context.limits);
  const target = Math.floor(Math.min(context.settings.layer2.pruneTargetRatio * limit, preemptiveThreshold(context)));
  // It may take half of what lies between the target of ③ and its threshold, so that ③ is not called by it.
  const ceilingTokens = Math.floor((target + preemptiveThreshold(context)) / 2);
  return { trigger: pruned.trigger, targetTokens: ceilingTokens, ceilingTokens, keepLast: null };
}

/**
 * The summary that the newest removal asked for and that never came: the session was closed while it was written, or it
 * was given up as messages of it were put back. Null where a summary stands for that removal, or nothing of it is out.
 */
export function wishLeftOpen(
  context: StrategyContext,
): { readonly decisionId: string; readonly wish: SummaryWish } | null {
  const { ledger } = context;
  if (ledger.fates.pruned === 0) return null;
  const isOpen = (index: number, id: string): boolean => {
    const { fate, decisionIds } = ledger.state(index);
    return fate === 'pruned' && decisionIds.at(-1) === id;
  };
  const open = ledger.decisions.findLast(
    ({ strategy, removal, id }) => strategy === 'prune' && removal?.indexes.some((index) => isOpen(index, id)) === true,
  );
  const wish = open === undefined ? null : wishAfterPruning(context, open);
  return open === undefined || wish === null ? null : { decisionId: open.id, wish };
}

/** Proactive compression: the input is above a threshold the user chose, however much room the window has. */
export function wishProactive(context: StrategyContext): SummaryWish | null {
  const { ledger } = context;
  const { enabled, preserveRecentMessages } = context.settings.compression;
  if (!enabled) return null;
  const measured = measuredTokens(context);
  const stage = stageFor(context.settings.compression.stages, measured);
  if (stage === null || isTooSoon(context, stage)) return null;
  const trigger = triggerOf(context, 'proactive', 'compression.thresholdTokens', stage.thresholdTokens);
  return {
    trigger: { ...trigger, measuredTokens: measured },
    targetTokens: stage.targetTokens,
    ceilingTokens: Math.floor(ledger.totalTokens * (1 - WORTHWHILE_SHARE)),
    keepLast: preserveRecentMessages,
  };
}

/** The user's command: everything but the newest messages. */
export function wishOnCommand(context: StrategyContext): SummaryWish {
  const ceilingTokens = Math.max(0, context.ledger.totalTokens - 1);
  const measuredTokens = context.ledger.totalTokens;
  // It comes down to no target: everything goes but what this setting keeps.
  const trigger = { reason: 'command', setting: 'layer2.keepLast', measuredTokens, thresholdTokens: 0 } as const;
  return { trigger, targetTokens: 0, ceilingTokens, keepLast: context.settings.layer2.keepLast };
}

/** Another session is to go on from here: all that may go, whatever room there is beside it. */
export function wishOnContinuation({ ledger }: StrategyContext): SummaryWish {
  const trigger = {
    reason: 'command',
    setting: 'layer2.keepLast',
    measuredTokens: ledger.totalTokens,
    thresholdTokens: 0,
  } as const;
  return { trigger, targetTokens: 0, ceilingTokens: Number.MAX_SAFE_INTEGER, keepLast: 0 };
}

/** A refused call that Layer 2 did not make small enough: all but the newest step. */
export function wishOnOverflow(context: StrategyContext, targetTokens: number): SummaryWish {
  const trigger = triggerOf(context, 'overflow', 'layer2.preemptiveRatio', targetTokens);
  return { trigger, targetTokens, ceilingTokens: targetTokens, keepLast: 0 };
}

/** The highest stage whose threshold is passed. */
function stageFor(stages: readonly CompressionStage[], tokens: number): CompressionStage | null {
  return stages.findLast((stage) => tokens > stage.thresholdTokens) ?? null;
}

/** By the counter, or by the estimate of the second reference where the user asked for it. */
function measuredTokens({ ledger, settings }: StrategyContext): number {
  const { tokensPerChar } = settings.compression;
  return tokensPerChar === null ? ledger.totalTokens : Math.ceil(renderedCharacters(ledger) * tokensPerChar);
}

/**
 * Whether the input has hardly grown since the newest proactive summary. Where what always stays is above the target, each
 * call would otherwise be compressed again, at a price and for nothing.
 */
function isTooSoon({ ledger }: StrategyContext, { thresholdTokens, targetTokens }: CompressionStage): boolean {
  const last = ledger.decisions.findLast(({ trigger }) => trigger.reason === 'proactive');
  if (last === undefined) return false;
  return ledger.totalTokens - last.tokensAfter < (thresholdTokens - targetTokens) * GROWTH_SHARE;
}
