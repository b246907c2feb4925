import { describe, expect, it } from 'vitest';
import { planBeforeCall } from '../../../../src/engine/cascade';
import { renderMessage } from '../../../../src/engine/render';
import { resultText } from '../../../../src/engine/resultText';
import { assistant, call, engineFixture, numberedLines, result, user } from '../../../support/engineFixture';

/** What the model sees of one result of `text` in a window of `window` tokens. */
function shown(text: string, window: number, toolName = 'Read'): string {
  const messages = [user('go'), assistant('', call('a', toolName)), result('a', text, toolName)];
  const { ledger, options } = engineFixture(messages, window);
  planBeforeCall(ledger, options);
  const message = renderMessage(ledger, 2);
  return message === null ? '' : resultText(message);
}

function isGraphemeBoundary(text: string, offset: number): boolean {
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
  return segments.containing(offset)?.index === offset;
}

describe('① one result above its share of the window', () => {
  it('is cut to the share behind a line break, with pointer and marker', () => {
    const text = numberedLines(2_000);
    const lines = shown(text, 8_000).split('\n');
    expect(lines.at(-1)).toBe('[truncated: output exceeded context limit]');
    expect(lines.at(-2)).toMatch(/^\[full output, 2000 lines: [0-9a-f]{16}\.txt\]$/);
    const kept = lines.slice(0, -2).join('\n');
    expect(text.startsWith(kept)).toBe(true);
    expect(kept.endsWith('of this\n') || kept.endsWith('of this')).toBe(true);
    expect(kept.length / 4).toBeGreaterThan(3_900);
    expect(kept.length / 4).toBeLessThanOrEqual(4_000);
  });

  it('stays whole at exactly the share', () => {
    const text = 'x'.repeat(4_000 * 4 - 16);
    expect(shown(text, 8_000)).toBe(text);
  });

  it('goes to the archive with both ends shown above the offload threshold, whatever the window', () => {
    const text = numberedLines(5_000);
    const seen = shown(text, 1_000_000);
    expect(seen.startsWith(text.slice(0, 200))).toBe(true);
    expect(seen).toMatch(/\[4980 lines left out; full output: [0-9a-f]{16}\.txt\]/);
    expect(seen).toContain('line 004999');
    expect(seen.endsWith('[truncated: output exceeded context limit]')).toBe(true);
  });

  it('leaves pages of the archive alone until the context would not fit', () => {
    const page = numberedLines(900);
    expect(shown(page, 8_000, 'Recall')).toBe(page);
  });

  it.each([1990, 2000, 2010, 2030])('parts no character at %d characters', (limit) => {
    for (const lead of [0, 1, 2, 3]) {
      const text = 'a'.repeat(limit - 8 + lead) + '👩‍👩‍👧‍👦🇪🇸🇫🇷é' + 'b'.repeat(40_000);
      const seen = shown(text, Math.ceil(limit / 2));
      const kept = seen.slice(0, seen.indexOf('\n[full output'));
      expect(kept.isWellFormed()).toBe(true);
      expect(isGraphemeBoundary(text.slice(0, limit + 40), kept.length)).toBe(true);
    }
  });

  it('never ends inside a CRLF', () => {
    const seen = shown('line of text\r\n'.repeat(3_000), 8_000);
    expect(seen.split('\n[full output')[0]?.endsWith('\r')).toBe(false);
  });
});
