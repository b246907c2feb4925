import { describe, expect, it } from 'vitest';
import { type ImageRule, imageTokens } from '../../../../src/engine/tokens/imageTokens';

describe('tokens of an image', () => {
  it.each<[ImageRule, number, number, number]>([
    // Patches of 28 pixels that cover the image.
    ['anthropic', 200, 200, 64],
    ['anthropic', 1000, 1000, 1296],
    ['anthropic', 1092, 1092, 1521],
    // Not larger than 1 568 pixels and tokens; Anthropic's own counter gave some 1 560 for this.
    ['anthropic', 1920, 1080, 1560],
    ['anthropic', 3000, 200, 224],
    ['anthropic', 8000, 8000, 1521],
    ['anthropicHighResolution', 1920, 1080, 2691],
    ['anthropicHighResolution', 2576, 100, 368],
    ['anthropicHighResolution', 8000, 8000, 4761],
    // The first two are the examples of OpenAI's guide.
    ['openai', 1024, 1024, 765],
    ['openai', 2048, 4096, 1105],
    ['openai', 512, 512, 255],
    ['openai', 1, 1, 255],
    ['openai', 100_000, 10, 765],
    ['openaiTiles5', 1024, 1024, 630],
    ['openaiTilesO', 1024, 1024, 675],
    ['openaiTiles4oMini', 1024, 1024, 25_501],
    // The guide's examples, 1 024 and 1 452 patches, times the multiplier of each model.
    ['openaiPatchesMini', 1024, 1024, 1659],
    ['openaiPatchesMini', 1800, 2400, 2353],
    ['openaiPatchesNano', 1024, 1024, 2520],
    ['openaiPatchesNano', 1800, 2400, 3572],
    ['openaiPatchesO4Mini', 1024, 1024, 1762],
    ['openaiPatchesNew', 1600, 1600, 3000],
    ['openaiPatchesNew', 8000, 8000, 3000],
    ['gemini', 384, 384, 258],
    // The example of Google's guide: six tiles.
    ['gemini', 960, 540, 1548],
    ['gemini', 1024, 1024, 1032],
    ['gemini', 3000, 100, 3096],
    ['gemini3', 4000, 4000, 1120],
    ['grok', 448, 448, 512],
    ['grok', 4000, 4000, 1792],
  ])('%s: %i × %i', (rule, width, height, tokens) => {
    expect(imageTokens(rule, { width, height })).toBe(tokens);
  });

  it('is 1 600 when the size is not known, and what Gemini 3 charges for any', () => {
    expect(imageTokens('openai', undefined)).toBe(1600);
    expect(imageTokens('anthropic', { width: 0, height: 10 })).toBe(1600);
    expect(imageTokens('openai', { width: NaN, height: 10 })).toBe(1600);
    expect(imageTokens('gemini3', undefined)).toBe(1120);
  });

  it('is a number whatever the size', () => {
    for (const rule of ['anthropic', 'openaiPatchesMini', 'gemini', 'grok'] as const) {
      for (const size of [
        { width: 1e9, height: 1 },
        { width: 1, height: 1e9 },
        { width: 0.1, height: 0.1 },
      ]) {
        const tokens = imageTokens(rule, size);
        expect(Number.isSafeInteger(tokens) && tokens > 0, `${rule} ${String(size.width)}`).toBe(true);
      }
    }
  });
});
