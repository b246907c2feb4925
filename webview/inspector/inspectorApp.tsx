import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { announce, Announcer } from '../ui/announcer';
import { NoticeBar } from '../ui/noticeBar';
import { tn } from '../ui/text';
import '../ui/base.css';
import { CallsChart } from './callsChart';
import { DetailPane } from './detailPane';
import { isFiltering } from './filterState';
import { FilterBar } from './filterBar';
import { FloorBanner } from './floorBanner';
import { HelpSheet } from './helpSheet';
import { InspectorHeader } from './inspectorHeader';
import type { InspectorStore } from './inspectorStore';
import { LostFileBanner } from './lostFileBanner';
import { Overview } from './overview';
import { SummaryWritingBanner } from './summaryWritingBanner';
import { PreviewPanel } from './previewPanel';
import { Problems } from './problems';
import { SplitPane } from './splitPane';
import { StatusPage } from './statusPage';
import { TimeBanner } from './timeBanner';
import { Timeline } from './timeline';
import { TooLargeBanner } from './tooLargeBanner';
import { UsageSection } from './usageSection';
import { useShortcuts } from './useShortcuts';
import './inspectorApp.css';

export function InspectorApp({ store }: { readonly store: InspectorStore }): VNode {
  const snapshot = store.snapshot.value;
  const failed = store.failed.value;
  useShortcuts(store);
  if (snapshot === null || failed !== null) {
    return (
      <main class="inspector">
        <StatusPage failed={failed} progress={store.progress.value} />
      </main>
    );
  }
  return (
    <main class="inspector">
      <InspectorHeader store={store} snapshot={snapshot} />
      <LostFileBanner reason={snapshot.lostFile} />
      <TooLargeBanner text={snapshot.tooLarge} />
      <FloorBanner text={snapshot.floor} />
      <SummaryWritingBanner writing={snapshot.summaryWriting} />
      <TimeBanner store={store} />
      <Overview snapshot={snapshot} />
      {snapshot.callCount > 0 ? <CallsChart store={store} snapshot={snapshot} /> : null}
      <UsageSection usage={snapshot.usage} />
      <Problems store={store} problems={snapshot.problems} />
      <FilterBar store={store} snapshot={snapshot} />
      <TimelineAndDetail store={store} />
      <NoticeBar notice={store.notice} />
      {store.live.value && store.preview.wishes.value !== null ? <PreviewPanel preview={store.preview} /> : null}
      <MatchAnnouncements store={store} />
      <HelpSheet store={store} />
      <Announcer />
    </main>
  );
}

function TimelineAndDetail({ store }: { readonly store: InspectorStore }): VNode {
  const detail = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const timeline = (
    <div class="inspector-list" ref={list}>
      <Timeline
        store={store}
        onOpen={() => {
          // The pane may be drawn only after this.
          requestAnimationFrame(() => detail.current?.focus());
        }}
      />
    </div>
  );
  return (
    <SplitPane
      split={store.view.value.split}
      onSplit={(split) => {
        store.changeView({ split });
      }}
      first={timeline}
      second={
        store.selection.value === null ? null : (
          <DetailPane
            store={store}
            element={detail}
            onClose={() => {
              list.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
              store.closeDetail();
            }}
          />
        )
      }
    />
  );
}

/** Says how many messages a changed filter leaves. */
function MatchAnnouncements({ store }: { readonly store: InspectorStore }): null {
  const matching = store.rows.matchingMessages.value;
  const filtered = isFiltering(store.filter.value);
  useEffect(() => {
    if (filtered) announce(tn('{0} message shown', '{0} messages shown', matching));
  }, [matching, filtered]);
  return null;
}
