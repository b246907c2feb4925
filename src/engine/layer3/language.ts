import { TELLING_WORDS } from './languageWords';
import type { Language } from './languageWords';
import { typedWords } from './typedWords';

/** The language a user writes in, told by the small words that no text does without. */

const NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  de: 'German',
  pt: 'Portuguese',
  it: 'Italian',
  ru: 'Russian',
  zh: 'Chinese',
  ja: 'Japanese',
  ko: 'Korean',
};

/** Languages told by their script. */
const SCRIPTS: readonly { readonly language: Language; readonly letters: RegExp }[] = [
  { language: 'ja', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu },
  { language: 'ko', letters: /\p{Script=Hangul}/gu },
  { language: 'zh', letters: /\p{Script=Han}/gu },
  { language: 'ru', letters: /\p{Script=Cyrillic}/gu },
];

/** A script counts from this share of all letters on: one quoted name does not make a language. */
const SCRIPT_SHARE = 0.2;

/** Texts looked at from the beginning, and as many of the newest: more say nothing new. */
const MOST_TEXTS = 40;

/** Characters looked at of one text, and of all texts from one end. */
const LONGEST_TEXT = 4_000;
const LONGEST_SAMPLE = 40_000;

/** What a certain, a common and a weak word say. */
const CERTAIN_POINTS = 2;
const COMMON_POINTS = 1;
const WEAK_POINTS = 0.5;

/** Less than one certain or two common words is chance: a name, a code, a word that English has too. */
const LEAST_POINTS = 2;

/** Of one text, a language gets no more than this: a log that was pasted must not outvote what was written. */
const MOST_POINTS_OF_TEXT = 8;

interface Evidence {
  readonly language: Language;
  readonly points: number;
  readonly isWeak: boolean;
}

const EVIDENCE_OF_WORD = new Map<string, Evidence[]>();
for (const [language, { certain, common, weak }] of Object.entries(TELLING_WORDS) as [
  Language,
  NonNullable<(typeof TELLING_WORDS)[Language]>,
][]) {
  noteWords(certain, { language, points: CERTAIN_POINTS, isWeak: false });
  noteWords(common, { language, points: COMMON_POINTS, isWeak: false });
  noteWords(weak, { language, points: WEAK_POINTS, isWeak: true });
}

function noteWords(words: string, evidence: Evidence): void {
  for (const word of words.split(' ').filter((part) => part !== '')) {
    EVIDENCE_OF_WORD.set(word, [...(EVIDENCE_OF_WORD.get(word) ?? []), evidence]);
  }
}

/** The language of the user's messages; English where they do not tell. */
export function languageOf(texts: Iterable<string>): Language {
  const sample = sampleOf(texts);
  const script = scriptOf(sample.join('\n'));
  if (script !== null) return script;
  const firm = new Map<Language, number>();
  const weak = new Map<Language, number>();
  for (const text of sample) addEvidence(text, firm, weak);
  let best: Language = 'en';
  let most = firm.get('en') ?? 0;
  for (const [language, points] of firm) {
    const total = points + (weak.get(language) ?? 0);
    if (points < LEAST_POINTS || total <= most) continue;
    best = language;
    most = total;
  }
  return best;
}

/** Each word of a text counts once. */
function addEvidence(text: string, firm: Map<Language, number>, weak: Map<Language, number>): void {
  const firmHere = new Map<Language, number>();
  const weakHere = new Map<Language, number>();
  for (const word of new Set(typedWords(text))) {
    for (const { language, points, isWeak } of EVIDENCE_OF_WORD.get(word) ?? []) {
      const scores = isWeak ? weakHere : firmHere;
      scores.set(language, (scores.get(language) ?? 0) + points);
    }
  }
  for (const [scores, here] of [
    [firm, firmHere],
    [weak, weakHere],
  ] as const) {
    for (const [language, points] of here) {
      scores.set(language, (scores.get(language) ?? 0) + Math.min(points, MOST_POINTS_OF_TEXT));
    }
  }
}

/** The beginnings of the first texts and of the newest. */
function sampleOf(texts: Iterable<string>): string[] {
  const first: string[] = [];
  const newest: string[] = [];
  let position = 0;
  for (const text of texts) {
    if (first.length < MOST_TEXTS) first.push(text);
    else newest[position % MOST_TEXTS] = text;
    position += 1;
  }
  // From the newest backwards, as the sample may end before they do.
  const start = position % MOST_TEXTS;
  const backwards = [...newest.slice(start), ...newest.slice(0, start)].reverse();
  return [...beginnings(first), ...beginnings(backwards)];
}

function beginnings(texts: readonly string[]): string[] {
  const sample: string[] = [];
  let room = LONGEST_SAMPLE;
  for (const text of texts) {
    if (room <= 0) break;
    const beginning = text.slice(0, Math.min(LONGEST_TEXT, room));
    sample.push(beginning);
    room -= beginning.length;
  }
  return sample;
}

/** The English name of a language, for a prompt. */
export function languageName(language: Language): string {
  return NAMES[language];
}

function scriptOf(sample: string): Language | null {
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  for (const { language, letters: pattern } of SCRIPTS) {
    if ((sample.match(pattern)?.length ?? 0) > letters * SCRIPT_SHARE) return language;
  }
  return null;
}
