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

/**
 * Why a strategy acts. Where it is not its own threshold that was passed, another setting says how far it goes: a command
 * comes down to the target share, and what has to fit goes by what the reserve leaves of the window.
 *
 * @param setting the strategy's own
 */
export function triggerOf(
  context: StrategyContext,
  reason: TriggerReason,
  setting: EngineSettingKey,
  thresholdTokens: number,
): Trigger {
  return {
    reason,
    setting: governingSetting(reason, setting),
    measuredTokens: context.ledger.totalTokens,
    thresholdTokens,
  };
}

/** The setting by which an action for that reason goes. @param own the strategy's own */
export function governingSetting(reason: TriggerReason, own: EngineSettingKey): EngineSettingKey {
  switch (reason) {
    case 'threshold':
    case 'proactive':
      return own;
    case 'command':
      return 'layer1.compactTargetRatio';
    case 'overflow':
    case 'fit':
      return 'tokens.reserve';
  }
}
