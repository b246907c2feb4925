/** The language a user writes in, told by the small words that no text does without. */

export type Language = 'en' | 'es' | 'fr' | 'de' | 'pt' | 'it' | 'ru' | 'zh' | 'ja' | 'ko';

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

/** Words that one language uses often and the others of the list hardly or never. */
const FUNCTION_WORDS: Readonly<Partial<Record<Language, string>>> = {
  en: 'the and of to is are that this it you not with for on be have can should what when where why how please if we my do does from or but an was will there which would all',
  es: 'el la los las y en que es un una por para con no se del al lo como más pero si este esta esto cuando muy sin sobre también hay son está qué cómo mi tu todos archivo hacer puedes quiero ahora porque arregla añade crea haz borra dime lee ejecuta revisa',
  fr: 'le la les et des est un une dans que qui pour pas ne sur avec ce cette il elle nous vous je mais ou où au aux du plus être sont tout faire peux fichier maintenant donc',
  de: 'der die das und ist nicht ein eine einen zu mit auf für von dem den des im es ich du wir sie auch wie wenn aber oder wird werden sind kann bitte noch nur bei aus datei',
  pt: 'os as em que é um uma por para com não se do da dos das no na mais mas você isso este esta quando também há são está como meu minha ao pelo arquivo fazer pode agora porque',
  it: 'il lo la gli le di che è un una per con non si del della dei nel nella più ma questo questa quando anche sono come mio al dal ho hai puoi fare adesso perché file tutti',
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

const WORD = /\p{L}+/gu;

const LANGUAGES_OF_WORD = new Map<string, Language[]>();
for (const [language, words] of Object.entries(FUNCTION_WORDS) as [Language, string][]) {
  for (const word of words.split(' ')) LANGUAGES_OF_WORD.set(word, [...(LANGUAGES_OF_WORD.get(word) ?? []), language]);
}

/** The language of the user's messages; English where they do not tell. */
export function languageOf(texts: Iterable<string>): Language {
  const scores = new Map<Language, number>();
  const sample = sampleOf(texts);
  const script = scriptOf(sample);
  if (script !== null) return script;
  for (const [match] of sample.matchAll(WORD)) {
    const languages = LANGUAGES_OF_WORD.get(match.toLowerCase()) ?? [];
    // A word of one language alone tells more than one that several share.
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length);
  }
  let best: Language = 'en';
  for (const [language, score] of scores) if (score > (scores.get(best) ?? 0)) best = language;
  return best;
}

/** The beginnings of the first texts and of the newest. */
function sampleOf(texts: Iterable<string>): string {
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
  return `${beginnings(first)}${beginnings(backwards)}`;
}

function beginnings(texts: readonly string[]): string {
  let sample = '';
  for (const text of texts) {
    const room = LONGEST_SAMPLE - sample.length;
    if (room <= 0) break;
    sample += `${text.slice(0, Math.min(LONGEST_TEXT, room))}\n`;
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
