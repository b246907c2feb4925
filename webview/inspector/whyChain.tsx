import type { VNode } from 'preact';
import type { MessageDetail, WhyStep } from '../../src/protocol/inspectorDetail';
import { fateIcon } from '../ui/fate';
import { Icon } from '../ui/icon';
import { formatExactShare, formatNumber } from '../ui/numbers';
import { rich } from '../ui/rich';
import { strategyFate, strategyName } from '../ui/strategy';
import { t, tn } from '../ui/text';
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
          ? t('Pinned: no strategy may touch this message.')
          : t('No decision has touched this message: the model sees it as it was.')}
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
            <span class="soft"> · {t('Layer {0}', step.layer)}</span>
            {endedWords(step) === null ? null : <span class="why-state soft">{endedWords(step)}</span>}
          </h3>
          <WhyReason store={store} step={step} />
          {step.measure === 'none' ? null : <MeasuredBar step={step} />}
          <p class="soft">
            {tn(
              'The whole input: {1} → {2} tokens, this message together with {0} other.',
              'The whole input: {1} → {2} tokens, this message together with {0} others.',
              step.batchSize - 1,
              step.tokensBefore,
              step.tokensAfter,
            )}
          </p>
          {store.live.value && !step.undone ? (
            <div class="detail-actions">
              <Button
                onClick={() => {
                  store.run(store.api.undo({ decisionId: step.decisionId }));
                }}
              >
                {t('Undo batch of {0}', step.batchSize)}
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
  const measured = <strong class="number">{tn('{0} token', '{0} tokens', step.measuredTokens)}</strong>;
  const share = formatExactShare(step.measuredShare);
  if (setting === null) {
    return (
      <p class="why-reason">
        {rich(
          'The recorded agent did it, as the file says: {0}. {1} Measured by Strata: {2}, {3} of the window.',
          <q>{recorded?.words ?? ''}</q>,
          reportedWords(recorded),
          measured,
          share,
        )}
      </p>
    );
  }
  const settingLink = (
    <button
      type="button"
      class="plain-button link-button"
      onClick={() => {
        store.run(store.api.openSetting({ setting }));
      }}
    >
      <code>{setting}</code>
    </button>
  );
  return (
    <p class="why-reason">
      {reasonStart[step.reason]} {rich('Measured: {0}, {1} of the window.', measured, share)}{' '}
      {settingSentence(step, settingLink)}
    </p>
  );
}

/** What the setting asked for. */
function settingSentence({ measure, thresholdTokens }: WhyStep, settingLink: VNode): VNode {
  const tokens = <span class="number">{formatNumber(thresholdTokens)}</span>;
  switch (measure) {
    case 'none':
      return rich('All went but the newest messages, as set by {0}.', settingLink);
    case 'threshold':
      return rich('The limit is {0}, set by {1}.', tokens, settingLink);
    case 'target':
      return rich('It was to come down to {0}, set by {1}.', tokens, settingLink);
  }
}

/** The recording's own numbers, told as such. */
function reportedWords(recorded: WhyStep['recorded']): string {
  if (recorded === null || (recorded.tokensBefore === null && recorded.tokensAfter === null)) {
    return t('It reports no numbers.');
  }
  const before = recorded.tokensBefore === null ? '?' : formatNumber(recorded.tokensBefore);
  const after = recorded.tokensAfter === null ? '' : ` → ${formatNumber(recorded.tokensAfter)}`;
  return t('Reported: {0} tokens.', `${before}${after}`);
}

/** What stands before the measure, where that does not say it all. */
const reasonStart: Readonly<Record<WhyStep['reason'], string>> = {
  recorded: '',
  threshold: '',
  overflow: t('The provider refused the call as too long.'),
  command: t('You asked for it.'),
  fit: t('It had to fit.'),
  proactive: t('Proactive compression.'),
};

function endedWords({ undone, putBack }: WhyStep): string | null {
  if (undone) return t('undone');
  return putBack ? t('put back by you') : null;
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
