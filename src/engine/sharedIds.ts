/**
 * Puts the id of a decision behind the ids each message has: messages that had one list before have one afterwards, as a
 * list of its own for every message of a long session adds up.
 */
export class SharedIds {
  private readonly longer = new Map<readonly string[], readonly string[]>();

  constructor(private readonly id: string) {}

  /** The ids with that of the decision as the last; the same list for the same list. */
  behind(ids: readonly string[]): readonly string[] {
    const known = this.longer.get(ids);
    if (known !== undefined) return known;
    const longer = [...ids, this.id];
    this.longer.set(ids, longer);
    return longer;
  }
}
