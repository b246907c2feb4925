import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ProviderWait } from '../../src/protocol/chat';
import { formatNumber } from '../ui/numbers';
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
  const share = `try ${formatNumber(attempt)} of ${formatNumber(tries)}`;
  return (
    <div class="summary-line">
      <ProgressRing label="Waiting for the provider" />
      <span class="summary-line-text">
        {/* The seconds run down in silence; who listens hears once what goes on. */}
        <span aria-hidden="true">
          Waiting <span class="number">{formatNumber(seconds)}</span> s for the provider, {share}
        </span>
        <span class="visually-hidden" role="status">
          The provider failed; it is asked again, {share}.
        </span>
      </span>
    </div>
  );
}
