import { config, t as worded } from '@vscode/l10n';

/** What stands in a placeholder. A number is written in the reader's notation. */
export type TextArgument = string | number;

/** Texts by their English, as VS Code keeps them. */
export type TextBundle = Readonly<Record<string, string>>;

/** The reader's language, and the one the texts are in: English where there is no bundle for the reader's. */
let numbersIn = 'en';
let whole = new Intl.NumberFormat(numbersIn);
let plurals = new Intl.PluralRules('en');

/**
 * Sets the language of this thread or page; until then it is English. The host does it with what VS Code gives, and hands
 * the same on to its workers and pages.
 *
 * @param language a BCP 47 tag such as VS Code's `env.language`; whatever else it is counts as English
 * @param bundle the texts of that language; undefined leaves them in English
 */
export function setLanguage(language: string, bundle?: TextBundle): void {
  numbersIn = knownLanguage(language);
  whole = new Intl.NumberFormat(numbersIn);
  plurals = new Intl.PluralRules(bundle === undefined ? 'en' : numbersIn);
  config({ contents: { ...bundle } });
}

/** The language that numbers and dates are written in. */
export function currentLanguage(): string {
  return numbersIn;
}

/**
 * A text for the user, in their language: `t('{0} of {1} tokens', used, window)` or `t('Pinned by {who}', { who })`. Never
 * for what a model reads. The English is the key, so it stands here as one plain string.
 */
export function t(
  message: string,
  ...args: readonly TextArgument[] | readonly [Readonly<Record<string, TextArgument>>]
): string {
  const [first] = args;
  if (typeof first === 'object') {
    return worded(message, Object.fromEntries(Object.entries(first).map(([name, value]) => [name, written(value)])));
  }
  return worded(message, ...(args as readonly TextArgument[]).map(written));
}

/**
 * A text that depends on a number: `tn('{0} message', '{0} messages', count)`. `{0}` is the number, what follows are
 * `{1}`, `{2}` …
 */
export function tn(one: string, many: string, count: number, ...args: readonly TextArgument[]): string {
  return t(plurals.select(count) === 'one' ? one : many, count, ...args);
}

/** A text that is told twice. */
export interface TextForBoth {
  /** For the user, in their language. */
  readonly worded: string;
  /** For a model, in English. */
  readonly english: string;
}

/** As `t`, for what the user is told and a model too. */
export function both(message: string, ...args: readonly TextArgument[]): TextForBoth {
  return { worded: t(message, ...args), english: filled(message, args) };
}

/** The English itself. */
function filled(message: string, args: readonly TextArgument[]): string {
  return message.replaceAll(/\{(\d+)\}/g, (placeholder, place: string) => String(args[Number(place)] ?? placeholder));
}

function written(value: TextArgument): string {
  return typeof value === 'number' ? whole.format(value) : value;
}

function knownLanguage(language: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
