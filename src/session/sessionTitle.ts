import { t } from '../l10n/text';
/** Characters of a title; a tree view shows about as many. */
const LONGEST_TITLE = 60;

/** A session's title from what its user wrote first. */
export function titleOf(text: string): string {
  const line = cleanTitle(text.trim().split(/\r?\n/, 1)[0] ?? '');
  // A pasted file may be one line; a character of more than ten units is none that anybody types.
  const start = line.slice(0, 10 * LONGEST_TITLE);
  const characters = Array.from(new Intl.Segmenter().segment(start), ({ segment }) => segment);
  if (characters.length <= LONGEST_TITLE) return line;
  const shown = characters.slice(0, LONGEST_TITLE - 1).join('');
  return `${shown.trimEnd()}…`;
}

/** A title as its user wrote it, in one line, without what would turn the words around it. */
export function cleanTitle(title: string): string {
  const line = title
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()
    .toWellFormed();
  return line === '' ? t('New session') : line;
}
