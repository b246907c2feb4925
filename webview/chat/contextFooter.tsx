import type { VNode } from 'preact';
import type { Gauge as GaugeFacts } from '../../src/protocol/chat';
import { countHint, countWords } from '../ui/countWords';
import { Gauge } from '../ui/gauge';
import { formatNumber, formatShare, formatShort } from '../ui/numbers';
import type { ChatActions } from './chatActions';
import './contextFooter.css';

interface ContextFooterProps {
  readonly gauge: GaugeFacts;
  readonly actions: ChatActions;
}

/** How full the context is, and the button that makes room. */
export function ContextFooter({ gauge, actions }: ContextFooterProps): VNode {
  const { contextTokens, window, reserve, thresholds } = gauge;
  const passed = thresholds.some(({ tokens }) => contextTokens > tokens);
  return (
    <section class="context" aria-label="Context">
      <Gauge
        slim
        label="Context used"
        parts={[{ label: 'Used', tokens: contextTokens, class: passed ? 'context-passed' : 'context-used' }]}
        window={window}
        reserve={reserve}
        thresholds={thresholds}
      />
      <p class="context-line">
        <span class="number" title={`${formatNumber(contextTokens)} of ${formatNumber(window)} tokens`}>
          <strong>{formatShare(contextTokens / Math.max(1, window))}</strong> · {formatNumber(contextTokens)} of{' '}
          {formatShort(window)}
        </span>
        <span class="soft context-method" title={countHint(gauge)}>
          {countWords(gauge)}
        </span>
        <button type="button" class="plain-button link-button" onClick={actions.compact} title="Free context now">
          Compact
        </button>
      </p>
    </section>
  );
}
