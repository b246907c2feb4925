import type { Message, Part } from '../engine/message';

/**
 * The messages of a newer reading, with those of an older one in the place of their likes: what is known of a message by
 * its object, above all its tokens, stays known.
 */
export function reuseMessages(older: readonly Message[], newer: readonly Message[]): readonly Message[] {
  return newer.map((message, index) => {
    const known = older[index];
    return known !== undefined && isSame(known, message) ? known : message;
  });
}

/** Whether both say the same. The texts of a reader are mostly the same strings, which are compared at once. */
function isSame(known: Message, message: Message): boolean {
  if (known === message) return true;
  const { parts, source, usage, ...facts } = message;
  const { parts: knownParts, source: knownSource, usage: knownUsage, ...knownFacts } = known;
  return (
    parts.length === knownParts.length &&
    isSameRecord(facts, knownFacts) &&
    isSameRecord(usage ?? {}, knownUsage ?? {}) &&
    isSameRecord(source ?? {}, knownSource ?? {}) &&
    parts.every((part, index) => isSamePart(part, knownParts[index]))
  );
}

function isSamePart(part: Part, known: Part | undefined): boolean {
  return part === known || (known !== undefined && isSameRecord(part, known));
}

/** Of records that hold no others. */
function isSameRecord(record: object, other: object): boolean {
  const entries = Object.entries(record);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && Reflect.get(other, key) === value)
  );
}
