import type { VNode } from 'preact';
import type { SummaryFacts } from '../../src/protocol/inspectorRows';
import type { CallUsage } from '../../src/protocol/usage';
import { formatCount, formatNumber } from '../ui/numbers';
import { faultSentences, levelWords, survivalWords } from '../ui/summaryWords';
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
      <dt>Level</dt>
      <dd>
        {levelWords(summary)}
        {chunks > 1 ? `, in ${formatCount(chunks, 'part')}` : ''}
      </dd>
      {survival === null ? null : (
        <>
          <dt>Survival</dt>
          <dd>{survival}</dd>
        </>
      )}
      {oversized === 0 ? null : (
        <>
          <dt>Left out</dt>
          <dd>{formatCount(oversized, 'message')} for the size</dd>
        </>
      )}
      {faults.length === 0 ? null : (
        <>
          <dt>Tried first</dt>
          <dd>
            {faults.map((fault) => (
              <p key={fault}>{fault}</p>
            ))}
          </dd>
        </>
      )}
      {cost === null ? null : (
        <>
          <dt>Its cost</dt>
          <dd title={usage === null ? undefined : callHint(usage)}>{cost}</dd>
        </>
      )}
    </dl>
  );
}

function tokenWords({ usage }: SummaryFacts): string | null {
  if (usage === null) return null;
  return `${formatNumber(usage.inputTokens)} in, ${formatCount(usage.outputTokens, 'token')} out`;
}
