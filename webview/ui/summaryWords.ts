import type { SummaryFacts, SummaryLevel } from '../../src/protocol/inspectorRows';
import { visibleControls } from './visibleControls';
import { formatCount, formatNumber } from './numbers';

/** Who wrote a summary, and how far it had to step down: `Summary by gpt-5-mini`. */
export function levelWords({ level, model }: SummaryFacts): string {
  const author = model === null ? 'without a model' : `by ${model}`;
  switch (level) {
    case 'full':
      return `Summary ${author}`;
    case 'withoutOversized':
      return `Summary ${author}, oversized messages left out`;
    case 'outline':
      return model === null ? 'Summary without a model' : `Summary in part by ${model}, the rest without a model`;
    case 'notice':
      return 'Facts and pointer only';
  }
}

/** `31 facts: 20 in the summary, 9 listed, 2 behind the pointer`; null where no fact was found. */
export function survivalWords({ facts }: SummaryFacts): string | null {
  const { found, inSummary, listed, reachable } = facts;
  if (found === 0) return null;
  const parts = [
    inSummary === 0 ? '' : `${formatNumber(inSummary)} in the summary`,
    listed === 0 ? '' : `${formatNumber(listed)} listed`,
    reachable === 0 ? '' : `${formatNumber(reachable)} behind the pointer`,
  ];
  return `${formatCount(found, 'fact')}: ${parts.filter((part) => part !== '').join(', ')}`;
}

/** What was tried before, in the order tried, each as a sentence. */
export function faultSentences({ faults }: SummaryFacts): readonly string[] {
  return faults.map(({ level, fault, detail }) => {
    const words = `${levelNames[level]}: ${faultWords.get(fault) ?? 'it could not be used'}`;
    return detail === undefined ? `${words}.` : `${words} (${visibleControls(detail)})`;
  });
}

const levelNames: Readonly<Record<SummaryLevel, string>> = {
  full: 'The whole conversation',
  withoutOversized: 'Without oversized messages',
  outline: 'Outline without a model',
  notice: 'Facts and pointer',
};

/** By the engine's names; a file may hold others. */
const faultWords: ReadonlyMap<string, string> = new Map([
  ['empty', 'the model answered nothing'],
  ['thinkingOnly', 'the model answered with thoughts only'],
  ['refusal', 'the model refused'],
  ['errorText', 'the answer was an error text'],
  ['toolCall', 'the model called a tool instead of answering'],
  ['cutOff', 'the answer was cut off'],
  ['unstructured', 'the answer did not have the sections of a summary'],
  ['notSmaller', 'the answer was not smaller than what it replaces'],
  ['cancelled', 'you skipped the model'],
  ['overflow', 'the text was too long for the model'],
  ['timeout', 'the model took too long'],
  ['server', 'the provider answered with an error'],
  ['network', 'the provider could not be reached'],
  ['authentication', 'the provider did not accept the key'],
  ['rateLimit', 'the provider asked to slow down'],
]);
