import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { BatchKind, CompactionPreview } from '../../src/protocol/preview';
import { cacheWords } from '../ui/cacheWords';
import { Icon } from '../ui/icon';
import { formatCount, formatNumber, formatShare } from '../ui/numbers';
import type { PreviewStore } from '../ui/previewStore';
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
      <h2 id="compact-card-title">Compact the context</h2>
      {shown !== null ? (
        <CardContent store={preview} preview={shown} />
      ) : failure === null ? (
        <ProgressRing label="Working out the compaction" />
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
          Compact
        </Button>
        <Button onClick={onClose}>Cancel</Button>
        <button type="button" class="plain-button link-button" onClick={onInspect}>
          Open in inspector
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
          ? 'There is nothing left to compact.'
          : batches.length === 0
            ? 'Everything is left out.'
            : `Frees ${formatCount(tokensBefore - tokensAfter, 'token')}: ${share(tokensBefore)} → ${share(tokensAfter)} of the window.`}
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
              ? 'Left out'
              : `−${formatNumber(before - after)} tokens${cache === null ? '' : `; ${cacheWords(cache)}`}`}
          </p>
        </div>
      ))}
    </>
  );
}
