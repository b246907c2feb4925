import type { Fate } from '../../src/protocol/terms';
import type { IconName } from './glyphs';
import { t } from './text';

/** The fates from least to most lost: the order of every list of them. */
export const fateOrder: readonly Fate[] = ['kept', 'truncated', 'compacted', 'pruned', 'summarized'];

export const fateIcon: Readonly<Record<Fate, IconName>> = {
  kept: 'check',
  truncated: 'screen-cut',
  compacted: 'fold',
  pruned: 'circle-slash',
  summarized: 'list-flat',
};

/** Each fate as it stands beside a message. */
export const fateWord: Readonly<Record<Fate, string>> = {
  kept: t('kept'),
  truncated: t('truncated'),
  compacted: t('compacted'),
  pruned: t('pruned'),
  summarized: t('summarized'),
};

/** What each fate means for the model, in one sentence. */
export const fateHint: Readonly<Record<Fate, string>> = {
  kept: t('The model sees this message whole.'),
  truncated: t('One long tool result was cut; the model sees its beginning and a pointer to the rest.'),
  compacted: t('The tool output was replaced by a short marker and a pointer to the original.'),
  pruned: t('The message was taken out of the context; the original is in the archive.'),
  summarized: t('A summary stands in the context in place of this message.'),
};
