import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BatchKind, CompactionPreview } from '../../src/protocol/preview';
import { cacheWords } from '../ui/cacheWords';
import { Icon } from '../ui/icon';
import { formatShare } from '../ui/numbers';
import type { PreviewStore } from '../ui/previewStore';
import { t, tn } from '../ui/text';
import { Button, Checkbox, ProgressRing } from '../ui/toolkit';
import './compactCard.css';

/** The order in which they are taken. */
const kinds: readonly BatchKind[] = ['results', 'arguments', 'messages'];

interface CompactCardProps {
  readonly preview: PreviewStore;
  readonly onClose: () => void;
  readonly onInspect: () => void;
}

/** What making room now would free, batch by batch, before it is done. */
export function CompactCard({ preview, onClose, onInspect }: CompactCardProps): VNode {
  const card = useRef<HTMLElement>(null);
  const shown = preview.preview.value;
  const failure = preview.failure.value;
  useLayoutEffect(() => {
    card.current?.focus();
  }, []);
  return (
    <section
      class="compact-card"
      ref={card}
      tabIndex={-1}
      role="dialog"
      aria-labelledby="compact-card-title"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <h2 id="compact-card-title">{t('Compact the context')}</h2>
      {shown !== null ? (
        <CardContent store={preview} preview={shown} />
      ) : failure === null ? (
        <ProgressRing label={t('Working out the compaction')} />
      ) : null}
      {failure === null ? null : (
        <p class="compact-card-failure" role="alert">
          <Icon name="error" />
          <span>{failure}</span>
        </p>
      )}
      <div class="compact-card-actions">
        <Button
          appearance="primary"
          disabled={!preview.isWorthwhile || preview.isCompacting.value}
          onClick={() => {
            void preview.compact();
          }}
        >
          {t('Compact')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <button type="button" class="plain-button link-button" onClick={onInspect}>
          {t('Open in inspector')}
        </button>
      </div>
    </section>
  );
}

interface CardContentProps {
  readonly store: PreviewStore;
  readonly preview: CompactionPreview;
}

function CardContent({ store, preview }: CardContentProps): VNode {
  const { tokensBefore, tokensAfter, window, batches } = preview;
  const skipped = store.wishes.value?.skip ?? [];
  const known = kinds.map((kind) => store.batches.value.get(kind)).filter((batch) => batch !== undefined);
  const share = (tokens: number): string => formatShare(tokens / Math.max(1, window));
  return (
    <>
      <p aria-live="polite">
        {known.length === 0
          ? t('There is nothing left to compact.')
          : batches.length === 0
            ? t('Everything is left out.')
            : tn(
                'Frees {0} token: {1} → {2} of the window.',
                'Frees {0} tokens: {1} → {2} of the window.',
                tokensBefore - tokensAfter,
                share(tokensBefore),
                share(tokensAfter),
              )}
      </p>
      {known.map(({ kind, title, tokensBefore: before, tokensAfter: after, cache }) => (
        <div key={kind} class="compact-card-batch">
          <Checkbox
            checked={!skipped.includes(kind)}
            onChange={(checked) => {
              store.setSkipped(kind, !checked);
            }}
          >
            {title}
          </Checkbox>
          <p class="soft">
            {skipped.includes(kind)
              ? t('Left out')
              : [tn('−{0} token', '−{0} tokens', before - after), ...(cache === null ? [] : [cacheWords(cache)])].join(
                  '; ',
                )}
          </p>
        </div>
      ))}
    </>
  );
}
