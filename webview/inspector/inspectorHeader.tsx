import type { VNode } from 'preact';
import type { InspectorEvents } from '../../src/protocol/inspector';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import { Icon } from '../ui/icon';
import { formatCount, formatNumber, formatShare, formatShort } from '../ui/numbers';
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
          <span class="inspector-live" title="The session of the chat; it grows as you talk">
            <Icon name="pulse" />
            live
          </span>
        ) : (
          <TranscriptKind store={store} snapshot={snapshot} />
        )}
        <SessionChoice store={store} sessions={snapshot.sessions} />
        <span>
          {model === '' ? '' : `${model} · `}
          <span title={`${formatNumber(window)} tokens`}>{formatShort(window)} window</span>
        </span>
        <span class="number">
          {formatCount(messageCount, 'message')} in {formatCount(turnCount, 'turn')}
        </span>
        <span class="number inspector-saved" title={`${formatNumber(savedTokens)} tokens`}>
          <strong>{formatShort(savedTokens)}</strong> tokens saved by {formatCount(decisionCount, 'decision')}
        </span>
        <ProblemsButton store={store} problems={snapshot.problems} />
        <UnderWay progress={store.progress.value} />
      </div>
      {kind === 'live' ? (
        <Button
          onClick={() => {
            store.preview.open();
          }}
        >
          <Icon name="fold" slot="start" />
          Preview compaction
        </Button>
      ) : null}
      <Button
        onClick={() => {
          store.run(store.api.exportSession());
        }}
      >
        <Icon name="export" slot="start" />
        Export…
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
    <span title="A session of Strata, with the decisions as they were taken">recorded</span>
  ) : (
    <span title="A recorded session, replayed through Strata's engine under the settings as they are">
      {snapshot.format} · replayed
    </span>
  );
}
