import { isRecord } from '../../../wire/jsonValue';
import { callIdsOf, itemKey, roleOf } from './requestItems';

/** For each item the place among the known ones that it repeats, in their order; one whose content changed counts too. */
export function matchItems(items: readonly unknown[], known: readonly unknown[]): readonly (number | null)[] {
  const places = new Map<string, number[]>();
  known.forEach((value, place) => {
    for (const key of keysOf(value)) {
      const found = places.get(key);
      if (found === undefined) places.set(key, [place]);
      else found.push(place);
    }
  });
  let next = 0;
  const matched = items.map((item) => {
    for (const key of keysOf(item)) {
      const place = places.get(key)?.find((candidate) => candidate >= next);
      if (place === undefined) continue;
      next = place + 1;
      return place;
    }
    return null;
  });
  return withPairedGaps(matched, items, known);
}

/** Between two matches, as many items as there were, of the same roles, are those items in another form. */
function withPairedGaps(
  places: readonly (number | null)[],
  items: readonly unknown[],
  known: readonly unknown[],
): readonly (number | null)[] {
  const paired = [...places];
  let [position, place] = [0, 0];
  places.forEach((next, index) => {
    if (next === null) return;
    const count = index - position;
    if (count > 0 && count === next - place && hasSameRoles(items, position, known, place, count)) {
      for (let offset = 0; offset < count; offset += 1) paired[position + offset] = place + offset;
    }
    [position, place] = [index + 1, next + 1];
  });
  return paired;
}

function hasSameRoles(
  items: readonly unknown[],
  position: number,
  known: readonly unknown[],
  place: number,
  count: number,
): boolean {
  for (let offset = 0; offset < count; offset += 1) {
    if (roleOf(items[position + offset]) !== roleOf(known[place + offset])) return false;
  }
  return true;
}

/** By what it says, and by the calls it makes or answers, which stay when what it says is cleared. */
function keysOf(value: unknown): readonly string[] {
  const calls = callIdsOf(value);
  const own = itemKey(value);
  return calls === '' || !isRecord(value) ? [own] : [own, `${roleOf(value)} ${calls}`];
}
