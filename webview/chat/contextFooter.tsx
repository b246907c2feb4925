import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { Gauge as GaugeFacts } from '../../src/protocol/chat';
import { countHint, countWords } from '../ui/countWords';
import { Gauge } from '../ui/gauge';
import { formatNumber, formatShare, formatShort } from '../ui/numbers';
import type { PreviewStore } from '../ui/previewStore';
import { rich } from '../ui/rich';
import { t } from '../ui/text';
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
    <section class="context" aria-label={t('Context')}>
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
        label={t('Context used')}
        parts={[{ label: t('Used'), tokens: contextTokens, class: passed ? 'context-passed' : 'context-used' }]}
        window={window}
        reserve={reserve}
        thresholds={thresholds}
      />
      <p class="context-line">
        <span class="number" title={t('{0} of {1} tokens', contextTokens, window)}>
          {rich(
            '{0} · {1} of {2}',
            <strong>{formatShare(contextTokens / Math.max(1, window))}</strong>,
            formatNumber(contextTokens),
            formatShort(window),
          )}
        </span>
        <span class="soft context-method" title={countHint(gauge)}>
          {countWords(gauge)}
        </span>
        <button
          type="button"
          class="plain-button link-button"
          ref={button}
          aria-expanded={isOpen}
          title={t('See what making room now would free, and choose')}
          onClick={() => {
            if (isOpen) close();
            else preview.open();
          }}
        >
          {t('Compact…')}
        </button>
      </p>
    </section>
  );
}
