import type { VNode } from 'preact';
import type { SummaryProgress } from '../../src/protocol/chat';
import { rich } from '../ui/rich';
import { t } from '../ui/text';
import { ProgressRing } from '../ui/toolkit';
import './summaryLine.css';

interface SummaryLineProps {
  readonly progress: SummaryProgress;
  readonly onSkip: () => void;
}

/** While a summary is written: how far it is, and the way out that does not wait for the model. */
export function SummaryLine({ progress, onSkip }: SummaryLineProps): VNode {
  const { done, total } = progress;
  return (
    <div class="summary-line">
      <ProgressRing label={t('Summarizing')} />
      <span class="summary-line-text" role="status">
        {total > 1
          ? rich('Summarizing earlier messages… {0}', <span class="number">{t('{0} of {1}', done, total)}</span>)
          : t('Summarizing earlier messages…')}
      </span>
      <button
        type="button"
        class="plain-button link-button"
        title={t('Go on without the model: what it wrote so far is kept, the rest becomes an outline')}
        onClick={onSkip}
      >
        {t('Skip')}
      </button>
    </div>
  );
}
