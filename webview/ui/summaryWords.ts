import type { SummaryFacts, SummaryLevel } from '../../src/protocol/inspectorRows';
import { t, tn } from './text';
import { visibleControls } from './visibleControls';

/** Who wrote a summary, and how far it had to step down: `Summary by gpt-5-mini`. */
export function levelWords({ level, model }: SummaryFacts): string {
  switch (level) {
    case 'full':
      return model === null ? t('Summary without a model') : t('Summary by {0}', model);
    case 'withoutOversized':
      return model === null
        ? t('Summary without a model, oversized messages left out')
        : t('Summary by {0}, oversized messages left out', model);
    case 'outline':
      return model === null
        ? t('Summary without a model')
        : t('Summary in part by {0}, the rest without a model', model);
    case 'notice':
      return t('Facts and pointer only');
  }
}

/** `31 facts: 20 in the summary, 9 listed, 2 behind the pointer`; null where no fact was found. */
export function survivalWords({ facts }: SummaryFacts): string | null {
  const { found, inSummary, listed, reachable } = facts;
  if (found === 0) return null;
  const parts = [
    inSummary === 0 ? '' : t('{0} in the summary', inSummary),
    listed === 0 ? '' : t('{0} listed', listed),
    reachable === 0 ? '' : t('{0} behind the pointer', reachable),
  ];
  return tn('{0} fact: {1}', '{0} facts: {1}', found, parts.filter((part) => part !== '').join(', '));
}

/** What was tried before, in the order tried, each as a sentence. */
export function faultSentences({ faults }: SummaryFacts): readonly string[] {
  return faults.map(({ level, fault, detail }) => {
    const words = `${levelNames[level]}: ${faultWords.get(fault) ?? t('it could not be used')}`;
    return detail === undefined ? `${words}.` : `${words} (${visibleControls(detail)})`;
  });
}

const levelNames: Readonly<Record<SummaryLevel, string>> = {
  full: t('The whole conversation'),
  withoutOversized: t('Without oversized messages'),
  outline: t('Outline without a model'),
  notice: t('Facts and pointer'),
};

/** By the engine's names; a file may hold others. */
const faultWords: ReadonlyMap<string, string> = new Map([
  ['empty', t('the model answered nothing')],
  ['thinkingOnly', t('the model answered with thoughts only')],
  ['refusal', t('the model refused')],
  ['errorText', t('the answer was an error text')],
  ['toolCall', t('the model called a tool instead of answering')],
  ['cutOff', t('the answer was cut off')],
  ['unstructured', t('the answer did not have the sections of a summary')],
  ['notSmaller', t('the answer was not smaller than what it replaces')],
  ['cancelled', t('you skipped the model')],
  ['overflow', t('the text was too long for the model')],
  ['timeout', t('the model took too long')],
  ['server', t('the provider answered with an error')],
  ['network', t('the provider could not be reached')],
  ['authentication', t('the provider did not accept the key')],
  ['rateLimit', t('the provider asked to slow down')],
]);
