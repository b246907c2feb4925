import type { TextBundle } from '../../../src/l10n/text';
import { spanishTexts } from '../../support/spanishTexts';

/** `pseudo` puts the words of every text between ⟦ and ⟧, around its placeholders, so that what is not worded can be seen. */
export type PageLanguage = 'en' | 'es' | 'pseudo';

/** The texts the host would put into the page; null for English. */
export async function pageTexts(language: PageLanguage): Promise<TextBundle | null> {
  if (language === 'en') return null;
  const spanish = await spanishTexts();
  return language === 'es'
    ? spanish
    : Object.fromEntries(Object.keys(spanish).map((english) => [english, bracketed(english)]));
}

function bracketed(text: string): string {
  const pieces = text.split(/(\{[^{}]+\})/);
  return pieces.map((piece, at) => (at % 2 === 0 && /\p{Letter}/u.test(piece) ? `⟦${piece}⟧` : piece)).join('');
}
