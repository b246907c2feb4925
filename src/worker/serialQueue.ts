/** Runs tasks one after another in the order given, each after the one before has ended, well or not. */
export class SerialQueue {
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves once everything given so far has ended. */
  async settled(): Promise<void> {
    await this.#tail;
  }
}
