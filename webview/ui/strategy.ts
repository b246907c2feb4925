import type { Fate, Strategy } from '../../src/protocol/terms';
import { t } from './text';

/** The fate a strategy gives to what it touches: decisions take its colour, pattern and icon. */
export const strategyFate: Readonly<Record<Strategy, Fate>> = {
  truncate: 'truncated',
  compact: 'compacted',
  prune: 'pruned',
  summarizeFull: 'summarized',
  summarizePartial: 'summarized',
};

/** The number of each strategy, as decisions are marked with it. */
export const strategyGlyph: Readonly<Record<Strategy, string>> = {
  truncate: '①',
  compact: '②',
  prune: '③',
  summarizeFull: '④',
  summarizePartial: '⑤',
};

export const strategyName: Readonly<Record<Strategy, string>> = {
  truncate: t('Truncate'),
  compact: t('Compact'),
  prune: t('Prune'),
  summarizeFull: t('Summarize'),
  summarizePartial: t('Summarize in part'),
};
