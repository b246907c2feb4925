import type { VNode } from 'preact';
import type { SummaryProgress } from '../../src/protocol/chat';
import { formatNumber } from '../ui/numbers';
import { ProgressRing } from '../ui/toolkit';
import './summaryLine.css';

interface SummaryLineProps {
  readonly progress: SummaryProgress;
  readonly onSkip: () => void;
}

/** While a summary is written: how far it is, and the way out that does not wait for the model. */
export function SummaryLine({ progress, onSkip }: SummaryLineProps): VNode {
  const { done, total } = progress;
  const share = total > 1 ? ` ${formatNumber(done)} of ${formatNumber(total)}` : '';
  return (
    <div class="summary-line">
      <ProgressRing label="Summarizing" />
      <span class="summary-line-text" role="status">
        Summarizing earlier messages…<span class="number">{share}</span>
      </span>
      <button
        type="button"
        class="plain-button link-button"
        title="Go on without the model: what it wrote so far is kept, the rest becomes an outline"
        onClick={onSkip}
      >
        Skip
      </button>
    </div>
  );
}
