/**
 * Levels of lists and objects kept of a record. Sessions have some twenty; thousands would overflow the stack of whatever
 * walks them.
 */
export const MAXIMUM_NESTING = 500;

/** Stands in place of what was nested deeper. */
export const NESTING_NOTE = `[left out: nested more than ${String(MAXIMUM_NESTING)} levels deep]`;

/**
 * Replaces whatever a parsed record nests deeper than `MAXIMUM_NESTING` levels by a note, in place, so that every later
 * walk over the record, `JSON.stringify` above all, stays within the stack.
 *
 * @returns whether anything was replaced
 */
export function limitNesting(record: unknown): boolean {
  if (!isContainer(record) || !isDeeper(record, MAXIMUM_NESTING)) return false;
  limitBelow(record, 1);
  return true;
}

/** A list too: its indexes are its keys. Nothing is inherited that a loop over the keys would meet. */
type Container = Record<string | number, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Whether there are more levels than so many. Nearly every record is only asked this, so it makes no list of values. */
function isDeeper(container: Container, levels: number): boolean {
  if (levels === 0) return true;
  if (Array.isArray(container)) {
    for (const child of container as unknown[]) if (isContainer(child) && isDeeper(child, levels - 1)) return true;
    return false;
  }
  for (const key in container) {
    const child = container[key];
    if (isContainer(child) && isDeeper(child, levels - 1)) return true;
  }
  return false;
}

function limitBelow(container: Container, level: number): void {
  for (const key of Object.keys(container)) {
    const child = container[key];
    if (!isContainer(child)) continue;
    if (level < MAXIMUM_NESTING) limitBelow(child, level + 1);
    else container[key] = NESTING_NOTE;
  }
}
