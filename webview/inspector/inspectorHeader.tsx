import type { VNode } from 'preact';
import type { InspectorEvents } from '../../src/protocol/inspector';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import { Icon } from '../ui/icon';
import { formatShare, formatShort } from '../ui/numbers';
import { rich } from '../ui/rich';
import { t, tn } from '../ui/text';
import { Button } from '../ui/toolkit';
import { visibleText } from '../ui/visibleControls';
import type { InspectorStore } from './inspectorStore';
import { ProblemsButton } from './problemsButton';
import { SessionChoice } from './sessionChoice';
import { TrackSwitch } from './trackSwitch';

interface InspectorHeaderProps {
  readonly store: InspectorStore;
  readonly snapshot: InspectorSnapshot;
}

export function InspectorHeader({ store, snapshot }: InspectorHeaderProps): VNode {
  const { model, window, kind, messageCount, turnCount, decisionCount, savedTokens } = snapshot;
  const title = visibleText(snapshot.title);
  return (
    <header class="inspector-header">
      <h1 class="inspector-title" title={title}>
        {title}
      </h1>
      <div class="inspector-facts">
        {kind === 'live' ? (
          <span class="inspector-live" title={t('The session of the chat; it grows as you talk')}>
            <Icon name="pulse" />
            {t('live')}
          </span>
        ) : (
          <TranscriptKind store={store} snapshot={snapshot} />
        )}
        <SessionChoice store={store} sessions={snapshot.sessions} />
        <span>
          {model === '' ? '' : `${model} · `}
          <span title={tn('{0} token', '{0} tokens', window)}>{t('{0} window', formatShort(window))}</span>
        </span>
        <span class="number">
          {t('{0} in {1}', tn('{0} message', '{0} messages', messageCount), tn('{0} turn', '{0} turns', turnCount))}
        </span>
        <span class="number inspector-saved" title={tn('{0} token', '{0} tokens', savedTokens)}>
          {rich(
            '{0} tokens saved by {1}',
            <strong>{formatShort(savedTokens)}</strong>,
            tn('{0} decision', '{0} decisions', decisionCount),
          )}
        </span>
        <ProblemsButton store={store} problems={snapshot.problems} />
        <UnderWay progress={store.progress.value} />
      </div>
      {store.live.value ? (
        <Button
          onClick={() => {
            store.preview.open();
          }}
        >
          <Icon name="fold" slot="start" />
          {t('Preview compaction')}
        </Button>
      ) : null}
      <Button
        onClick={() => {
          store.run(store.api.exportSession());
        }}
      >
        <Icon name="export" slot="start" />
        {t('Export…')}
      </Button>
      <Button
        appearance="icon"
        label={t('Keyboard')}
        onClick={() => {
          store.helpOpen.value = true;
        }}
      >
        <Icon name="question" />
      </Button>
    </header>
  );
}

/** That what is in sight is not all yet, and how far it is. */
function UnderWay({ progress }: { readonly progress: InspectorEvents['progress'] }): VNode | null {
  if (progress === null) return null;
  const { text, share } = progress;
  return (
    <span class="inspector-under-way" role="status">
      <Icon name="loading" spinning />
      {text}
      {share === null ? null : (
        <span class="number" aria-hidden="true">
          {formatShare(share)}
        </span>
      )}
    </span>
  );
}

/** Whether the decisions are those a file of ours recorded, or those the engine takes over it. */
function TranscriptKind({ store, snapshot }: InspectorHeaderProps): VNode {
  if (snapshot.tracks !== null) return <TrackSwitch store={store} snapshot={snapshot} />;
  return snapshot.track === 'recorded' ? (
    <span title={t('A session of Strata, with the decisions as they were taken')}>{t('recorded')}</span>
  ) : (
    <span title={t("A recorded session, replayed through Strata's engine under the settings as they are")}>
      {t('{0} · replayed', snapshot.format)}
    </span>
  );
}
