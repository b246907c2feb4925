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
  return isContainer(record) && limitBelow(record, 1);
}

/** A list too: its indexes are its keys. */
type Container = Record<string | number, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function limitBelow(container: Container, level: number): boolean {
  let replaced = false;
  if (Array.isArray(container)) {
    for (let index = 0; index < container.length; index++) replaced = limitAt(container, index, level) || replaced;
  } else {
    // Parsed, so that all its keys are its own; a list of them for each object would take most of the time.
    for (const key in container) replaced = limitAt(container, key, level) || replaced;
  }
  return replaced;
}

function limitAt(container: Container, key: string | number, level: number): boolean {
  const child = container[key];
  if (!isContainer(child)) return false;
  if (level < MAXIMUM_NESTING) return limitBelow(child, level + 1);
  container[key] = NESTING_NOTE;
  return true;
}
