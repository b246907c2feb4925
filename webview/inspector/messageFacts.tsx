import type { VNode } from 'preact';
import type { MessageDetail } from '../../src/protocol/inspectorDetail';
import { formatMoment, formatNumber } from '../ui/numbers';
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
      <dt>Tokens</dt>
      <dd class="facts-tokens">
        <span class="number">
          {formatNumber(tokensInContext)}
          {tokensInContext === tokensOriginal ? '' : ` of ${formatNumber(tokensOriginal)}`}
        </span>
        <TokenBar tokensInContext={tokensInContext} tokensOriginal={tokensOriginal} scale={tokensOriginal} />
      </dd>
      {pointers.length > 0 ? (
        <>
          <dt>Archive</dt>
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
          <dt>Source</dt>
          <dd>
            <button
              type="button"
              class="plain-button link-button"
              onClick={() => {
                store.run(store.api.openSourceLine({ line: sourceLine }));
              }}
            >
              Line {formatNumber(sourceLine)}
            </button>
          </dd>
        </>
      )}
      {model === null ? null : (
        <>
          <dt>Model</dt>
          <dd>{model}</dd>
        </>
      )}
      {usage === null ? null : (
        <>
          <dt>Call</dt>
          <dd title={callHint(usage)}>{callWords(usage)}</dd>
        </>
      )}
      {createdAt === null ? null : (
        <>
          <dt>Time</dt>
          <dd>{formatMoment(createdAt)}</dd>
        </>
      )}
    </dl>
  );
}
