import { expect, it } from 'vitest';
import { knownModels } from '../../../src/models/knownModels';
import { profileFor } from '../../../src/models/profile';

it('offers models by plain names, each once, with the window and the price of its profile', () => {
  const models = knownModels();
  const names = models.map(({ name }) => name);
  expect(names).toContain('gpt-5-mini');
  expect(names).toContain('claude-sonnet-4-5');
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(80);
  for (const { name, window, inputPrice } of models) {
    const profile = profileFor(name);
    expect({ name, window: profile.window, inputPrice: profile.prices?.input }).toEqual({ name, window, inputPrice });
  }
});
