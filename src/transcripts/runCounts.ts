/** Counts keys of which most repeat the one before: a look-up for each of them would take longer than all the rest. */
export class RunCounts {
  private readonly counts = new Map<string, number>();
  private key: string | null = null;
  private run = 0;

  add(key: string): void {
    if (key !== this.key) this.endRun();
    this.key = key;
    this.run += 1;
  }

  /** How often each came, in the order in which they came first. */
  all(): ReadonlyMap<string, number> {
    this.endRun();
    return this.counts;
  }

  private endRun(): void {
    if (this.key !== null && this.run > 0) this.counts.set(this.key, (this.counts.get(this.key) ?? 0) + this.run);
    this.run = 0;
  }
}
