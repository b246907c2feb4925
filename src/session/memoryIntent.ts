/**
 * A person who asks for something to be remembered, in English or Spanish. What is asked for stands behind the phrase; a
 * phrase with nothing behind it points at what was said before, which the model has to understand.
 */

/** Between the phrase and what is to be remembered. */
const OPENING = String.raw`(?:\s*[:;,–—-]\s*|\s+(?:that|to|que|de)\s+|\s+)`;

const PHRASES: readonly RegExp[] = [
  new RegExp(
    String.raw`^(?:please\s+|and\s+)?remember(?:\s+(?:this|that|for\s+later|from\s+now\s+on))?${OPENING}(?<note>\S.*)$`,
    'isu',
  ),
  new RegExp(String.raw`^(?:please\s+)?(?:keep|bear)(?:\s+this)?\s+in\s+mind${OPENING}(?<note>\S.*)$`, 'isu'),
  new RegExp(
    String.raw`^(?:por\s+favor,?\s+|y\s+)?(?:recuerda|recuérdalo|recordad|acuérdate)(?:\s+(?:esto|eso|siempre))?${OPENING}(?<note>\S.*)$`,
    'isu',
  ),
  new RegExp(
    String.raw`^(?:por\s+favor,?\s+)?(?:ten|tened|tenga)(?:\s+esto)?\s+en\s+cuenta${OPENING}(?<note>\S.*)$`,
    'isu',
  ),
];

/** A question about the past, and a phrase that only points, are no notes. */
const NO_NOTE =
  /^(?:when|how|what|why|who|where|the\s+time|cuando|cómo|qué|quién|dónde|this|that|it|esto|eso)\b[^.:]*[?？]?$/iu;

/** What the message asks to be remembered, or null where it asks for nothing of the kind. */
export function noteInMessage(text: string): string | null {
  const said = text.trim();
  for (const phrase of PHRASES) {
    const note = phrase.exec(said)?.groups?.['note']?.trim();
    if (note === undefined || note === '') continue;
    return /[?？]\s*$/u.test(said) || NO_NOTE.test(note) ? null : note;
  }
  return null;
}
