import type { Fate } from '../../../src/protocol/terms';
import type { Folding, Row, RowFilter, RowList, RowPlace } from '../../../src/protocol/inspectorRows';

const layerOf: Readonly<Record<Fate, number>> = { kept: 0, truncated: 1, compacted: 1, pruned: 2, summarized: 3 };

function passes(row: Row, { fates, roles, tools, text, layers = [], problems }: RowFilter): boolean {
  if (row.kind !== 'message') {
    const isAboutMessages = roles.length + tools.length > 0 || text !== '' || problems === true;
    const isOfLayer = layers.length === 0 || (row.kind === 'decision' && layers.includes(row.layer));
    return !isAboutMessages && fates.length === 0 && isOfLayer;
  }
  return (
    (fates.length === 0 || fates.includes(row.fate)) &&
    (roles.length === 0 || roles.includes(row.role)) &&
    (tools.length === 0 || (row.toolName !== null && tools.includes(row.toolName))) &&
    (layers.length === 0 || layers.some((layer) => layer === layerOf[row.fate])) &&
    (problems !== true || row.isError) &&
    row.title.toLowerCase().includes(text.toLowerCase())
  );
}

/** The rows that pass a filter, as a host over rows in memory would list them. */
export function passingRows(rows: readonly Row[], filter: RowFilter): readonly Row[] {
  return rows.filter((row) => passes(row, filter));
}

/** Those of them that show, some turns being folded. */
export function listedRows(rows: readonly Row[], { filter, folding }: RowList): readonly Row[] {
  return withTurns(passingRows(rows, filter))
    .filter(({ row, turn }) => row.kind === 'turn' || turn === 0 || !isFolded(turn, folding))
    .map(({ row }) => row);
}

export function placeOf(
  rows: readonly Row[],
  { filter, folding, index }: RowList & { readonly index: number },
): RowPlace | null {
  const found = withTurns(passingRows(rows, filter)).find(({ row }) => row.kind === 'message' && row.index === index);
  if (found === undefined) return null;
  const listed = listedRows(rows, { filter, ...(folding === undefined ? {} : { folding }) });
  const position = listed.indexOf(found.row);
  if (position >= 0) return { position, foldedIn: null };
  const heading = listed.findIndex((row) => row.kind === 'turn' && row.turn === found.turn);
  return { position: heading, foldedIn: found.turn };
}

export function indexesOf(rows: readonly Row[]): number[] {
  return rows.flatMap((row) => (row.kind === 'message' ? [row.index] : []));
}

/** A row with the place of the words in its title, which stands for all of its original here. */
export function withHit(row: Row, search = ''): Row {
  if (row.kind !== 'message' || search === '') return row;
  const at = row.title.toLowerCase().indexOf(search.toLowerCase());
  if (at < 0) return row;
  const end = at + search.length;
  const hit = {
    count: 1,
    before: row.title.slice(0, at),
    match: row.title.slice(at, end),
    after: row.title.slice(end),
  };
  return { ...row, hit };
}

function withTurns(rows: readonly Row[]): readonly { readonly row: Row; readonly turn: number }[] {
  let turn = 0;
  return rows.map((row) => {
    if (row.kind === 'turn') ({ turn } = row);
    return { row, turn };
  });
}

function isFolded(turn: number, folding: Folding | undefined): boolean {
  return folding !== undefined && folding.turns.includes(turn) === (folding.mode === 'named');
}
