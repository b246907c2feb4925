import type { VNode } from 'preact';
import type { MessageDetail } from '../../src/protocol/inspectorDetail';
import { formatMoment, formatNumber } from '../ui/numbers';
import { t } from '../ui/text';
import { callHint, callWords } from '../ui/usageWords';
import type { InspectorStore } from './inspectorStore';
import { TokenBar } from './tokenBar';

interface MessageFactsProps {
  readonly store: InspectorStore;
  readonly detail: MessageDetail;
}

export function MessageFacts({ store, detail }: MessageFactsProps): VNode {
  const { row, pointers, sourceLine, model, usage, createdAt } = detail;
  const { tokensInContext, tokensOriginal } = row;
  return (
    <dl class="facts">
      <dt>{t('Tokens')}</dt>
      <dd class="facts-tokens">
        <span class="number">
          {tokensInContext === tokensOriginal
            ? formatNumber(tokensInContext)
            : t('{0} of {1}', tokensInContext, tokensOriginal)}
        </span>
        <TokenBar tokensInContext={tokensInContext} tokensOriginal={tokensOriginal} scale={tokensOriginal} />
      </dd>
      {pointers.length > 0 ? (
        <>
          <dt>{t('Archive')}</dt>
          <dd>
            {pointers.map((pointer) => (
              <code key={pointer} class="facts-pointer">
                {pointer}
              </code>
            ))}
          </dd>
        </>
      ) : null}
      {sourceLine === null ? null : (
        <>
          <dt>{t('Source')}</dt>
          <dd>
            <button
              type="button"
              class="plain-button link-button"
              onClick={() => {
                store.run(store.api.openSourceLine({ line: sourceLine }));
              }}
            >
              {t('Line {0}', sourceLine)}
            </button>
          </dd>
        </>
      )}
      {model === null ? null : (
        <>
          <dt>{t('Model')}</dt>
          <dd>{model}</dd>
        </>
      )}
      {usage === null ? null : (
        <>
          <dt>{t('Call')}</dt>
          <dd title={callHint(usage)}>{callWords(usage)}</dd>
        </>
      )}
      {createdAt === null ? null : (
        <>
          <dt>{t('Time')}</dt>
          <dd>{formatMoment(createdAt)}</dd>
        </>
      )}
    </dl>
  );
}
