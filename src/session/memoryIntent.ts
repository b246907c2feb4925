/**
 * A person who asks for something to be remembered, in English or Spanish. What is asked for stands behind the phrase; a
 * phrase with nothing behind it points at what was said before, which the model has to understand.
 */

/** Between a phrase and what is to be remembered. A hyphen without blanks is part of a word: `remember-me`. */
const SIGN = String.raw`(?:\s*[:;,–—]\s*|\s+-\s+)`;

/** A bare verb wants a sign or a joining word: `remember test` is no wish. */
const JOINED = String.raw`(?:${SIGN}|\s+(?:that|to|que|de)\s+)`;

/** Behind a phrase that can mean nothing else: `keep in mind`. */
const OPENING = String.raw`(?:${JOINED}|\s+)`;

/** Behind a word that points at what follows nothing more is needed. */
const AFTER_POINTER = String.raw`(?:${SIGN}|\s+)`;

/** What stands behind a blank line is another matter, most often the next task. */
const NOTE = String.raw`(?<note>\S(?:(?!\n[^\S\n]*\r?\n).)*)`;

const PHRASES: readonly RegExp[] = [
  String.raw`^(?:please\s+|and\s+)?remember(?:\s+(?:this|that|for\s+later|from\s+now\s+on)${AFTER_POINTER}|${JOINED})`,
  String.raw`^(?:please\s+)?(?:keep|bear)(?:\s+this)?\s+in\s+mind${OPENING}`,
  String.raw`^(?:por\s+favor,?\s+|y\s+)?(?:recuerda|recuérdalo|recordad|acuérdate)(?:\s+(?:esto|eso|siempre)${AFTER_POINTER}|${JOINED})`,
  String.raw`^(?:por\s+favor,?\s+)?(?:ten|tened|tenga)(?:\s+esto)?\s+en\s+cuenta${OPENING}`,
].map((phrase) => new RegExp(phrase + NOTE, 'isu'));

/** A question about the past, and a phrase that only points, are no notes. */
const NO_NOTE =
  /^(?:when|how|what|why|who|where|the\s+time|cuando|cómo|qué|quién|dónde|this|that|it|esto|eso)\b[^.:]*[?？]?$/iu;

/** What the message asks to be remembered, or null where it asks for nothing of the kind. */
export function noteInMessage(text: string): string | null {
  const said = text.trim();
  for (const phrase of PHRASES) {
    const note = phrase.exec(said)?.groups?.['note']?.trim();
    if (note === undefined || note === '') continue;
    return /[?？]$/u.test(note) || NO_NOTE.test(note) ? null : note;
  }
  return null;
}
