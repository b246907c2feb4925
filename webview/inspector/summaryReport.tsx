import type { VNode } from 'preact';
import type { SummaryFacts } from '../../src/protocol/inspectorRows';
import type { CallUsage } from '../../src/protocol/usage';
import { faultSentences, levelWords, survivalWords } from '../ui/summaryWords';
import { t, tn } from '../ui/text';
import { callHint, callWords } from '../ui/usageWords';

interface SummaryReportProps {
  readonly summary: SummaryFacts;
  /** Null until it has come; then the tokens alone are known. */
  readonly usage: CallUsage | null;
}

/** How a summary came about, and what of the originals stands in it. */
export function SummaryReport({ summary, usage }: SummaryReportProps): VNode {
  const survival = survivalWords(summary);
  const faults = faultSentences(summary);
  const { chunks, oversized } = summary;
  const cost = usage === null ? tokenWords(summary) : callWords(usage);
  return (
    <dl class="facts">
      <dt>{t('Level')}</dt>
      <dd>{chunks > 1 ? t('{0}, in {1} parts', levelWords(summary), chunks) : levelWords(summary)}</dd>
      {survival === null ? null : (
        <>
          <dt>{t('Survival')}</dt>
          <dd>{survival}</dd>
        </>
      )}
      {oversized === 0 ? null : (
        <>
          <dt>{t('Left out')}</dt>
          <dd>{tn('{0} message for the size', '{0} messages for the size', oversized)}</dd>
        </>
      )}
      {faults.length === 0 ? null : (
        <>
          <dt>{t('Tried first')}</dt>
          <dd>
            {faults.map((fault) => (
              <p key={fault}>{fault}</p>
            ))}
          </dd>
        </>
      )}
      {cost === null ? null : (
        <>
          <dt>{t('Its cost')}</dt>
          <dd title={usage === null ? undefined : callHint(usage)}>{cost}</dd>
        </>
      )}
    </dl>
  );
}

function tokenWords({ usage }: SummaryFacts): string | null {
  if (usage === null) return null;
  return tn('{1} in, {0} token out', '{1} in, {0} tokens out', usage.outputTokens, usage.inputTokens);
}
