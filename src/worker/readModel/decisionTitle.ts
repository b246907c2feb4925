import type { Decision } from '../../engine/decision';
import type { ContextLimits } from '../../engine/settings';
import { comparedShares, grouped, percent, tokensOfWhole } from './shares';

/** One sentence: what was done, why, and where it led. `limits` are those that held when it was taken. */
export function decisionTitle(decision: Decision, limits: ContextLimits): string {
  const end =
    decision.strategy === 'truncate'
      ? `${grouped(decision.tokensBefore)} → ${grouped(decision.tokensAfter)} tokens`
      : // As the gauge says it, whatever the threshold is a share of.
        `down to ${percent(decision.tokensAfter, limits.window)}`;
  return `Layer ${String(decision.layer)} ${action(decision)}: ${cause(decision, limits)}, ${end}`;
}

function action(decision: Decision): string {
  const edits = decision.edits.length;
  switch (decision.strategy) {
    case 'truncate':
      return decision.trigger.setting === 'layer1.offloadThresholdTokens'
        ? `moved ${counted(edits, 'large result')} to the archive`
        : `cut ${counted(edits, 'oversized result')}`;
    case 'compact':
      return decision.edits.some((edit) => edit.kind === 'arguments')
        ? `moved arguments of ${counted(edits, 'old call')} to the archive`
        : `compacted ${counted(edits, 'oldest result')}`;
    case 'prune': {
      const removed = decision.removal?.indexes.length ?? 0;
      return removed === 0 ? 'shortened the notice' : `removed ${counted(removed, 'earlier message')}`;
    }
    case 'summarizeFull':
      return `summarized ${counted(decision.removal?.indexes.length ?? 0, 'earlier message')}`;
    case 'summarizePartial':
      return `${partialWords(decision)} ${counted(decision.removal?.indexes.length ?? 0, 'earlier message')}`;
  }
}

function cause({ trigger, strategy }: Decision, limits: ContextLimits): string {
  const { measuredTokens, thresholdTokens, setting } = trigger;
  switch (trigger.reason) {
    case 'threshold': {
      const measured = strategy === 'truncate' ? 'result' : 'input';
      if (setting === 'layer1.offloadThresholdTokens') {
        return `${measured} of ${grouped(measuredTokens)} > ${grouped(thresholdTokens)} tokens`;
      }
      const whole = tokensOfWhole(setting, limits);
      const ofWhat = whole === limits.window ? '' : ' of the input limit';
      return `${measured} ${comparedShares(measuredTokens, thresholdTokens, whole)}${ofWhat}`;
    }
    case 'overflow':
      return 'the provider refused the context as too long';
    case 'command':
      return 'you asked for it';
    case 'fit':
      return `${grouped(measuredTokens)} tokens did not fit the limit of ${grouped(thresholdTokens)}`;
    case 'proactive':
      return `${grouped(measuredTokens)} > ${grouped(thresholdTokens)} tokens`;
  }
}

/** ⑤ by how far it had to step down. */
function partialWords({ summary }: Decision): string {
  switch (summary?.level) {
    case 'withoutOversized':
      return 'summarized, but for oversized ones,';
    case 'outline':
      return summary.model === null ? 'outlined, without a model,' : 'summarized in part, outlined the rest of';
    case 'notice':
      return 'kept only facts and a pointer of';
    case 'full':
    case undefined:
      return 'summarized in part';
  }
}

function counted(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
}
