/** Blocks that are code whatever stands in them. A fence that is never closed lasts to the end. */
const CODE_BLOCKS = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/gu;

/** What is quoted is not the writer's own. An apostrophe inside a word opens nothing. */
const QUOTED = /(?<=^|[\s(])(?:"[^"\n]*"|'[^'\n]*'|“[^”\n]*”|«[^»\n]*»|„[^“”\n]*[“”])(?=$|[\s.,;:!?)])/gu;

const OPENING = /^[¿¡([{«“"'*_>-]+(?=\p{L})/u;
const CLOSING = /[.,;:!?…»”"'*]+$/u;

/** A word of prose: letters, with an apostrophe or a hyphen inside. */
const PROSE_WORD = /^\p{L}+(?:['’-]\p{L}+)*$/u;

const INNER_CAPITAL = /\p{Ll}\p{Lu}/u;

/**
 * The words of a text that a person wrote as prose, in lower case: no code, no paths, addresses, options or calls, and
 * nothing that is quoted.
 */
export function typedWords(text: string): string[] {
  const words: string[] = [];
  let isAfterOption = false;
  for (const token of text.replace(CODE_BLOCKS, ' \0 ').replace(QUOTED, ' \0 ').split(/\s+/u)) {
    const isOption = /^--?\p{L}/u.test(token);
    const word = proseOf(token);
    // What follows an option is its value.
    if (word !== null && !isOption && !isAfterOption) words.push(...word.split(/['’-]/u));
    isAfterOption = isOption;
  }
  return words;
}

function proseOf(token: string): string | null {
  const opened = token.replace(OPENING, '').replace(CLOSING, '');
  const word = opened.endsWith(')') && !opened.includes('(') ? opened.slice(0, -1).replace(CLOSING, '') : opened;
  return PROSE_WORD.test(word) && !INNER_CAPITAL.test(word) ? word.toLowerCase() : null;
}
