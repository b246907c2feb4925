import type { BoundedOutput } from './boundedOutput';
import { terminalText } from './terminalText';

/** Bytes of output that are shown while a command runs. */
const SHOWN_BYTES = 4_096;

/** Milliseconds between two looks at the output, however much comes. */
const PAUSE_MILLISECONDS = 100;

/** Tells the newest output of a running command, the first at once and then ten times a second at most. */
export class LiveOutput {
  #timer: NodeJS.Timeout | null = null;
  #isStale = false;

  /** @param tell Given the end of the output, in place of what it was given before. */
  constructor(
    private readonly output: BoundedOutput,
    private readonly tell: (text: string) => void,
  ) {}

  /** There is more output. */
  touch(): void {
    this.#isStale = true;
    if (this.#timer === null) this.#look();
  }

  /** Nothing more is told. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#isStale = false;
  }

  #look(): void {
    this.#timer = null;
    if (!this.#isStale) return;
    this.#isStale = false;
    this.tell(terminalText(this.output.newest(SHOWN_BYTES)));
    this.#timer = setTimeout(() => {
      this.#look();
    }, PAUSE_MILLISECONDS);
  }
}
