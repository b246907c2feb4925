import { proseLines, sentencesOf } from './sentences';

/** What the user told the agent to do, or not to do, from then on. */

/** Longer lines are pasted texts; of those the one sentence counts. */
const LONGEST_LINE = 240;
const LONGEST_SENTENCE = 320;

/** Words of a standing instruction: English, Spanish, French, German, Portuguese, Italian. */
const WORDS = new Set(
  (
    "always never must mustn't avoid prefer ensure remember important importante " +
    'siempre nunca jamás evita evitar recuerda asegúrate debes ' +
    'toujours jamais évite évitez assure-toi assurez-vous ' +
    'immer niemals nie vermeide stets ' +
    'sempre mai jamais evite lembre ' +
    'evita ricorda assicurati'
  ).split(' '),
);

const DONT = new Set(["don't", 'dont', 'don’t']);

/** After a person, these words tell what is, not what shall be: "I don't know", "it always fails". */
const PERSONS = new Set(
  'i we you they he she it that this which who these those to is are was were has have'.split(' '),
);

/** Two words in a row. */
const PAIRS = new Set([
  'do not',
  'make sure',
  'only use',
  'use only',
  'no uses',
  'no hagas',
  'no toques',
  'no crees',
  'no debes',
  'no cambies',
  'no borres',
  'no modifiques',
  'no escribas',
  'ne pas',
  'auf keinen',
  'a partire',
  'à partir',
  'asegúrate de',
  'ab jetzt',
  'ab sofort',
  'não use',
  'não faça',
  'non usare',
  'non fare',
]);

/** Three words in a row. */
const TRIPLES = new Set(['from now on', 'a partir de', "d'ora in poi", 'de ahora en', 'em diante sempre']);

const WORD = /[\p{L}\p{M}'’-]+/gu;

export function* instructionsIn(typed: string): Generator<string, void, undefined> {
  for (const line of proseLines(typed)) {
    if (line.startsWith('>') || line.endsWith('?')) continue;
    if (line.length <= LONGEST_LINE) {
      if (isInstruction(line)) yield line;
      continue;
    }
    for (const sentence of sentencesOf(line)) {
      if (sentence.length <= LONGEST_SENTENCE && !sentence.endsWith('?') && isInstruction(sentence)) yield sentence;
    }
  }
}

/** Whether a sentence tells what to do from now on. */
function isInstruction(sentence: string): boolean {
  let previous = '';
  let beforeThat = '';
  for (const [match] of sentence.matchAll(WORD)) {
    const word = match.toLowerCase();
    const pair = `${previous} ${word}`;
    if (PAIRS.has(pair) && !PERSONS.has(beforeThat)) return true;
    if (TRIPLES.has(`${beforeThat} ${pair}`)) return true;
    if ((WORDS.has(word) || DONT.has(word)) && !isDescribing(previous, word)) return true;
    beforeThat = previous;
    previous = word;
  }
  return false;
}

function isDescribing(previous: string, word: string): boolean {
  // "You must", "it must": told as a rule, whoever it is about.
  return word !== 'must' && word !== "mustn't" && word !== 'debes' && PERSONS.has(previous);
}
