/** What comes one after another and may be looked at before it is taken. */
export class Peekable<T> {
  private readonly ahead: T[] = [];

  constructor(private readonly source: AsyncIterator<T>) {}

  /** From the start; what is looked at stays in memory until it is taken. */
  async *peek(): AsyncGenerator<T, void, undefined> {
    for (let position = 0; ; position += 1) {
      if (position === this.ahead.length) {
        const next = await this.source.next();
        if (next.done === true) return;
        this.ahead.push(next.value);
      }
      for (const item of this.ahead.slice(position, position + 1)) yield item;
    }
  }

  /** Everything, once. */
  async *take(): AsyncGenerator<T, void, undefined> {
    yield* this.ahead.splice(0);
    for (let next = await this.source.next(); next.done !== true; next = await this.source.next()) yield next.value;
  }

  /** Lets go of the source, also where not everything was taken. */
  async close(): Promise<void> {
    await this.source.return?.();
  }
}
