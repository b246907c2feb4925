import type { Usage } from '../message';

/** One request for a summary: the engine writes the words, whoever implements `Summarizer` only sends them. */
export interface SummaryRequest {
  /** What the model is told to do. */
  readonly instructions: string;
  /** What it is to summarize. */
  readonly text: string;
  /** Longest answer worth having, tokens. */
  readonly maxOutputTokens: number;
}

/** What came back, as it came; the guard judges it. */
export interface SummaryReply {
  readonly text: string;
  /** Reasoning beside the text. */
  readonly thinking: string;
  readonly finish: 'stop' | 'length' | 'refusal' | 'tool-calls';
  readonly usage?: Usage;
}

/** Why a request for a summary gave no reply. */
export type SummarizerFailureReason =
  'overflow' | 'timeout' | 'server' | 'network' | 'authentication' | 'rateLimit' | 'refusal';

/** A summarizer that could not answer. Its words are for logs and the decision's record, never for the context. */
export class SummarizerFailure extends Error {
  override readonly name = 'SummarizerFailure';

  /** What the provider said, for the person at the screen; empty where it said nothing. */
  readonly detail: string;

  constructor(
    readonly reason: SummarizerFailureReason,
    message: string,
    { detail = '', ...options }: ErrorOptions & { readonly detail?: string } = {},
  ) {
    super(message, options);
    this.detail = detail;
  }
}

/** A model that can be asked for summaries. */
export interface Summarizer {
  /** Its name, for the decision's record. */
  readonly model: string;
  /** Its own context window, tokens; no request is larger. */
  readonly windowTokens: number;
  /** Throws `SummarizerFailure`; once the signal is aborted it throws the signal's reason. */
  summarize(request: SummaryRequest, signal: AbortSignal): Promise<SummaryReply>;
}
