import type { VNode } from 'preact';
import { t } from '../ui/text';
import { ToolButton, Toolbar } from '../ui/toolbar';
import { goToFateChange } from './fateChange';
import { foldAll } from './foldAll';
import type { InspectorStore } from './inspectorStore';
import { shortcutKeys } from './shortcuts';

/** What is done with the list as a whole. */
export function TimelineTools({ store }: { readonly store: InspectorStore }): VNode {
  const { folding } = store.view.value;
  const isFolded = folding.mode === 'allBut';
  const follows = store.follows.value;
  return (
    <Toolbar label={t('Timeline tools')}>
      <ToolButton
        icon={isFolded ? 'expand-all' : 'collapse-all'}
        label={isFolded ? t('Expand all turns') : t('Collapse all turns')}
        keys={shortcutKeys(isFolded ? 'expandAll' : 'collapseAll')}
        onClick={() => {
          foldAll(store, !isFolded);
        }}
      />
      <ToolButton
        icon="arrow-up"
        label={t('Previous change of fate')}
        keys={shortcutKeys('previousFateChange')}
        onClick={() => {
          void goToFateChange(store, 'backward');
        }}
      />
      <ToolButton
        icon="arrow-down"
        label={t('Next change of fate')}
        keys={shortcutKeys('nextFateChange')}
        onClick={() => {
          void goToFateChange(store, 'forward');
        }}
      />
      {store.grows.value ? (
        <ToolButton
          icon="arrow-circle-down"
          label={t('Follow the newest')}
          keys={shortcutKeys('follow')}
          pressed={follows}
          onClick={() => {
            store.changeView({ following: !follows });
          }}
        />
      ) : null}
    </Toolbar>
  );
}
