/** What a decision does to the provider's prompt cache. */
export interface CacheCost {
  /** Tokens the next call reads anew. */
  readonly rereadTokens: number;
  /** Tokens each later call saves; below 0 where the input grew. */
  readonly savedTokens: number;
  /** Calls after which the reading is paid back, at the model's prices for cached input; null: never. */
  readonly paysBackAfterCalls: number | null;
  /** US dollars at list prices; null where those are not known. */
  readonly dollars: { readonly reread: number; readonly savedPerCall: number } | null;
}

/** What a compaction takes: ② results, ② arguments, ③ messages. */
export type BatchKind = 'results' | 'arguments' | 'messages';

/** What the person wants otherwise than the engine proposes. */
export interface PreviewWishes {
  readonly skip: readonly BatchKind[];
  /** Messages to pin first, by index. */
  readonly pin: readonly number[];
}

export interface PreviewMessage {
  readonly index: number;
  readonly title: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

export interface PreviewBatch {
  readonly kind: BatchKind;
  readonly title: string;
  /** Tokens of the whole input before and after this batch. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly cache: CacheCost | null;
  /** The first ones. */
  readonly messages: readonly PreviewMessage[];
  readonly messageCount: number;
}

/** What a compaction would do now. Nothing of it has been done. */
export interface CompactionPreview {
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly window: number;
  /** In the order they would be taken; those skipped are not among them. */
  readonly batches: readonly PreviewBatch[];
  /** Of all batches together; null where there are none. */
  readonly cache: CacheCost | null;
  /** The messages wished pinned, as they are now. */
  readonly pinned: readonly PreviewMessage[];
}
