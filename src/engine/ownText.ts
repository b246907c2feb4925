/** Shorter parts are copied anyway. */
const SHORTEST_VIEW = 13;

/**
 * The same characters in memory of their own. V8 keeps a part of a text as a view of the whole, which then stays in memory
 * for as long as the part does: a path of a few letters would keep a whole tool result.
 */
export function ownText(part: string): string {
  // Joining two texts and cutting the first off again makes a new one.
  return part.length < SHORTEST_VIEW ? part : ` ${part}`.slice(1);
}
