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
  /** As it stands in the original. */
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
  return text.includes(fact.text);
}
