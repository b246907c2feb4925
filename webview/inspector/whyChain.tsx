import type { VNode } from 'preact';
import type { MessageDetail, WhyStep } from '../../src/protocol/inspectorDetail';
import { fateIcon } from '../ui/fate';
import { Icon } from '../ui/icon';
import { formatCount, formatExactShare, formatNumber } from '../ui/numbers';
import { strategyFate, strategyName } from '../ui/strategy';
import { Button } from '../ui/toolkit';
import type { InspectorStore } from './inspectorStore';
import { RestoreMessage } from './restoreMessage';
import './whyChain.css';

interface WhyChainProps {
  readonly store: InspectorStore;
  readonly detail: MessageDetail;
}

/** The decisions that touched a message, oldest first, each with what was measured. */
export function WhyChain({ store, detail }: WhyChainProps): VNode {
  const { why, row } = detail;
  const newest = why.findLast(({ undone, putBack }) => !undone && !putBack);
  if (why.length === 0) {
    return (
      <p class="detail-empty soft">
        {row.pinned
          ? 'Pinned: no strategy may touch this message.'
          : 'No decision has touched this message: the model sees it as it was.'}
      </p>
    );
  }
  return (
    <ol class="why">
      {why.map((step) => (
        <li key={step.decisionId} class={`why-step fate-${strategyFate[step.strategy]}`}>
          <h3 class={`why-title ${step.undone || step.putBack ? 'why-undone' : ''}`}>
            <Icon name={fateIcon[strategyFate[step.strategy]]} class="why-icon" />
            {strategyName[step.strategy]}
            <span class="soft"> · Layer {step.layer}</span>
            {endedWords(step) === null ? null : <span class="why-state soft">{endedWords(step)}</span>}
          </h3>
          <WhyReason store={store} step={step} />
          {step.measure === 'none' ? null : <MeasuredBar step={step} />}
          <p class="soft">
            The whole input: {formatNumber(step.tokensBefore)} → {formatCount(step.tokensAfter, 'token')}, this message
            together with {formatCount(step.batchSize - 1, 'other')}.
          </p>
          {store.live.value && !step.undone ? (
            <div class="detail-actions">
              <Button
                onClick={() => {
                  store.run(store.api.undo({ decisionId: step.decisionId }));
                }}
              >
                Undo batch of {formatNumber(step.batchSize)}
              </Button>
              {step === newest ? <RestoreMessage store={store} row={row} /> : null}
            </div>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

function WhyReason({ store, step }: { readonly store: InspectorStore; readonly step: WhyStep }): VNode {
  const { setting, recorded } = step;
  if (setting === null) {
    return (
      <p class="why-reason">
        {reasonStart[step.reason]} <q>{recorded?.words ?? ''}</q>. {reportedWords(recorded)} Measured by Strata:{' '}
        <strong class="number">{formatCount(step.measuredTokens, 'token')}</strong>,{' '}
        {formatExactShare(step.measuredShare)} of the window.
      </p>
    );
  }
  return (
    <p class="why-reason">
      {reasonStart[step.reason]} <strong class="number">{formatCount(step.measuredTokens, 'token')}</strong>,{' '}
      {formatExactShare(step.measuredShare)} of the window.{' '}
      {step.measure === 'none' ? (
        'All went but the newest messages, as set by '
      ) : (
        <>
          {step.measure === 'threshold' ? 'The limit is' : 'It was to come down to'}{' '}
          <span class="number">{formatNumber(step.thresholdTokens)}</span>, set by{' '}
        </>
      )}
      <button
        type="button"
        class="plain-button link-button"
        onClick={() => {
          store.run(store.api.openSetting({ setting }));
        }}
      >
        <code>{setting}</code>
      </button>
      .
    </p>
  );
}

/** The recording's own numbers, told as such. */
function reportedWords(recorded: WhyStep['recorded']): string {
  if (recorded === null || (recorded.tokensBefore === null && recorded.tokensAfter === null)) {
    return 'It reports no numbers.';
  }
  const before = recorded.tokensBefore === null ? '?' : formatNumber(recorded.tokensBefore);
  const after = recorded.tokensAfter === null ? '' : ` → ${formatNumber(recorded.tokensAfter)}`;
  return `Reported: ${before}${after} tokens.`;
}

const reasonStart: Readonly<Record<WhyStep['reason'], string>> = {
  recorded: 'The recorded agent did it, as the file says:',
  threshold: 'Measured:',
  overflow: 'The provider refused the call as too long. Measured:',
  command: 'You asked for it. Measured:',
  fit: 'It had to fit. Measured:',
  proactive: 'Proactive compression. Measured:',
};

function endedWords({ undone, putBack }: WhyStep): string | null {
  if (undone) return 'undone';
  return putBack ? 'put back by you' : null;
}

/** What was measured, with the threshold as a tick; the longer of the two is the whole width. */
function MeasuredBar({ step }: { readonly step: WhyStep }): VNode {
  const { measuredTokens, thresholdTokens } = step;
  const most = Math.max(1, measuredTokens, thresholdTokens) * 1.04;
  const percent = (tokens: number): string => `${String((tokens / most) * 100)}%`;
  return (
    <div class="measured" aria-hidden="true">
      <div class="measured-bar" style={{ width: percent(measuredTokens) }} />
      <div class="measured-tick" style={{ insetInlineStart: percent(thresholdTokens) }} />
    </div>
  );
}
