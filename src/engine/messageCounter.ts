import type { CountMethod } from './decision';
import { contentOf, MESSAGE_OVERHEAD_TOKENS } from './countedContent';
import type { Message } from './message';
import { type ByKind, contentMix } from './tokens/contentMix';
import type { TokenCounter } from './tokens/counter';
import type { ImageRule } from './tokens/imageTokens';
import { RecentTexts } from './tokens/recentTexts';
import { addShares, NO_TOKENS, scaleShares } from './tokens/shares';

/** Counts messages as they are sent. The one counter for triggers, cuts and display. */
export class MessageCounter {
  /** Summaries and notices; the texts of messages come once. */
  private readonly texts: RecentTexts;

  /** `imageRule` names the provider family whose way of charging for images holds. */
  constructor(
    private readonly counter: TokenCounter,
    private readonly imageRule: ImageRule = 'openai',
  ) {
    this.texts = new RecentTexts(counter);
  }

  get method(): CountMethod {
    return this.counter.method;
  }

  /** Tokens of a message in a request, its overhead included; 0 for one that is never sent. */
  countMessage(message: Message): number {
    const { texts, otherTokens } = contentOf(message, this.imageRule);
    let tokens = otherTokens;
    for (const text of texts) tokens += this.counter.countText(text);
    return tokens;
  }

  /**
   * Tokens of the texts of a message by kind of content, for learning from what a provider reports: without images and
   * overhead, and not rounded.
   */
  sharesOfMessage(message: Message): ByKind {
    let shares = NO_TOKENS;
    for (const text of contentOf(message, this.imageRule).texts) shares = addShares(shares, this.sharesOfText(text));
    return shares;
  }

  /** Tokens of a text, such as the tool definitions, by kind of content. */
  sharesOfText(text: string): ByKind {
    return scaleShares(contentMix(text), this.counter.countText(text));
  }

  /** Tokens of a message that is nothing but this text. */
  countTextMessage(text: string): number {
    return MESSAGE_OVERHEAD_TOKENS + this.texts.countText(text);
  }

  /**
   * As `countTextMessage`, for a text whose first `characters` make a message of `tokens` by themselves: they are not
   * counted again where that gives the same number.
   */
  countContinuedMessage(text: string, { characters, tokens }: { characters: number; tokens: number }): number {
    const isSeam = this.counter.isSeam?.(text, characters) === true;
    return isSeam ? tokens + this.counter.countText(text.slice(characters)) : this.countTextMessage(text);
  }

  /** Tokens of a text alone. */
  countText(text: string): number {
    return this.texts.countText(text);
  }

  /** Largest offset, in characters, up to which the text takes at most `tokens`. Never inside a surrogate pair. */
  prefixWithin(text: string, tokens: number): number {
    return tokens <= 0 ? 0 : this.counter.prefixWithin(text, tokens);
  }

  /** Smallest offset, in characters, from which the text takes at most `tokens`. Never inside a surrogate pair. */
  suffixWithin(text: string, tokens: number): number {
    return tokens <= 0 ? text.length : this.counter.suffixWithin(text, tokens);
  }
}
