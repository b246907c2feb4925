import { afterEach, describe, expect, it } from 'vitest';
import { formatDollars, formatExactShare, formatMoment, formatNumber, formatShort } from '../../../src/l10n/numbers';
import { setLanguage, t, tn } from '../../../src/l10n/text';

const spanish = {
  '{0} of {1} tokens': '{0} de {1} tokens',
  '{0} message': '{0} mensaje',
  '{0} messages': '{0} mensajes',
  'Pinned by {who}': 'Fijado por {who}',
};

afterEach(() => setLanguage('en'));

describe('t', () => {
  it('is English until a language is set, and again where a text is missing', () => {
    expect(t('{0} of {1} tokens', 12_345, '?')).toBe('12,345 of ? tokens');
    setLanguage('es', spanish);
    expect(t('{0} of {1} tokens', 12_345, '?')).toBe('12.345 de ? tokens');
    expect(t('Nobody worded this: {0}', 12_345)).toBe('Nobody worded this: 12.345');
  });

  it('takes names for its placeholders, and what is put there stays as it is', () => {
    setLanguage('es', spanish);
    expect(t('Pinned by {who}', { who: '{0} $& </script>' })).toBe('Fijado por {0} $& </script>');
  });
});

describe('tn', () => {
  it('chooses by the number, in the grammar of the language the texts are in', () => {
    const words = (count: number): string => tn('{0} message', '{0} messages', count);
    expect([0, 1, 2].map(words)).toEqual(['0 messages', '1 message', '2 messages']);
    setLanguage('es', spanish);
    expect([0, 1, 2_000_000].map(words)).toEqual(['0 mensajes', '1 mensaje', '2.000.000 mensajes']);
    // French has its singular for nothing too, but without a bundle the text is English.
    setLanguage('fr');
    expect(words(0)).toBe('0 messages');
  });
});

describe('numbers and dates', () => {
  it('follow the language as it is set', () => {
    const words = (): string[] =>
      [formatNumber(12_345), formatShort(12_345), formatExactShare(0.762), formatDollars(1.2)].map((text) =>
        text.replaceAll(/\s/g, ' '),
      );
    expect(words()).toEqual(['12,345', '12.3K', '76.2%', '$1.20']);
    setLanguage('es', {});
    expect(words()).toEqual(['12.345', '12,3 mil', '76,2 %', '1,20 US$']);
    expect(formatMoment(Date.UTC(2025, 0, 15, 12))).toContain('ene');
  });

  it('are English in a language that is none', () => {
    for (const language of ['', 'no such thing', 'qps-ploc']) {
      setLanguage(language);
      expect(formatNumber(12_345)).toBe('12,345');
    }
  });
});
