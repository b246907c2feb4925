import type { StepRequest } from '../../src/protocol/inspectorRows';
import { announce } from '../ui/announcer';
import { t } from '../ui/text';
import type { InspectorStore } from './inspectorStore';
import { rowsQuery } from './rowsQuery';

/** Selects the next message whose fate is another than that of the one before it, from the selected one on. */
export async function goToFateChange(store: InspectorStore, direction: StepRequest['direction']): Promise<void> {
  const { filter } = rowsQuery(store.view.peek());
  const from = store.selectedMessage ?? store.view.peek().topMessage;
  const index = await store.attempt(store.api.nextFateChange({ filter, from, direction }));
  if (index === undefined) return;
  if (index !== null) await store.reveal(index);
  else if (direction === 'forward') announce(t('No further change of fate'));
  else announce(t('No earlier change of fate'));
}
