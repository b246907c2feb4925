import type { CompressionStage } from '../engine/settings';

/** What proactive compression can be told, by the names of Strata's settings; JSON may spell them in snake_case too. */
export interface CompressionOptions {
  readonly enabled: boolean;
  /** Tokens of the whole input; the one stage where `stages` is empty. */
  readonly thresholdTokens: number;
  readonly targetTokens: number;
  /** Empty: the session's model. */
  readonly summarizerModel: string;
  readonly preserveRecentMessages: number;
  /** Tokens per character; 0: the session's counter instead of an estimate. */
  readonly tokensPerChar: number;
  /** Empty: Strata's own prompt. */
  readonly customPrompt: string;
  readonly stages: readonly CompressionStage[];
}

/** The options that one level names; the levels below decide the others. */
export type CompressionPatch = Partial<CompressionOptions>;

/** A patch that holds for some providers only; without `providers` for all. */
export interface CompressionRule {
  readonly providers?: readonly string[];
  readonly compression?: CompressionPatch;
}

export type CompressionScenarios = Partial<Readonly<Record<'longContext' | 'default', CompressionRule>>>;

export interface CompressionProfile extends CompressionRule {
  readonly scenarios?: CompressionScenarios;
}

export type CompressionProfiles = Readonly<Record<string, CompressionProfile>>;

/** The whole of GoZen's JSON on compression. */
export interface CompressionConfig {
  readonly compression?: CompressionPatch;
  readonly profiles?: CompressionProfiles;
}

/**
 * GoZen's defaults. Two of them are offered rather than taken: its summarizer is a model that few servers have, and its
 * estimate gives way to the session's counter, which the rest of Strata acts on.
 */
export const referenceDefaults = {
  enabled: false,
  thresholdTokens: 50_000,
  targetTokens: 20_000,
  summarizerModel: 'claude-3-haiku-20240307',
  preserveRecentMessages: 5,
  tokensPerChar: 0.25,
} as const satisfies CompressionPatch;

/** Above this, an estimate per character is a slip of the pen: no tokenizer needs as many. */
export const LARGEST_TOKENS_PER_CHAR = 10;
