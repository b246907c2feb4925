import type { VNode } from 'preact';
import type { Strategy } from '../../src/protocol/terms';
import type { BatchKind, PreviewBatch, PreviewMessage } from '../../src/protocol/preview';
import { Icon } from '../ui/icon';
import { formatNumber } from '../ui/numbers';
import { strategyFate } from '../ui/strategy';
import { t, tn } from '../ui/text';
import { Button, Checkbox } from '../ui/toolkit';
import { cacheWords } from '../ui/cacheWords';
import type { PreviewStore } from '../ui/previewStore';

interface PreviewBatchViewProps {
  readonly store: PreviewStore;
  readonly batch: PreviewBatch;
  readonly skipped: boolean;
}

const strategies: Readonly<Record<BatchKind, Strategy>> = {
  results: 'compact',
  arguments: 'compact',
  messages: 'prune',
};

export function PreviewBatchView({ store, batch, skipped }: PreviewBatchViewProps): VNode {
  const { kind, title, tokensBefore, tokensAfter, cache, messages, messageCount } = batch;
  const rest = messageCount - messages.length;
  return (
    <section class={`preview-batch fate-${strategyFate[strategies[kind]]} ${skipped ? 'preview-batch-skipped' : ''}`}>
      <Checkbox
        checked={!skipped}
        onChange={(checked) => {
          store.setSkipped(kind, !checked);
        }}
      >
        {title}
      </Checkbox>
      <p class="soft">
        {skipped
          ? t('Left out')
          : [
              tn('{1} → {0} token', '{1} → {0} tokens', tokensAfter, tokensBefore),
              ...(cache === null ? [] : [cacheWords(cache)]),
            ].join('; ')}
      </p>
      {skipped ? null : (
        <details open={messageCount <= 8}>
          <summary>{tn('{0} message', '{0} messages', messageCount)}</summary>
          <ul class="preview-messages">
            {messages.map((message) => (
              <MessageLine key={message.index} store={store} message={message} />
            ))}
          </ul>
          {rest > 0 ? <p class="soft">{t('{0} more.', rest)}</p> : null}
        </details>
      )}
    </section>
  );
}

interface MessageLineProps {
  readonly store: PreviewStore;
  readonly message: PreviewMessage;
}

function MessageLine({ store, message }: MessageLineProps): VNode {
  const { index, title, tokensBefore, tokensAfter } = message;
  return (
    <li class="preview-message">
      <span class="number soft">{formatNumber(index)}</span>
      <span class="preview-message-title" title={title}>
        {title}
      </span>
      <span class="number soft">
        {formatNumber(tokensBefore)} → {formatNumber(tokensAfter)}
      </span>
      <Button
        appearance="icon"
        label={t('Pin message {0}, so that it stays', index)}
        onClick={() => {
          store.setPinned(index, true);
        }}
      >
        <Icon name="pin" />
      </Button>
    </li>
  );
}
