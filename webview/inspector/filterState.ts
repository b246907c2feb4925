import type { RowFilter } from '../../src/protocol/inspectorRows';

/** Whether anything may be left out of the list, or is searched for. */
export function isFiltering({ fates, roles, tools, text, differs, layers = [], problems }: RowFilter): boolean {
  const chosen = fates.length + roles.length + tools.length + text.length + layers.length;
  return chosen > 0 || differs === true || problems === true;
}
