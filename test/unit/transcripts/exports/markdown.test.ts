import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { quoted } from '../../../../src/transcripts/exports/markdownText';
import { HOSTILE, itemsOf } from './hostile';
import { textOfItems } from './support';

const reader = new MarkdownIt({ html: true, linkify: false });

/** Every token, those within lines too. */
function tokensOf(text: string): { readonly type: string; readonly level: number; readonly content: string }[] {
  return reader.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
}

/** The headings of the file itself, not those in a quotation. */
function headingsOf(text: string): number {
  return tokensOf(text).filter(({ type, level }) => type === 'heading_open' && level === 0).length;
}

function expectInert(text: string): void {
  const written = textOfItems('markdown', itemsOf(text));
  expect(headingsOf(written), written).toBe(6);
  expect(tokensOf(written).filter(({ type }) => type.startsWith('html') || type === 'image')).toEqual([]);
}

describe('markdown', () => {
  it.each(HOSTILE)('keeps its structure, and shows HTML as text: %j', (text) => {
    expectInert(text);
  });

  it('keeps its structure, whatever it quotes', () => {
    const pieces = fc.constantFrom(
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\r',
      '<b>',
      '<!--',
      '\\',
      '!',
      '[x](y)',
      '# h',
      '> ',
      '- ',
      '    ',
      'a',
      ' ',
      '&',
      '<a href="',
      '|',
      '\u2028',
      '1. ',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 16 }), (text) => {
        expectInert(text.join(''));
      }),
      { numRuns: 400 },
    );
  });

  it('gives each message a heading with its fate', () => {
    const headings = textOfItems('markdown', itemsOf('plain'))
      .split('\n')
      .filter((line) => line.startsWith('#'));
    expect(headings.slice(0, 3)).toEqual([
      '# plain',
      '# History',
      '## 0 · System · of plain · error · pinned · compacted · 2 of 5 tokens',
    ]);
  });

  it('leaves Markdown that does nothing else as it is', () => {
    const text = '# Title\n\n- a `x < y` b\n- **c**\n\n```ts\nconst a = "<b>";\n```\nend';
    expect(quoted(text)).toBe('> # Title\n>\n> - a `x < y` b\n> - **c**\n>\n> ```ts\n> const a = "<b>";\n> ```\n> end');
  });
});
