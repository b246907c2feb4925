import type { RowsQuery } from './rowCache';
import type { InspectorViewState } from './viewState';

/** What is asked of the host for a way to look at the list. */
export function rowsQuery({
  filter,
  folding,
  showsOthers,
}: Pick<InspectorViewState, 'filter' | 'folding' | 'showsOthers'>): RowsQuery {
  const { text } = filter;
  const isFolding = folding.mode === 'allBut' || folding.turns.length > 0;
  return {
    filter: showsOthers ? { ...filter, text: '' } : filter,
    ...(isFolding ? { folding } : {}),
    ...(text === '' ? {} : { search: text }),
  };
}
