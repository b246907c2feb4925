import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Announcer } from '../ui/announcer';
import { NoticeBar } from '../ui/noticeBar';
import type { PreviewStore } from '../ui/previewStore';
import { t } from '../ui/text';
import { Button, ProgressRing } from '../ui/toolkit';
import '../ui/base.css';
import { ApprovalCard } from './approvalCard';
import type { ChatActions } from './chatActions';
import { ChatHeader } from './chatHeader';
import type { ChatStore } from './chatStore';
import { Composer, type ComposerHandle } from './composer';
import { ContextFooter } from './contextFooter';
import { EmptyState } from './emptyState';
import { ItemList } from './itemList';
import { SummaryLine } from './summaryLine';
import { UsageLine } from '../ui/usageLine';
import { WaitingLine } from './waitingLine';
import './chatApp.css';

interface ChatAppProps {
  readonly store: ChatStore;
  readonly actions: ChatActions;
  readonly preview: PreviewStore;
  /** Asks the host for the session again, where it could not be loaded. */
  readonly onLoad: () => void;
}

export function ChatApp({ store, actions, preview, onLoad }: ChatAppProps): VNode {
  const composer = useRef<ComposerHandle>(null);
  const facts = store.facts.value;
  if (facts === null) {
    return (
      <main class="chat chat-loading" aria-busy="true">
        {store.notice.value === null ? (
          <ProgressRing label={t('Loading the session')} />
        ) : (
          <>
            <NoticeBar notice={store.notice} />
            <Button onClick={onLoad}>{t('Try again')}</Button>
          </>
        )}
      </main>
    );
  }
  return (
    <main class="chat">
      <ChatHeader facts={facts} actions={actions} />
      {store.order.value.length === 0 && facts.approval === null ? (
        <EmptyState
          onExample={(text) => {
            composer.current?.submit(text);
          }}
        />
      ) : (
        <ItemList
          store={store}
          actions={actions}
          asks={facts.approval !== null}
          busy={facts.busy}
          waits={facts.waiting !== null}
        />
      )}
      {facts.approval === null ? null : (
        <ApprovalCard
          key={facts.approval.id}
          approval={facts.approval}
          actions={actions}
          onAnswered={() => {
            composer.current?.focus();
          }}
        />
      )}
      <NoticeBar notice={store.notice} />
      <footer class="chat-footer">
        <Composer
          handle={composer}
          busy={facts.busy}
          queued={facts.queued}
          restricted={facts.restricted}
          newestMessage={() => store.newestUserIndex()}
          actions={actions}
        />
        {facts.waiting === null ? null : <WaitingLine key={facts.waiting.attempt} wait={facts.waiting} />}
        {facts.summary === null ? null : (
          <SummaryLine
            progress={facts.summary}
            onSkip={() => {
              actions.skipSummary();
              // The button goes with the line.
              composer.current?.focus();
            }}
          />
        )}
        <ContextFooter gauge={facts.gauge} preview={preview} actions={actions} />
        <UsageLine usage={facts.usage} />
      </footer>
      <Announcer />
    </main>
  );
}
