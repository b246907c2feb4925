import { PriceBook } from '../models/priceBook';
import type { ModelOverrides } from '../models/profileOverrides';
import type { Transcript } from '../transcripts/transcript';
import { reportedUsage } from './readModel/callUsage';
import { UsageLog } from './readModel/usage';

/**
 * What the calls of another agent's session took, as its file reports it: the same on both tracks, as nothing is sent anew.
 */
export class TranscriptUsage {
  readonly log = new UsageLog();
  readonly #prices: PriceBook;
  #length = 0;

  constructor(overrides: ModelOverrides) {
    this.#prices = new PriceBook(overrides);
  }

  /** Takes in the messages behind those taken in before. */
  take({ messages, model: main = '' }: Transcript): void {
    for (const [offset, { usage, model = main }] of messages.slice(this.#length).entries()) {
      if (usage === undefined) continue;
      const prices = this.#prices.pricesOf('', model);
      this.log.takeReply(this.#length + offset, reportedUsage(usage, { model, prices }), true);
    }
    this.#length = Math.max(this.#length, messages.length);
  }
}
