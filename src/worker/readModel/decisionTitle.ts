import { type Decision, type RecordedTrigger, touchedIndexes, type Trigger } from '../../engine/decision';
import type { ContextLimits } from '../../engine/settings';
import { formatNumber } from '../../l10n/numbers';
import { t, tn } from '../../l10n/text';
import { oneLine } from './oneLine';
import { comparedShares, percent, tokensOfWhole } from './shares';

/** Characters of a file's own words that are shown. */
const WORDS_CHARACTERS = 60;

/**
 * One sentence: what was done, why, and where it led, in the measure of the why. `limits` are those that held when it was
 * taken.
 *
 * @param putBack messages that were put back since, of those it touched
 */
export function decisionTitle(decision: Decision, limits: ContextLimits, putBack = 0): string {
  const { trigger } = decision;
  const why = [cause(decision, limits), effect(decision, limits)].join(', ');
  const title =
    trigger.reason === 'recorded'
      ? t('Recorded ({0}) {1}: {2}', oneLine(trigger.words, WORDS_CHARACTERS), action(decision), why)
      : t('Layer {0} {1}: {2}', decision.layer, action(decision), why);
  return withPutBack(title, decision, putBack);
}

function effect({ trigger, strategy, tokensBefore, tokensAfter }: Decision, limits: ContextLimits): string {
  const isShare = trigger.reason === 'threshold' && trigger.setting !== 'layer1.offloadThresholdTokens';
  if (!isShare) return t('input {0} → {1} tokens', tokensBefore, tokensAfter);
  const share = percent(tokensAfter, limits.window);
  const isOfAnotherWhole = tokensOfWhole(trigger.setting, limits) !== limits.window;
  // The measured share is one result's, or of another whole than the gauge's.
  if (strategy === 'truncate') {
    return isOfAnotherWhole ? t('input down to {0} of the window', share) : t('input down to {0}', share);
  }
  return isOfAnotherWhole ? t('down to {0} of the window', share) : t('down to {0}', share);
}

function withPutBack(title: string, decision: Decision, putBack: number): string {
  if (putBack === 0) return title;
  const touched = touchedIndexes(decision).length;
  if (putBack < touched) return t('{0}; {1} of the {2} put back since', title, putBack, touched);
  return touched === 1 ? t('{0}; put back since', title) : t('{0}; all {1} put back since', title, touched);
}

function action(decision: Decision): string {
  const edits = decision.edits.length;
  const removed = decision.removal?.indexes.length ?? 0;
  switch (decision.strategy) {
    case 'truncate':
      return decision.trigger.reason !== 'recorded' && decision.trigger.setting === 'layer1.offloadThresholdTokens'
        ? tn('moved {0} large result to the archive', 'moved {0} large results to the archive', edits)
        : tn('cut {0} oversized result', 'cut {0} oversized results', edits);
    case 'compact':
      return decision.edits.some((edit) => edit.kind === 'arguments')
        ? tn('moved arguments of {0} old call to the archive', 'moved arguments of {0} old calls to the archive', edits)
        : tn('compacted {0} oldest result', 'compacted {0} oldest results', edits);
    case 'prune':
      return removed === 0
        ? t('shortened the notice')
        : tn('removed {0} earlier message', 'removed {0} earlier messages', removed);
    case 'summarizeFull':
      return tn('summarized {0} earlier message', 'summarized {0} earlier messages', removed);
    case 'summarizePartial':
      return partialWords(decision, removed);
  }
}

function cause({ trigger, strategy }: Decision, limits: ContextLimits): string {
  if (trigger.reason === 'recorded') return reportedWords(trigger);
  const { measuredTokens, thresholdTokens } = trigger;
  switch (trigger.reason) {
    case 'threshold':
      return thresholdWords(trigger, strategy === 'truncate', limits);
    case 'overflow':
      return t('the provider refused the context as too long');
    case 'command':
      return t('you asked for it');
    case 'fit':
      return t('the input of {0} tokens had to fit into {1}', measuredTokens, thresholdTokens);
    case 'proactive':
      return t('input of {0} > {1} tokens', measuredTokens, thresholdTokens);
  }
}

/** @param isResult whether one result was measured, and not the input */
function thresholdWords(
  { measuredTokens, thresholdTokens, setting }: Trigger,
  isResult: boolean,
  limits: ContextLimits,
): string {
  if (setting === 'layer1.offloadThresholdTokens') {
    return isResult
      ? t('result of {0} > {1} tokens', measuredTokens, thresholdTokens)
      : t('input of {0} > {1} tokens', measuredTokens, thresholdTokens);
  }
  const whole = tokensOfWhole(setting, limits);
  const shares = comparedShares(measuredTokens, thresholdTokens, whole);
  if (whole === limits.window) {
    return isResult ? t('result {0} of the window', shares) : t('input {0} of the window', shares);
  }
  return isResult ? t('result {0} of the input limit', shares) : t('input {0} of the input limit', shares);
}

/** Numbers of the recording are told as such: they were got in another way than ours. */
function reportedWords({ reportedBefore, reportedAfter }: RecordedTrigger): string {
  if (reportedBefore === null && reportedAfter === null) return t('no numbers reported');
  const before = reportedBefore === null ? '?' : formatNumber(reportedBefore);
  return reportedAfter === null
    ? t('{0} tokens reported', before)
    : t('{0} → {1} tokens reported', before, reportedAfter);
}

/** ⑤ by how far it had to step down. */
function partialWords({ summary }: Decision, removed: number): string {
  switch (summary?.level) {
    case 'withoutOversized':
      return tn(
        'summarized, but for oversized ones, {0} earlier message',
        'summarized, but for oversized ones, {0} earlier messages',
        removed,
      );
    case 'outline':
      return summary.model === null
        ? tn(
            'outlined, without a model, {0} earlier message',
            'outlined, without a model, {0} earlier messages',
            removed,
          )
        : tn(
            'summarized in part, outlined the rest of {0} earlier message',
            'summarized in part, outlined the rest of {0} earlier messages',
            removed,
          );
    case 'notice':
      return tn(
        'kept only facts and a pointer of {0} earlier message',
        'kept only facts and a pointer of {0} earlier messages',
        removed,
      );
    case 'full':
    case undefined:
      return tn('summarized in part {0} earlier message', 'summarized in part {0} earlier messages', removed);
  }
}
