import { describe, expect, it } from 'vitest';
import { PriceBook } from '../../../src/models/priceBook';

describe('PriceBook', () => {
  it('has list prices, the user own ones before them, and none for models nobody knows', () => {
    const book = new PriceBook({ 'my-*': { inputPrice: 1, outputPrice: 2 } });
    expect(book.pricesOf('openai', 'gpt-5-mini')).toMatchObject({ input: 0.25, cachedInput: 0.025, output: 2 });
    expect(book.pricesOf('openai', 'my-model')).toMatchObject({ input: 1, cachedInput: 1, output: 2 });
    expect(book.pricesOf('openai', 'nobodys-model')).toBeNull();
    expect(book.pricesOf('openai', 'offline')).toBeNull();
  });

  it('knows that no model costs nothing', () => {
    expect(new PriceBook().pricesOf('offline', 'offline')).toMatchObject({ input: 0, output: 0 });
  });

  it('does not take list prices for what a subscription pays', () => {
    expect(new PriceBook().pricesOf('vscodeLm', 'copilot/gpt-5-mini')).toBeNull();
    const named = new PriceBook({ 'copilot/*': { inputPrice: 0, outputPrice: 0 } });
    expect(named.pricesOf('vscodeLm', 'copilot/gpt-5-mini')).toMatchObject({ input: 0, output: 0 });
  });
});
