import type { MessageCounter } from '../engine/messageCounter';
import { createEstimatingCounter, createExactCounter, type TokenCounter } from '../engine/tokens/counter';
import type { EncodingName } from '../engine/tokens/encodingName';
import { ORDINARY_RATIOS } from '../engine/tokens/tokenRatios';
import { bakedRanksPath, readBakedRanks } from '../models/bakedRanks';
import { encodingForModel } from '../models/encodingForModel';
import { CachingCounter } from './cachingCounter';

/** Counters by encoding, their ranks read when first needed. */
export class TokenCounters {
  readonly #counters = new Map<EncodingName, Promise<MessageCounter>>();

  /** @param ranksFolder where the build left the ranks */
  constructor(private readonly ranksFolder: string) {}

  /** Exact where the ranks can be read; otherwise a counter that estimates and says so. */
  counterFor(model: string): Promise<MessageCounter> {
    const encoding = encodingForModel(model);
    const known = this.#counters.get(encoding);
    if (known !== undefined) return known;
    const counter = this.#read(encoding).then((tokens) => new CachingCounter(tokens));
    this.#counters.set(encoding, counter);
    return counter;
  }

  async #read(encoding: EncodingName): Promise<TokenCounter> {
    try {
      return createExactCounter(await readBakedRanks(bakedRanksPath(this.ranksFolder, encoding)));
    } catch {
      // A session without exact counts is worth more than none; every number then says that it is estimated.
      return createEstimatingCounter(ORDINARY_RATIOS);
    }
  }
}
