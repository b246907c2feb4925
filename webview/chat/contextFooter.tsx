import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { Gauge as GaugeFacts } from '../../src/protocol/chat';
import { countHint, countWords } from '../ui/countWords';
import { Gauge } from '../ui/gauge';
import { formatNumber, formatShare, formatShort } from '../ui/numbers';
import type { PreviewStore } from '../ui/previewStore';
import type { ChatActions } from './chatActions';
import { CompactCard } from './compactCard';
import './contextFooter.css';

interface ContextFooterProps {
  readonly gauge: GaugeFacts;
  readonly preview: PreviewStore;
  readonly actions: ChatActions;
}

/** How full the context is, and the button that makes room. */
export function ContextFooter({ gauge, preview, actions }: ContextFooterProps): VNode {
  const { contextTokens, window, reserve, thresholds } = gauge;
  const passed = thresholds.some(({ tokens }) => contextTokens > tokens);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = preview.wishes.value !== null;
  const close = (): void => {
    preview.close();
    button.current?.focus();
  };
  return (
    <section class="context" aria-label="Context">
      {isOpen ? (
        <CompactCard
          preview={preview}
          onClose={close}
          onInspect={() => {
            close();
            actions.openInspector(null);
          }}
        />
      ) : null}
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
        <button
          type="button"
          class="plain-button link-button"
          ref={button}
          aria-expanded={isOpen}
          title="See what making room now would free, and choose"
          onClick={() => {
            if (isOpen) close();
            else preview.open();
          }}
        >
          Compact…
        </button>
      </p>
    </section>
  );
}
