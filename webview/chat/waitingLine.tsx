import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ProviderWait } from '../../src/protocol/chat';
import { formatNumber } from '../ui/numbers';
import { rich } from '../ui/rich';
import { t } from '../ui/text';
import { ProgressRing } from '../ui/toolkit';
import './summaryLine.css';

interface WaitingLineProps {
  readonly wait: ProviderWait;
}

const SECOND = 1000;

/** While the provider is given time: how long still, and how often it is asked. The composer has the button that stops. */
export function WaitingLine({ wait }: WaitingLineProps): VNode {
  const { until, attempt, tries } = wait;
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, SECOND);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / SECOND));
  const share = t('try {0} of {1}', attempt, tries);
  return (
    <div class="summary-line">
      <ProgressRing label={t('Waiting for the provider')} />
      <span class="summary-line-text">
        {/* The seconds run down in silence; who listens hears once what goes on. */}
        <span aria-hidden="true">
          {rich('Waiting {0} s for the provider, {1}', <span class="number">{formatNumber(seconds)}</span>, share)}
        </span>
        <span class="visually-hidden" role="status">
          {t('The provider failed; it is asked again, {0}.', share)}
        </span>
      </span>
    </div>
  );
}
