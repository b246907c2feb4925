/**
 * The paths whose letters hold the typed ones in order, the best first: a name that begins so, then one that holds it, then
 * a path that does, then letters apart; shorter ones first.
 */
export function rankPaths(paths: readonly string[], query: string, most: number): readonly string[] {
  const wanted = query.toLowerCase();
  const ranked: { readonly path: string; readonly rank: number }[] = [];
  for (const path of paths) {
    const rank = rankOf(path.toLowerCase(), wanted);
    if (rank !== null) ranked.push({ path, rank });
  }
  ranked.sort((a, b) => a.rank - b.rank || a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return ranked.slice(0, most).map(({ path }) => path);
}

function rankOf(path: string, wanted: string): number | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  if (path.includes(wanted)) return 2;
  let at = 0;
  for (const letter of wanted) {
    at = path.indexOf(letter, at) + 1;
    if (at === 0) return null;
  }
  return 3;
}
