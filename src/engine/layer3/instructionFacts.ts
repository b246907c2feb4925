import { ASKING, orderPatternsFor } from './orderPatterns';
import { entryOf, LONGEST_ENTRY, proseLines, sentencesOf } from './sentences';

/** What the user told the agent to do, or not to do, from then on. */

/** Longer lines are pasted texts; of those the one sentence counts. Characters. */
const LONGEST_LINE = 240;

/** Words of a standing order in English, where nobody told of before does or did it. */
const WORDS = new Set("always never avoid prefer ensure remember important don't dont don’t".split(' '));
const PAIRS = new Set(['do not', 'make sure']);

/** After a person, these words tell what is, not what shall be: "I don't know", "it always fails". */
const PERSONS = new Set(
  'i we you they he she it that this which who these those to is are was were has have it’s'.split(' '),
);

/** An entry of a list. */
const BULLET = /^(?:[-*+•]|\d{1,3}[.)])\s+\S/;

/** Entries of one list that belong to the order above it. */
const MOST_ENTRIES = 50;

/** An order that opens a list, and what there is of the list so far. */
interface OpenList {
  readonly opening: string;
  text: string;
  entries: number;
}

/** Orders of one text that are looked for: with more it is a pasted file. */
const MOST_ORDERS = 1_000;

/** Standing orders in what a person typed, each as one entry of a list. */
export function* instructionsIn(typed: string): Generator<string, void, undefined> {
  let count = 0;
  for (const order of allInstructionsIn(typed)) {
    yield order;
    count += 1;
    if (count >= MOST_ORDERS) return;
  }
}

function* allInstructionsIn(typed: string): Generator<string, void, undefined> {
  let list: OpenList | null = null;
  for (const line of proseLines(typed)) {
    if (list !== null) {
      if (BULLET.test(line) && list.entries < MOST_ENTRIES) {
        yield* withEntry(list, line);
        continue;
      }
      yield entryOf(list.text);
      list = null;
    }
    if (line.startsWith('>')) continue;
    if (line.length <= LONGEST_LINE && /[:：][*_]{0,3}$/.test(line) && isInstruction(line)) {
      list = { opening: line, text: line, entries: 0 };
      continue;
    }
    yield* ordersOf(line);
  }
  if (list !== null) yield entryOf(list.text);
}

/** What no longer fits one entry goes into another one, which opens with the order again. */
function* withEntry(list: OpenList, line: string): Generator<string, void, undefined> {
  list.entries += 1;
  const entry = line.slice(0, LONGEST_ENTRY);
  if (list.text.length + 1 + entry.length > LONGEST_ENTRY && list.text !== list.opening) {
    yield entryOf(list.text);
    list.text = list.opening;
  }
  list.text += ` ${entry}`;
}

function* ordersOf(line: string): Generator<string, void, undefined> {
  if (line.length <= LONGEST_LINE && !line.endsWith('?') && !line.endsWith('？')) {
    if (orderPatternsFor(line).size > 0 && sentencesOf(line).some(isInstruction)) yield entryOf(line);
    return;
  }
  for (const sentence of sentencesOf(line)) {
    if (sentence.length <= LONGEST_ENTRY && isInstruction(sentence)) yield entryOf(sentence);
  }
}

const WORD = /[\p{L}\p{M}'’-]+/gu;

/** Whether a sentence tells what to do from now on. */
function isInstruction(sentence: string): boolean {
  const patterns = [...orderPatternsFor(sentence)];
  if (patterns.length === 0) return false;
  const text = entryOf(sentence);
  return !ASKING.test(text) && (isEnglishOrder(text) || patterns.some((pattern) => pattern.test(text)));
}

function isEnglishOrder(text: string): boolean {
  const words = (text.match(WORD) ?? []).map((word) => word.toLowerCase());
  return words.some((word, position) => {
    const previous = words[position - 1] ?? '';
    if (PERSONS.has(previous)) return false;
    const next = words[position + 1] ?? '';
    if (PAIRS.has(`${word} ${next}`)) return true;
    return WORDS.has(word) && !((word === 'never' || word === 'always') && isReport(next));
  });
}

/** "The build never passes", "always failed": a verb that tells what is or was. */
function isReport(verb: string): boolean {
  return /[^su]s$|[^e]ed$|^been$/.test(verb) && verb !== 'embed' && verb !== 'shed';
}
