import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { announce } from '../ui/announcer';
import { Icon } from '../ui/icon';
import { markdownText } from '../ui/renderMarkdown';
import { t } from '../ui/text';
import type { ChatActions } from './chatActions';
import { ChatItemView } from './chatItemView';
import type { ChatStore } from './chatStore';
import { useStickToEnd } from './useStickToEnd';
import './itemList.css';

interface ItemListProps {
  readonly store: ChatStore;
  readonly actions: ChatActions;
  /** A question to the person is open. */
  readonly asks: boolean;
  readonly busy: boolean;
  /** The provider is waited for, which another line says. */
  readonly waits: boolean;
}

export function ItemList({ store, actions, asks, busy, waits }: ItemListProps): VNode {
  const { scroller, content, toEnd } = useStickToEnd<HTMLDivElement, HTMLDivElement>();
  useAnswerAnnouncements(store, busy);
  const sentCount = store.sentCount.value;
  useLayoutEffect(() => {
    if (sentCount > 0) toEnd();
  }, [sentCount, toEnd]);
  const order = store.order.value;
  const shown = order.slice(-store.shownCount.value);
  const earlier = order.length - shown.length + store.hostEarlierCount.value;
  const showEarlier = async (): Promise<void> => {
    const outer = scroller.current;
    const fromEnd = outer === null ? 0 : outer.scrollHeight - outer.scrollTop;
    await actions.showEarlier();
    // What was being read stays where it was, under what came in above it.
    requestAnimationFrame(() => {
      if (outer !== null) outer.scrollTop = outer.scrollHeight - fromEnd;
    });
  };
  return (
    <div class="items" ref={scroller} role="region" aria-label={t('Conversation')} tabIndex={0}>
      <div class="items-content" ref={content}>
        {earlier > 0 ? (
          <button
            type="button"
            class="plain-button link-button items-earlier"
            onClick={() => {
              void showEarlier();
            }}
          >
            {t('Show earlier ({0})', earlier)}
          </button>
        ) : null}
        <ol class="items-list">
          {shown.map((key) => {
            const item = store.item(key);
            return item === undefined ? null : (
              <li key={key}>
                <ChatItemView item={item} busy={store.busy} actions={actions} />
              </li>
            );
          })}
        </ol>
        {busy && !asks && !waits ? (
          <p class="items-busy soft">
            <Icon name="loading" spinning />
            {t('Working…')}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** Says when an answer begins and reads it out when it is done: reading a stream word by word helps nobody. */
function useAnswerAnnouncements(store: ChatStore, busy: boolean): void {
  const wasBusy = useRef(busy);
  useEffect(() => {
    if (busy && !wasBusy.current) announce(t('Working…'));
    if (!busy && wasBusy.current) {
      const last = store.order.value.at(-1);
      const item = last === undefined ? undefined : store.item(last)?.value;
      announce(item?.kind === 'assistant' && item.text !== '' ? markdownText(item.text) : t('Done.'));
    }
    wasBusy.current = busy;
  }, [busy, store]);
}
