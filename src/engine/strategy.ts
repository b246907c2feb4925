import type { Archive } from './archive';
import type { Trigger, TriggerReason } from './decision';
import type { ContextLedger } from './ledger';
import type { ContextLimits, EngineSettingKey, EngineSettings } from './settings';

/** What every strategy is given: the context as it stands, the thresholds, and where originals go. */
export interface StrategyContext {
  readonly ledger: ContextLedger;
  readonly settings: EngineSettings;
  readonly limits: ContextLimits;
  /** Null switches the archive off: nothing is offloaded, and notices carry no pointer. */
  readonly archive: Archive | null;
  /** Ids are given from outside, as the engine has neither clock nor chance. */
  readonly nextDecisionId: () => string;
}

export function triggerOf(
  context: StrategyContext,
  reason: TriggerReason,
  setting: EngineSettingKey,
  thresholdTokens: number,
): Trigger {
  return { reason, setting, measuredTokens: context.ledger.totalTokens, thresholdTokens };
}
