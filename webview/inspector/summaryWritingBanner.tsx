import type { VNode } from 'preact';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import { t } from '../ui/text';
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
      <ProgressRing label={t('A summary is being written')} />
      <span>
        {total > 1
          ? t('A summary is being written, {0} of {1} parts done. It takes its place before a later call.', done, total)
          : t('A summary is being written. It takes its place before a later call.')}
      </span>
    </div>
  );
}
