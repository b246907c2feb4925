import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { HTML_STYLE } from '../../../../src/transcripts/exports/htmlStyle';
import { HOSTILE, itemsOf } from './hostile';
import { textOfItems } from './support';

interface Skeleton {
  readonly tags: readonly string[];
  readonly attributes: readonly string[];
}

/** What a page is made of, without its texts. */
function skeletonOf(page: string): Skeleton {
  const { document } = parseHTML(page);
  const elements = [...document.querySelectorAll('*')];
  return {
    tags: elements.map(({ tagName }) => tagName.toLowerCase()).filter((tag) => tag !== 'details' && tag !== 'summary'),
    attributes: elements.flatMap((element) => [...element.attributes].map(({ name }) => name)),
  };
}

/** The same items with a harmless text: what they are made of is the page's own. */
const own = skeletonOf(textOfItems('html', itemsOf('plain text')));
const page = textOfItems('html', itemsOf('plain text'));

describe('html', () => {
  it.each(HOSTILE)('holds no tag and no attribute of the content: %j', (text) => {
    const { tags, attributes } = skeletonOf(textOfItems('html', itemsOf(text)));
    expect(tags).toEqual(own.tags);
    expect(new Set(attributes)).toEqual(new Set(own.attributes));
  });

  it('holds no tag and no attribute of any content', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '-->',
      '<!--',
      '</',
      'script',
      ' onload=',
      '`',
      '\0',
      '\ud83d',
      ']]>',
      'a',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (text) => {
        const { tags, attributes } = skeletonOf(textOfItems('html', itemsOf(`x ${text.join('')}`)));
        expect(tags).toEqual(own.tags);
        expect(new Set(attributes)).toEqual(new Set(own.attributes));
      }),
      { numRuns: 100 },
    );
  });

  it('shows the texts as they are', () => {
    const text = '<b>"bold" & \'more\'</b>';
    const { document } = parseHTML(textOfItems('html', itemsOf(text)));
    expect(document.querySelector('h1')?.textContent).toBe(text);
    expect(document.querySelector('article pre')?.textContent).toBe(text);
  });

  it('has no script, no style at any element, and a policy that would stop both', () => {
    expect(own.tags).not.toContain('script');
    expect(own.attributes.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
    const policy = parseHTML(page).document.querySelector('meta[http-equiv]')?.getAttribute('content');
    const hash = createHash('sha256').update(HTML_STYLE).digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`,
    );
    expect(page).toContain(`<style>${HTML_STYLE}</style>`);
  });

  it('fetches nothing', () => {
    const { document } = parseHTML(textOfItems('html', itemsOf('https://evil.example/a.png')));
    const targets = [...document.querySelectorAll('[src],[href]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
    );
    expect(targets.filter((target) => !/^(?:#fate-|data:image\/png;base64,)/.test(target))).toEqual([]);
  });

  it('tells each fate by word and icon, in the legend and at the messages', () => {
    const { document } = parseHTML(page);
    const words = [...document.querySelectorAll('.legend .fate')].map((element) => element.textContent);
    expect(words).toEqual(['kept', 'truncated', 'compacted', 'pruned', 'summarized']);
    for (const fate of document.querySelectorAll('.fate')) {
      const target = fate.querySelector('use')?.getAttribute('href') ?? '';
      expect(target).toBe(`#fate-${fate.textContent}`);
      expect(page).toContain(`<symbol id="${target.slice(1)}"`);
    }
    expect(document.querySelectorAll('article .fate')).toHaveLength(4);
  });

  it('comes in pieces', () => {
    const items = Array.from({ length: 50 }, () => itemsOf('x'.repeat(1_000))).flat();
    const text = textOfItems('html', items);
    expect(text.length).toBeGreaterThan(1_000_000);
  });
});
