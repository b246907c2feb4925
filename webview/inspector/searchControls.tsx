import type { VNode } from 'preact';
import { batch } from '@preact/signals';
import { t } from '../ui/text';
import { ToolButton } from '../ui/toolbar';
import type { InspectorStore } from './inspectorStore';
import { hitWords } from './searchHits';
import { SearchField } from './searchField';
import { shortcutKeys } from './shortcuts';
import './searchControls.css';

/** The search of the originals: which hit is selected, of how many, and the way to the next. */
export function SearchControls({ store }: { readonly store: InspectorStore }): VNode {
  const { text } = store.filter.value;
  const { showsOthers } = store.view.value;
  const found = store.hits.found.value;
  return (
    <span class="search">
      <SearchField
        text={text}
        focusRequest={store.searchRequest.value}
        onSearch={(words) => {
          store.changeFilter({ text: words });
        }}
        onStep={(direction) => {
          void store.hits.step(direction);
        }}
      />
      {text === '' ? null : (
        <>
          <span class="search-count number soft">{found === null ? '…' : hitWords(found)}</span>
          <ToolButton
            icon="chevron-up"
            label={t('Previous hit')}
            keys={shortcutKeys('previousHit')}
            onClick={() => {
              void store.hits.step('backward');
            }}
          />
          <ToolButton
            icon="chevron-down"
            label={t('Next hit')}
            keys={shortcutKeys('nextHit')}
            onClick={() => {
              void store.hits.step('forward');
            }}
          />
          <ToolButton
            icon="filter"
            label={t('List only what has a hit')}
            pressed={!showsOthers}
            onClick={() => {
              batch(() => {
                store.changeList({ showsOthers: !showsOthers, following: false });
                store.revealRequest.value = { index: store.selectedMessage, align: 'center', unfolds: false };
              });
            }}
          />
        </>
      )}
    </span>
  );
}
