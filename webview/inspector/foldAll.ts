import { batch } from '@preact/signals';
import { announce } from '../ui/announcer';
import { t } from '../ui/text';
import type { InspectorStore } from './inspectorStore';
import { everythingFolded, nothingFolded } from './turnFolding';

/** Folds or unfolds every turn. What is looked at stays in sight, or its turn's heading does. */
export function foldAll(store: InspectorStore, folded: boolean): void {
  batch(() => {
    const { topMessage } = store.view.peek();
    store.changeList({ folding: folded ? everythingFolded : nothingFolded });
    if (store.follows.peek()) return;
    const selected = store.selectedMessage;
    store.revealRequest.value = {
      index: selected ?? topMessage,
      align: selected === null ? 'start' : 'center',
      unfolds: false,
    };
  });
  announce(folded ? t('All turns collapsed') : t('All turns expanded'));
}
