import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { BatchKind, CompactionPreview } from '../../src/protocol/preview';
import { Icon } from '../ui/icon';
import { formatNumber } from '../ui/numbers';
import { t, tn } from '../ui/text';
import { Button, ProgressRing } from '../ui/toolkit';
import { cacheWords, discountWords, moneyWords } from '../ui/cacheWords';
import { PreviewBar } from './previewBar';
import { PreviewBatchView } from './previewBatchView';
import type { PreviewStore } from '../ui/previewStore';
import './previewPanel.css';

/** The order in which they are taken. */
const kinds: readonly BatchKind[] = ['results', 'arguments', 'messages'];

/** What a compaction would do, before it is done: batches can be left out, messages pinned. */
export function PreviewPanel({ preview }: { readonly preview: PreviewStore }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = preview.preview.value;
  const failure = preview.failure.value;
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closed before it goes, it gives the focus back to where it was.
    return () => element?.close();
  }, []);
  useEffect(() => {
    // The message that was pinned has left its list, and its button with it.
    if (dialog.current?.contains(document.activeElement) === false) dialog.current.focus();
  }, [shown]);
  const close = (): void => {
    preview.close();
  };
  return (
    <dialog
      class="preview"
      ref={dialog}
      tabIndex={-1}
      aria-labelledby="preview-title"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <div class="preview-head">
        <h2 id="preview-title">{t('Preview compaction')}</h2>
        <p class="soft">{t('Nothing is changed until you press Compact, and each batch can be undone afterwards.')}</p>
      </div>
      <div class="preview-body">
        {shown === null ? (
          failure === null ? (
            <ProgressRing label={t('Working out the compaction')} />
          ) : null
        ) : (
          <PreviewContent store={preview} preview={shown} />
        )}
      </div>
      {failure === null ? null : (
        <p class="preview-failure" role="alert">
          <Icon name="error" />
          <span>{failure}</span>
        </p>
      )}
      <div class="preview-actions">
        <Button
          appearance="primary"
          disabled={!preview.isWorthwhile || preview.isCompacting.value}
          onClick={() => {
            void preview.compact();
          }}
        >
          {shown !== null && shown.batches.length === 0 && shown.pinned.length > 0 ? t('Pin') : t('Compact')}
        </Button>
        <Button onClick={close}>{t('Cancel')}</Button>
      </div>
    </dialog>
  );
}

interface PreviewContentProps {
  readonly store: PreviewStore;
  readonly preview: CompactionPreview;
}

function PreviewContent({ store, preview }: PreviewContentProps): VNode {
  const { tokensBefore, tokensAfter, window, cache, pinned, batches } = preview;
  const skipped = store.wishes.value?.skip ?? [];
  const known = kinds.map((kind) => store.batches.value.get(kind)).filter((batch) => batch !== undefined);
  const money = cache === null ? null : moneyWords(cache);
  return (
    <>
      <PreviewBar tokensBefore={tokensBefore} tokensAfter={tokensAfter} window={window} />
      {cache === null ? null : (
        <p aria-live="polite">
          {tn(
            'Frees {0} token of every later call; {1}.',
            'Frees {0} tokens of every later call; {1}.',
            cache.savedTokens,
            money === null ? cacheWords(cache) : `${cacheWords(cache)} (${money})`,
          )}{' '}
          <span class="soft">{discountWords(cache)}</span>
        </p>
      )}
      {known.length === 0 ? <p class="soft">{t('There is nothing left to compact.')}</p> : null}
      {known.length > 0 && batches.length === 0 ? <p class="soft">{t('Everything is left out.')}</p> : null}
      {known.map((batch) => (
        <PreviewBatchView key={batch.kind} store={store} batch={batch} skipped={skipped.includes(batch.kind)} />
      ))}
      {pinned.length === 0 ? null : (
        <section aria-labelledby="preview-pinned">
          <h3 id="preview-pinned">{t('Pinned together with Compact')}</h3>
          <ul>
            {pinned.map(({ index, title, tokensBefore: tokens }) => (
              <li key={index} class="preview-message">
                <span class="number soft">{formatNumber(index)}</span>
                <span class="preview-message-title">{title}</span>
                <span class="number soft">{formatNumber(tokens)}</span>
                <Button
                  appearance="icon"
                  label={t('Do not pin message {0}', index)}
                  onClick={() => {
                    store.setPinned(index, false);
                  }}
                >
                  <Icon name="pinned" />
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
