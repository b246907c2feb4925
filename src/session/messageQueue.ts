/** What a person said while the agent was at work. */
export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
}

/** Messages that wait for the agent, in the order they were said. Nothing leaves it but by being sent or taken back. */
export class MessageQueue {
  #items: readonly QueuedMessage[];

  /** @param waiting what waited when the session was left */
  constructor(
    private readonly onChange: () => void,
    waiting: readonly QueuedMessage[] = [],
  ) {
    this.#items = waiting;
  }

  get items(): readonly QueuedMessage[] {
    return this.#items;
  }

  add(message: QueuedMessage): void {
    this.#set([...this.#items, message]);
  }

  remove(id: string): void {
    if (this.#items.some((item) => item.id === id)) this.#set(this.#items.filter((item) => item.id !== id));
  }

  #set(items: readonly QueuedMessage[]): void {
    this.#items = items;
    this.onChange();
  }
}
