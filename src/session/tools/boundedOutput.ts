import { StringDecoder } from 'node:string_decoder';

/** Collects a stream of bytes as text, keeping its beginning and its end within a fixed number of characters. */
export class BoundedOutput {
  readonly #decoder = new StringDecoder('utf8');
  #head = '';
  #tail = '';
  #dropped = 0;

  /** @param halfCharacters Characters kept of the beginning, and as many of the end. */
  constructor(private readonly halfCharacters: number) {}

  add(bytes: Buffer): void {
    this.#take(this.#decoder.write(bytes));
  }

  /** What was kept, with a line that says how much is missing. */
  finish(): string {
    this.#take(this.#decoder.end());
    this.#trim();
    if (this.#dropped === 0) return this.#head + this.#tail;
    return `${this.#head}\n[${String(this.#dropped)} characters of output left out]\n${this.#tail}`.toWellFormed();
  }

  #take(text: string): void {
    const room = this.halfCharacters - this.#head.length;
    this.#head += text.slice(0, room);
    this.#tail += text.slice(room);
    // Cutting at each piece would copy the tail every time.
    if (this.#tail.length > 2 * this.halfCharacters) this.#trim();
  }

  #trim(): void {
    const surplus = this.#tail.length - this.halfCharacters;
    if (surplus <= 0) return;
    this.#dropped += surplus;
    this.#tail = this.#tail.slice(surplus);
  }
}
