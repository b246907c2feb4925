import type { Message } from '../engine/message';
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
  /** Those taken in. */
  #messages: readonly Message[] = [];
  #main = '';

  constructor(overrides: ModelOverrides) {
    this.#prices = new PriceBook(overrides);
  }

  /** Takes in the messages that are not those taken in before: a reply that grew is counted as it is now. */
  take({ messages, model: main = '' }: Transcript): void {
    const first = this.log.forgetReplies(this.#firstChanged(messages, main));
    for (let index = first; index < messages.length; index++) {
      const { usage, model = main } = messages[index] ?? {};
      if (usage === undefined) continue;
      const prices = this.#prices.pricesOf('', model);
      this.log.takeReply(index, reportedUsage(usage, { model, prices }), true);
    }
    this.#messages = messages;
    this.#main = main;
  }

  #firstChanged(messages: readonly Message[], main: string): number {
    const known = this.#messages;
    // Replies that name no model are taken for those of the session's.
    if (main !== this.#main) return 0;
    let index = 0;
    while (index < known.length && known[index] === messages[index]) index += 1;
    return index;
  }
}
