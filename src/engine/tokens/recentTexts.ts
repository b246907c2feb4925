import type { TokenCounter } from './counter';

/** Shorter texts are counted about as fast as they are found; characters. */
const SHORTEST_TEXT = 1_000;

/** A summary, the notice it stands in, and what is being written to take its place. */
const MOST_TEXTS = 4;

/** Characters at the end of a known text among which a seam is looked for. */
const SEAM_DISTANCE = 500;

interface CountedText {
  readonly text: string;
  readonly tokens: number;
}

/**
 * Counts texts, and remembers the newest long ones: a summary is counted when it is written, when it is put into a notice,
 * and again in each notice with something beside it. Of a text that holds a known one only the rest is counted, where the
 * counter says that this comes to the same.
 */
export class RecentTexts {
  /** The newest last. */
  private readonly known: CountedText[] = [];

  constructor(private readonly counter: TokenCounter) {}

  /** What the counter says of the text. */
  countText(text: string): number {
    if (text.length < SHORTEST_TEXT) return this.counter.countText(text);
    const tokens = this.tokensByKnown(text) ?? this.counter.countText(text);
    this.remember({ text, tokens });
    return tokens;
  }

  private remember(counted: CountedText): void {
    const place = this.known.findIndex(({ text }) => text === counted.text);
    if (place >= 0) this.known.splice(place, 1);
    this.known.push(counted);
    if (this.known.length > MOST_TEXTS) this.known.shift();
  }

  private tokensByKnown(text: string): number | null {
    let longest: CountedText | null = null;
    for (const one of this.known) {
      if (one.text.length > (longest?.text.length ?? 0) && text.includes(one.text)) longest = one;
    }
    return longest === null ? null : this.tokensAround(text, longest);
  }

  /** Tokens of a text that holds a known one; null where that does not help. */
  private tokensAround(text: string, known: CountedText): number | null {
    if (text.length === known.text.length) return known.tokens;
    const start = text.indexOf(known.text);
    if (start > 0 && !this.isSeam(text, start)) return null;
    const before = start === 0 ? 0 : this.counter.countText(text.slice(0, start));
    const end = start + known.text.length;
    if (end === text.length) return before + known.tokens;
    // What follows may belong to the last piece of the known text, which is therefore counted anew.
    const seam = this.lastSeam(text, end);
    if (seam === null) return null;
    const kept = known.tokens - this.counter.countText(text.slice(seam, end));
    return before + kept + this.counter.countText(text.slice(seam));
  }

  private lastSeam(text: string, end: number): number | null {
    for (let offset = end - 1; offset > end - SEAM_DISTANCE; offset--) if (this.isSeam(text, offset)) return offset;
    return null;
  }

  private isSeam(text: string, offset: number): boolean {
    return this.counter.isSeam?.(text, offset) === true;
  }
}
