import type { ModelPrices } from './modelPrices';
import { profileFor } from './profile';
import { type ModelOverrides, overrideFor } from './profileOverrides';

/** Nothing is asked of anybody. */
const FREE: ModelPrices = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, long: null };

/** What calls cost, by who is asked for which model. Each price is looked up once. */
export class PriceBook {
  readonly #known = new Map<string, ModelPrices | null>();

  /** @param overrides what the user says of models */
  constructor(private readonly overrides: ModelOverrides = {}) {}

  /** List prices; null where none are known. */
  pricesOf(provider: string, model: string): ModelPrices | null {
    const key = `${provider} ${model}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const prices = this.#lookUp(provider, model);
    this.#known.set(key, prices);
    return prices;
  }

  #lookUp(provider: string, model: string): ModelPrices | null {
    if (provider === 'offline' && model === 'offline') return FREE;
    const { prices } = profileFor(model, this.overrides);
    if (provider !== 'vscodeLm') return prices;
    // A subscription pays for these, whatever the model costs elsewhere; only the user can know better.
    const { inputPrice, outputPrice } = overrideFor(model, this.overrides) ?? {};
    return inputPrice === undefined || outputPrice === undefined ? null : prices;
  }
}
