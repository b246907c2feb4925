import { standsIn } from './facts';

/**
 * Runs of the letters that `standsIn` takes for parts of a word: it looks at UTF-16 units, so that letters beyond them are
 * none, and at none of the scripts that set words one after another.
 */
const RUN =
  /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}])(?=[\0-\uffff])[\p{L}\p{N}_])+/gu;

/** Pieces of text one below the other, and a fast answer to whether another piece stands there already. */
export class PickedText {
  private text = '\n';
  private readonly runs = new Set<string>();

  add(piece: string): void {
    this.text += `${piece}\n`;
    for (const [run] of piece.matchAll(RUN)) this.runs.add(run);
  }

  /** What `standsIn` says of the whole text. */
  holds(piece: string): boolean {
    // A piece that stands somewhere as a whole brings all its words along; most pieces have one that is nowhere yet.
    for (const [run] of piece.matchAll(RUN)) if (!this.runs.has(run)) return false;
    return standsIn(piece, this.text);
  }
}
