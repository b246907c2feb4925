import type { VNode } from 'preact';
import { type SessionUsage, totalUsage } from '../../src/protocol/usage';
import { t } from '../ui/text';
import { UsageLine } from '../ui/usageLine';
import './usageSection.css';

/** What the session took, beside the chart of its calls. */
export function UsageSection({ usage }: { readonly usage: SessionUsage }): VNode | null {
  if (totalUsage(usage).calls === 0) return null;
  return (
    <section class="usage-section" aria-label={t('Usage')}>
      <UsageLine usage={usage} />
    </section>
  );
}
