import { expect, it } from 'vitest';
import { contentMix, kindsIn } from '../../../../src/engine/tokens/contentMix';
import { ContentTally } from '../../../../src/engine/tokens/contentTally';
import type { ContentKind } from '../../../../src/engine/tokens/tokenRatios';
import { estimateSamples, type SampleKind } from './estimateSamples';

const expected: Readonly<Record<SampleKind, ContentKind>> = {
  English: 'latin',
  Spanish: 'latin',
  German: 'latin',
  Chinese: 'cjk',
  Japanese: 'cjk',
  code: 'code',
  JSON: 'code',
  base64: 'base64',
};

it.each(Object.entries(expected))('gives %s to %s', (sample, kind) => {
  for (const text of estimateSamples[sample as SampleKind]) expect(contentMix(text)[kind], text).toBeGreaterThan(0.6);
});

it('gives each kind its share, together 1', () => {
  const mix = contentMix(
    estimateSamples.English.join(' ') +
      estimateSamples.Chinese.join('') +
      estimateSamples.base64.join('').slice(0, 700),
  );
  for (const kind of ['latin', 'cjk', 'base64'] as const) expect(mix[kind], kind).toBeGreaterThan(0.1);
  expect(mix.latin + mix.cjk + mix.code + mix.base64).toBeCloseTo(1, 10);
  expect(contentMix('')).toEqual({ latin: 1, cjk: 0, code: 0, base64: 0 });
});

it('knows which kinds a part of a text can be of', () => {
  const kinds = (text: string): readonly ContentKind[] => {
    const tally = new ContentTally();
    tally.add(text, 0, text.length);
    return kindsIn(tally);
  };
  expect(kinds('plain words')).toEqual(['latin', 'code']);
  expect(kinds('one 好')).toEqual(['latin', 'code', 'cjk']);
  expect(kinds(estimateSamples.base64.join(''))).toContain('base64');
});
