import type { SourcePosition } from '../engine/message';

/**
 * Gives out ids that are unique within a transcript: a file may use one twice. Those made here differ by how they are
 * made, so that they are looked up only where the file has an id that looks like one of them.
 */
export class UniqueIds {
  private readonly taken = new Set<string>();
  private readonly repeats = new Map<string, number>();
  /** Ids made here that are not among the taken ones; null once they have to be. */
  private made: string[] | null = [];
  private lastPlace = -1;

  /** The id itself, or the id with a number behind it where it is taken. */
  take(id: string): string {
    if (this.made !== null && looksMade(id)) this.takeMade();
    return this.unique(id);
  }

  /** An id for what stands at a place of the file and has none. */
  takePlace({ line, byteOffset }: SourcePosition): string {
    const id = `line-${String(line)}-${String(byteOffset)}`;
    const isNew = byteOffset > this.lastPlace;
    this.lastPlace = Math.max(this.lastPlace, byteOffset);
    return isNew ? this.make(id) : this.take(id);
  }

  /**
   * An id for what belongs to something that has one.
   *
   * @param own was given out here
   * @param number asked for once
   */
  takePart(own: string, number: number): string {
    return this.make(`${own}/${String(number)}`);
  }

  private make(id: string): string {
    if (this.made === null) return this.unique(id);
    this.made.push(id);
    return id;
  }

  private takeMade(): void {
    for (const id of this.made ?? []) this.taken.add(id);
    this.made = null;
  }

  private unique(id: string): string {
    let candidate = id;
    while (!this.add(candidate)) {
      const repeat = (this.repeats.get(id) ?? 1) + 1;
      this.repeats.set(id, repeat);
      candidate = `${id}#${String(repeat)}`;
    }
    return candidate;
  }

  /** Whether it was not taken yet; asked by the number taken, as a look-up before would be a second one. */
  private add(id: string): boolean {
    const before = this.taken.size;
    return this.taken.add(id).size > before;
  }
}

function looksMade(id: string): boolean {
  return id.startsWith('line-') || id.includes('/');
}
