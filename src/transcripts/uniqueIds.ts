/** Gives out ids that are unique within a transcript: a file may use one twice. */
export class UniqueIds {
  private readonly taken = new Set<string>();
  private readonly repeats = new Map<string, number>();

  /** The id itself, or the id with a number behind it where it is taken. */
  take(id: string): string {
    let candidate = id;
    while (this.taken.has(candidate)) {
      const repeat = (this.repeats.get(id) ?? 1) + 1;
      this.repeats.set(id, repeat);
      candidate = `${id}#${String(repeat)}`;
    }
    this.taken.add(candidate);
    return candidate;
  }
}
