import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Announcer } from '../ui/announcer';
import { NoticeBar } from '../ui/noticeBar';
import { ProgressRing } from '../ui/toolkit';
import '../ui/base.css';
import type { ChatActions } from './chatActions';
import { ChatHeader } from './chatHeader';
import type { ChatStore } from './chatStore';
import { Composer, type ComposerHandle } from './composer';
import { ContextFooter } from './contextFooter';
import { EmptyState } from './emptyState';
import { ItemList } from './itemList';
import { SummaryLine } from './summaryLine';
import './chatApp.css';

interface ChatAppProps {
  readonly store: ChatStore;
  readonly actions: ChatActions;
}

export function ChatApp({ store, actions }: ChatAppProps): VNode {
  const composer = useRef<ComposerHandle>(null);
  const facts = store.facts.value;
  if (facts === null) {
    return (
      <main class="chat chat-loading" aria-busy="true">
        {store.notice.value === null ? (
          <ProgressRing label="Loading the session" />
        ) : (
          <NoticeBar notice={store.notice} />
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
          approval={facts.approval}
          busy={facts.busy}
          onAnswered={() => {
            composer.current?.focus();
          }}
        />
      )}
      <NoticeBar notice={store.notice} />
      <footer class="chat-footer">
        <Composer handle={composer} busy={facts.busy} restricted={facts.restricted} actions={actions} />
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
        <ContextFooter gauge={facts.gauge} actions={actions} />
      </footer>
      <Announcer />
    </main>
  );
}
