import { withAbort } from './abortable';

/** Ends a request when its signal does, or when the server says nothing for too long. */
export class RequestWatchdog {
  fired = false;
  readonly #controller = new AbortController();
  readonly #onAbort = (): void => {
    this.#controller.abort();
  };
  #timer: NodeJS.Timeout;

  constructor(
    private readonly outer: AbortSignal,
    private readonly idleMilliseconds: number,
  ) {
    if (outer.aborted) this.#controller.abort();
    outer.addEventListener('abort', this.#onAbort, { once: true });
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The promise, or a rejection as soon as the request is over, whatever it waits for. */
  race<T>(promise: Promise<T>): Promise<T> {
    return withAbort(promise, this.signal);
  }

  async *watch<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const item of source) {
      this.#restart();
      yield item;
    }
    // The SDK ends an aborted stream as if it were complete.
    if (this.signal.aborted) throw new Error('The request is over.');
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.outer.removeEventListener('abort', this.#onAbort);
    // Whoever stops reading early ends the request with it.
    this.#controller.abort();
  }

  #restart(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  #start(): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.fired = true;
      this.#controller.abort();
    }, this.idleMilliseconds);
    timer.unref();
    return timer;
  }
}
