import type { Page } from 'playwright-core';

/** What is said or shown to a person, and where it was found. */
interface Shown {
  readonly where: string;
  readonly text: string;
}

/** Elements that hold the words of people, models and files, or keys as they are typed. */
const dataSelector = 'pre, code, .markdown, [data-words="data"]';
const spokenAttributes = [
  'aria-label',
  'aria-valuetext',
  'aria-roledescription',
  'aria-description',
  'title',
  'placeholder',
  'alt',
];

/**
 * What a page in the language `pseudo` shows or says that was not worded: with the brackets, the host's own strings and
 * numbers taken out, what still has letters.
 *
 * @param given whatever the host has told the page
 */
export async function unwordedTexts(page: Page, given: unknown): Promise<readonly string[]> {
  const data = stringsOf(given).sort((a, b) => b.length - a.length);
  const shown = await page.evaluate(shownTexts, { dataSelector, spokenAttributes });
  return shown.filter(({ text }) => hasOwnWords(text, data)).map(({ where, text }) => `${where}: ${text}`);
}

function hasOwnWords(text: string, data: readonly string[]): boolean {
  let rest = text.replaceAll(/⟦[^⟧]*⟧/gu, ' ');
  for (const string of data) rest = rest.replaceAll(string, ' ');
  // Numbers as they are written short, and units.
  rest = rest.replaceAll(/\d[\d.,]*\s?(?:[KMBT]|kB|MB|GB)?\b/gu, ' ');
  return /\p{Letter}/u.test(rest);
}

/** Strings in a value, also a line or an end of them; a single small word is the name of a thing in the protocol. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string')
    return /^[a-z][a-zA-Z]*$/.test(value) ? [] : [normal(value), ...value.split('\n').map(normal)].filter(Boolean);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}

function normal(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Runs in the page. */
function shownTexts({
  dataSelector: selector,
  spokenAttributes: attributes,
}: {
  dataSelector: string;
  spokenAttributes: readonly string[];
}): Shown[] {
  const found: Shown[] = [];
  const nameOf = (element: Element): string => `<${element.localName} class="${element.getAttribute('class') ?? ''}">`;
  const add = (where: string, text: string): void => {
    const normalized = text.replaceAll(/\s+/g, ' ').trim();
    if (normalized !== '') found.push({ where, text: normalized });
  };
  for (const element of document.body.querySelectorAll('*')) {
    if (['SCRIPT', 'STYLE'].includes(element.tagName) || element.parentElement?.closest(selector)) continue;
    for (const name of attributes) add(`${nameOf(element)} ${name}`, element.getAttribute(name) ?? '');
    if (element.matches(`${selector}, .icon`)) continue;
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) add(nameOf(element), node.textContent ?? '');
    }
  }
  return found;
}
