import { describe, expect, it } from 'vitest';
import { isForChat, namePattern, pricesOn } from '../../../scripts/priceData';

const cheap = { input_mtok: 1, output_mtok: 2 };
const dear = { input_mtok: 3, output_mtok: 4 };

describe('pricesOn', () => {
  it('takes the prices of the day', () => {
    const prices = [
      { prices: cheap },
      { constraint: { type: 'start_date' as const, start_date: '2026-06-01' }, prices: dear },
    ];
    expect(pricesOn(prices, '2026-05-31')).toEqual({ base: [1, null, null, 2] });
    expect(pricesOn(prices, '2026-06-01')).toEqual({ base: [3, null, null, 4] });
  });

  it('takes the prices of most of the day, also over midnight', () => {
    const hours = (start_time: string, end_time: string): Parameters<typeof pricesOn>[0] => [
      { prices: cheap },
      { constraint: { type: 'time_of_date' as const, start_time, end_time }, prices: dear },
    ];
    expect(pricesOn(hours('00:30:00Z', '16:30:00Z'), '2026-01-01')).toEqual({ base: [3, null, null, 4] });
    expect(pricesOn(hours('01:00:00Z', '04:00:00Z'), '2026-01-01')).toEqual({ base: [1, null, null, 2] });
    expect(pricesOn(hours('16:00:00Z', '10:00:00Z'), '2026-01-01')).toEqual({ base: [3, null, null, 4] });
  });

  it('keeps what a long input costs', () => {
    const tiered = (base: number, price: number): { base: number; tiers: { start: number; price: number }[] } => ({
      base,
      tiers: [{ start: 200, price }],
    });
    const prices = {
      input_mtok: tiered(1, 2),
      output_mtok: tiered(3, 4),
      cache_read_mtok: 0.5,
      cache_write_mtok: tiered(5, 6),
    };
    expect(pricesOn(prices, '2026-01-01')).toEqual({ base: [1, 0.5, 5, 3], long: [200, 2, 0.5, 6, 4] });
  });

  it('has nothing for models that take no text', () => {
    expect(pricesOn({ audio_hours: 1 }, '2026-01-01')).toBeNull();
  });
});

it('turns what the package matches into patterns for names in small letters', () => {
  const matches = (match: Parameters<typeof namePattern>[0], name: string): boolean =>
    new RegExp(namePattern(match)).test(name);
  expect(matches({ equals: 'GLM-5.2' }, 'glm-5.2')).toBe(true);
  expect(matches({ equals: 'GLM-5.2' }, 'glm-5x2')).toBe(false);
  expect(matches({ starts_with: 'a' }, 'ba')).toBe(false);
  expect(matches({ ends_with: 'b' }, 'ba')).toBe(false);
  expect(matches({ contains: 'b' }, 'aba')).toBe(true);
  expect(matches({ or: [{ equals: 'a' }, { equals: 'b' }] }, 'b')).toBe(true);
  const both = { and: [{ starts_with: 'a' }, { ends_with: 'z' }] };
  expect(matches(both, 'a-z')).toBe(true);
  expect(matches(both, 'a-y')).toBe(false);
  expect(matches({ and: [{ starts_with: 'a' }, { regex: '^(?!.*tts)' }] }, 'a-tts')).toBe(false);
});

it('leaves out what is not for chat', () => {
  expect(['gpt-4o', 'claude-opus-4-5', 'o3'].every(isForChat)).toBe(true);
  expect(['text-embedding-3-small', 'gpt-4o-audio-preview', 'gpt-image-1', 'whisper-1'].some(isForChat)).toBe(false);
});
