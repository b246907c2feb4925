import { describe, expect, it } from 'vitest';
import { overrideFor, thresholdsFor } from '../../../src/models/profileOverrides';

describe('overrideFor', () => {
  it.each([
    ['gpt-4o', 'gpt-4o', true],
    ['gpt-4o', 'gpt-4o-mini', false],
    ['gpt-4o', 'openai/gpt-4o', false],
    ['*gpt-4o', 'openai/gpt-4o', true],
    ['gpt-*', 'gpt-4o', true],
    ['gpt-*', 'gpt-', true],
    ['*', '', true],
    ['*claude*sonnet*', 'anthropic/claude-3.5-sonnet-latest', true],
    ['*claude*sonnet', 'anthropic/claude-3.5-sonnet-latest', false],
    ['a*b*c', 'axxbyybzc', true],
    ['a*b*c', 'axxbyybz', false],
    ['GPT-4o', 'gpt-4O', true],
    // Only the star means something.
    ['gpt.4o', 'gpt-4o', false],
    ['gpt-[45]', 'gpt-4', false],
    ['gpt-?', 'gpt-4', false],
  ])('%s for %s: %s', (pattern, model, matches) => {
    expect(overrideFor(model, { [pattern]: {} }) !== null).toBe(matches);
  });

  it('is the one whose pattern says most, alone', () => {
    const overrides = { '*': { window: 1, maxOutput: 9 }, 'gpt-*': { window: 2 }, '*****4o': { window: 3 } };
    expect(overrideFor('gpt-4o', overrides)).toEqual({ window: 2 });
    expect(overrideFor('x-4o', overrides)).toEqual({ window: 3 });
    expect(overrideFor('x', overrides)).toEqual({ window: 1, maxOutput: 9 });
  });

  it('does not take long over many stars', () => {
    expect(overrideFor('a'.repeat(5_000), { [`${'a*'.repeat(500)}b`]: {} })).toBeNull();
  });
});

it('gives the thresholds that replace settings', () => {
  const overrides = { 'gpt-*': { thresholds: { 'layer2.keepLast': 12 } }, 'gpt-5*': { window: 5 } };
  expect(thresholdsFor('gpt-4o', overrides)).toEqual({ 'layer2.keepLast': 12 });
  expect(thresholdsFor('gpt-5', overrides)).toEqual({});
  expect(thresholdsFor('other', overrides)).toEqual({});
});
