import { type Decision, type RecordedTrigger, touchedIndexes } from '../../engine/decision';
import type { ContextLimits } from '../../engine/settings';
import { oneLine } from './oneLine';
import { comparedShares, grouped, percent, tokensOfWhole } from './shares';

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
  const who = trigger.reason === 'recorded' ? `Recorded (${oneLine(trigger.words, WORDS_CHARACTERS)})` : null;
  const what = `${who ?? `Layer ${String(decision.layer)}`} ${action(decision)}`;
  return `${what}: ${cause(decision, limits)}, ${effect(decision, limits)}${putBackWords(decision, putBack)}`;
}

function effect({ trigger, strategy, tokensBefore, tokensAfter }: Decision, limits: ContextLimits): string {
  const isShare = trigger.reason === 'threshold' && trigger.setting !== 'layer1.offloadThresholdTokens';
  if (!isShare) return `input ${grouped(tokensBefore)} → ${grouped(tokensAfter)} tokens`;
  // The measured share is one result's, or of another whole than the gauge's.
  const needsNoun = strategy === 'truncate';
  const ofWhat = tokensOfWhole(trigger.setting, limits) === limits.window ? '' : ' of the window';
  return `${needsNoun ? 'input ' : ''}down to ${percent(tokensAfter, limits.window)}${ofWhat}`;
}

function putBackWords(decision: Decision, putBack: number): string {
  if (putBack === 0) return '';
  const touched = touchedIndexes(decision).length;
  if (putBack < touched) return `; ${grouped(putBack)} of the ${grouped(touched)} put back since`;
  return touched === 1 ? '; put back since' : `; all ${grouped(touched)} put back since`;
}

function action(decision: Decision): string {
  const edits = decision.edits.length;
  switch (decision.strategy) {
    case 'truncate':
      return decision.trigger.reason !== 'recorded' && decision.trigger.setting === 'layer1.offloadThresholdTokens'
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
  if (trigger.reason === 'recorded') return reportedWords(trigger);
  const { measuredTokens, thresholdTokens, setting } = trigger;
  switch (trigger.reason) {
    case 'threshold': {
      const measured = strategy === 'truncate' ? 'result' : 'input';
      if (setting === 'layer1.offloadThresholdTokens') {
        return `${measured} of ${grouped(measuredTokens)} > ${grouped(thresholdTokens)} tokens`;
      }
      const whole = tokensOfWhole(setting, limits);
      const ofWhat = whole === limits.window ? ' of the window' : ' of the input limit';
      return `${measured} ${comparedShares(measuredTokens, thresholdTokens, whole)}${ofWhat}`;
    }
    case 'overflow':
      return 'the provider refused the context as too long';
    case 'command':
      return 'you asked for it';
    case 'fit':
      return `the input of ${grouped(measuredTokens)} tokens had to fit into ${grouped(thresholdTokens)}`;
    case 'proactive':
      return `input of ${grouped(measuredTokens)} > ${grouped(thresholdTokens)} tokens`;
  }
}

/** Numbers of the recording are told as such: they were got in another way than ours. */
function reportedWords({ reportedBefore, reportedAfter }: RecordedTrigger): string {
  if (reportedBefore === null && reportedAfter === null) return 'no numbers reported';
  const after = reportedAfter === null ? '' : ` → ${grouped(reportedAfter)}`;
  return `${reportedBefore === null ? '?' : grouped(reportedBefore)}${after} tokens reported`;
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
