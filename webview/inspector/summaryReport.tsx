import type { VNode } from 'preact';
import type { SummaryFacts } from '../../src/protocol/inspector';
import { formatCount, formatNumber } from '../ui/numbers';
import { faultSentences, levelWords, survivalWords } from '../ui/summaryWords';

/** How a summary came about, and what of the originals stands in it. */
export function SummaryReport({ summary }: { readonly summary: SummaryFacts }): VNode {
  const survival = survivalWords(summary);
  const faults = faultSentences(summary);
  const { chunks, oversized, usage } = summary;
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
      {usage === null ? null : (
        <>
          <dt>Its cost</dt>
          <dd class="number">
            {formatNumber(usage.inputTokens)} in, {formatCount(usage.outputTokens, 'token')} out
          </dd>
        </>
      )}
    </dl>
  );
}
