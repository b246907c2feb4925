import type { VNode } from 'preact';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import { formatNumber } from '../ui/numbers';
import { ProgressRing } from '../ui/toolkit';

/** A summary is being written: what it will stand for is still as it was. */
export function SummaryWritingBanner({
  writing,
}: {
  readonly writing: InspectorSnapshot['summaryWriting'];
}): VNode | null {
  if (writing === null) return null;
  const { done, total } = writing;
  return (
    <div class="banner banner-info" role="status">
      <ProgressRing label="A summary is being written" />
      <span>
        A summary is being written{total > 1 ? `, ${formatNumber(done)} of ${formatNumber(total)} parts done` : ''}. It
        takes its place before a later call.
      </span>
    </div>
  );
}
