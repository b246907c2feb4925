import { standsIn } from './facts';

/**
 * Runs of the letters that `standsIn` takes for parts of a word: it looks at UTF-16 units, so that letters beyond them are
 * none, and at none of the scripts that set words one after another.
 */
const RUN =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])(?=[\0-\uffff])[\p{L}\p{N}_])+/gu;

/** The same in ASCII, where no property of a letter has to be looked up. */
const ASCII_RUN = /\w+/g;
const ASCII_ONLY = /^[\0-\x7f]*$/;

/** Pieces of text one below the other, and a fast answer to whether another piece stands there already. */
export class PickedText {
  private text = '\n';
  /** Each with the line breaks around it. */
  private readonly pieces: string[] = [];
  /** Places of the pieces each run stands in. */
  private readonly placesOf = new Map<string, number[]>();

  add(piece: string): void {
    this.text += `${piece}\n`;
    const place = this.pieces.push(`\n${piece}\n`) - 1;
    for (const run of runsOf(piece)) {
      const places = this.placesOf.get(run);
      if (places === undefined) this.placesOf.set(run, [place]);
      else if (places.at(-1) !== place) places.push(place);
    }
  }

  /** What `standsIn` says of the whole text. */
  holds(piece: string): boolean {
    // A piece that stands somewhere as a whole brings all its words along; most pieces have one that is nowhere yet.
    let fewest: readonly number[] | null = null;
    for (const run of runsOf(piece)) {
      const places = this.placesOf.get(run);
      if (places === undefined) return false;
      if (fewest === null || places.length < fewest.length) fewest = places;
    }
    if (fewest === null || piece.includes('\n')) return standsIn(piece, this.text);
    return fewest.some((place) => standsIn(piece, this.pieces[place] ?? ''));
  }
}

function runsOf(text: string): readonly string[] {
  if (ASCII_ONLY.test(text)) return text.match(ASCII_RUN) ?? [];
  // No run goes beyond its line, and most lines are ASCII also where some are not.
  return text.includes('\n') ? text.split('\n').flatMap(runsOf) : (text.match(RUN) ?? []);
}
