import { setLanguage, type TextBundle } from '../../src/l10n/text';

// The host has put the texts into the page, so that they are there before anything is drawn. Whoever imports this file
// has them: also a constant of a module may be worded.
if (typeof document !== 'undefined') {
  const texts = document.getElementById('texts')?.textContent ?? '';
  setLanguage(document.documentElement.lang, texts === '' ? undefined : (JSON.parse(texts) as TextBundle));
}

export { t, tn } from '../../src/l10n/text';
