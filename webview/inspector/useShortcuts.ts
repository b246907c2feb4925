import { useEffect } from 'preact/hooks';
import { goToFateChange } from './fateChange';
import type { InspectorStore } from './inspectorStore';
import { messageCommands } from './messageCommands';
import { isCharacter, shortcutOf, type ShortcutId } from './shortcuts';
import { detailTabs } from './viewState';

/** Where a character that is typed means itself, or picks something from a list. */
const takesCharacters =
  'input, textarea, select, vscode-text-field, vscode-dropdown, [contenteditable], [role="listbox"]';

/** Listens for the keys of the whole inspector. What a part of the page does with a key goes first. */
export function useShortcuts(store: InspectorStore): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const id = shortcutOf(event, store.view.peek().singleKeys);
      const isOpen = store.helpOpen.peek();
      if (id === null || (isOpen && id !== 'help')) return;
      const { target } = event;
      if (isCharacter(event) && target instanceof Element && target.closest(takesCharacters) !== null) return;
      if (run(store, id)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [store]);
}

/** Does what a shortcut says. @returns false where it means nothing now */
function run(store: InspectorStore, id: ShortcutId): boolean {
  if (store.snapshot.peek() === null) return false;
  switch (id) {
    case 'help':
      store.helpOpen.value = !store.helpOpen.peek();
      return true;
    case 'search':
      store.searchRequest.value += 1;
      return true;
    case 'nextHit':
      void store.hits.step('forward');
      return true;
    case 'previousHit':
      void store.hits.step('backward');
      return true;
    case 'nextFateChange':
      void goToFateChange(store, 'forward');
      return true;
    case 'previousFateChange':
      void goToFateChange(store, 'backward');
      return true;
    case 'follow':
      if (!store.grows.peek()) return false;
      store.changeView({ following: !store.follows.peek() });
      return true;
    case 'callBefore':
      return stepInTime(store, -1);
    case 'nextCall':
      return stepInTime(store, 1);
    case 'now':
      store.time.go(null);
      return true;
    case 'tab1':
    case 'tab2':
    case 'tab3':
      return showTab(store, Number(id.slice('tab'.length)) - 1);
    case 'openOriginal':
    case 'openDiff':
    case 'pin':
    case 'putBack':
    case 'undoBatch':
      return runWithMessage(store, id);
    case 'collapseAll':
    case 'expandAll':
      // The timeline's own, as elsewhere the arrow keys move something.
      return false;
  }
}

function stepInTime({ time, now }: InspectorStore, by: 1 | -1): boolean {
  if ((now.peek()?.callCount ?? 0) === 0) return false;
  time.step(by);
  return true;
}

function showTab(store: InspectorStore, place: number): boolean {
  const tab = detailTabs[place];
  if (tab === undefined || store.selectedMessage === null) return false;
  store.changeView({ tab });
  return true;
}

function runWithMessage(store: InspectorStore, id: ShortcutId): boolean {
  const detail = store.detail.peek();
  // A detail that is still on its way is about another message than the selected one.
  if (detail === null || 'message' in detail || detail.row.index !== store.selectedMessage) return false;
  const command = messageCommands(store, detail).find((one) => one.id === id);
  command?.run();
  return command !== undefined;
}
