/**
 * A fact is a short piece of a conversation that a summary must not reword: whoever goes on with the work needs it letter by
 * letter.
 */

/**
 * Files and addresses; shell commands that were run; error messages and codes; numbers with their unit; what the user
 * told the agent always or never to do; what is still to be done.
 */
export type FactKind = 'path' | 'command' | 'error' | 'number' | 'instruction' | 'todo';

export interface Fact {
  readonly kind: FactKind;
  /** As it stands in the original; orders and todos on one line and without Markdown at their start. */
  readonly text: string;
  /** Whether it stands in a message that a person typed. */
  readonly namedByUser: boolean;
  /** Messages it occurs in. */
  readonly uses: number;
  /** Index in the history of the newest message it occurs in. */
  readonly lastIndex: number;
}

/** Where in a conversation a text stands: how much a fact found in it is worth depends on that. */
export type FactSource = 'user' | 'call' | 'assistant' | 'output' | 'document';

/** One fact of one message. */
export interface Sighting {
  readonly kind: FactKind;
  readonly text: string;
  readonly source: FactSource;
}

/** Whether a fact stands in a text, letter by letter. */
export function survives(fact: Fact, text: string): boolean {
  return standsIn(fact.text, text);
}

/** What the user ordered and what is still to be done: losing it changes what the agent does. */
export function isBinding({ kind }: Fact): boolean {
  return kind === 'instruction' || kind === 'todo';
}

/** Scripts that set words one after another, or endings right after a name, tell nothing by the letter beside it. */
const WORD = /[\p{L}\p{N}_]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Whether a piece stands in a text as a whole: `data.ts` does in `src/data.ts`, and does not in `metadata.ts`. */
export function standsIn(piece: string, text: string): boolean {
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) {
    const end = at + piece.length;
    const isWhole =
      !(isWord(piece.charAt(0)) && isWord(text.charAt(at - 1))) &&
      !(isWord(piece.charAt(piece.length - 1)) && isWord(text.charAt(end))) &&
      !isInsideNumber(piece, text, at);
    if (isWhole) return true;
    if (piece === '') return false;
  }
  return false;
}

function isWord(character: string): boolean {
  return WORD.test(character) && !UNSPACED.test(character);
}

/** "5%" is no part of "2.5%". */
function isInsideNumber(piece: string, text: string, at: number): boolean {
  return at >= 2 && /^\d/.test(piece) && /\d[.,]/.test(text.slice(at - 2, at));
}
