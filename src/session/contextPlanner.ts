import type { ArchiveEntry } from '../engine/archive';
import type { BatchKind } from '../engine/cascade';
import type { Decision } from '../engine/decision';
import type { JournalEntry } from '../engine/journal';
import type { Summarizer } from '../engine/layer3/summarizer';
import type { EngineSettings } from '../engine/settings';

/**
 * Who counts tokens and decides what the context gives up. The session only asks; the answer is computed off the
 * thread that serves the editor. It follows the session through the journal entries it is given.
 */
export interface ContextPlanner {
  /** Journal entries in order, after they were written. Decisions of its own plans are not applied twice. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  configure(params: { readonly settings: EngineSettings }): Promise<void>;
  /** The tool definitions sent with each call; they take room in the window. */
  setToolSchemas(params: { readonly json: string }): Promise<void>;
  plan(params: PlanRequest): Promise<ContextPlan>;
  /**
   * Writes a summary aside, which the next plan swaps in: what the newest plan asked for, or what the user's command takes.
   * Resolves true when it is ready, false where there is nothing to summarize, another one is being written, or it was
   * stopped.
   *
   * @param summarizer null where no model can be asked: an outline is made without one
   * @param signal ends the requests to the model
   */
  summarize(
    reason: 'planned' | 'command',
    summarizer: Summarizer | null,
    signal: AbortSignal,
    onProgress: (progress: { readonly done: number; readonly total: number }) => void,
  ): Promise<boolean>;
  /**
   * What another session needs to go on from this one; nothing is taken out here. Null when another summary is being
   * written, or it was stopped. `summarizer` and `signal` as for `summarize`.
   */
  carryOver(
    summarizer: Summarizer | null,
    signal: AbortSignal,
    onProgress: (progress: { readonly done: number; readonly total: number }) => void,
  ): Promise<CarryOver | null>;
  /** `skip`: goes on without the model. `stop`: gives the summary up. */
  endSummary(params: { readonly how: 'skip' | 'stop' }): Promise<void>;
}

export type PlanRequest =
  | { readonly kind: 'beforeCall' }
  /** The provider refused; `attempt` from 1. Its own figures, where it gave them, in tokens. */
  | {
      readonly kind: 'overflow';
      readonly attempt: number;
      readonly windowTokens: number | null;
      readonly inputTokens: number | null;
      /** Layer 3 can be asked for before what habit protects gives way. */
      readonly canSummarize: boolean;
    }
  /** `skip`: batches the user does not want. */
  | { readonly kind: 'command'; readonly skip?: readonly BatchKind[] }
  /** Only a summary that is ready. */
  | { readonly kind: 'swap' };

/** What is worth having of a session where another one goes on. */
export interface CarryOver {
  /** Of all that may be summarized; null where that is too little. */
  readonly summary: string | null;
  /** Messages it does not stand for, by index; without the system's and the pinned ones. */
  readonly verbatim: readonly number[];
  readonly openTodos: readonly string[];
  /** Archive file with what was not in the archive yet; null where everything is out already. */
  readonly pointer: string | null;
  readonly originals: readonly ArchiveEntry[];
}

export interface ContextPlan {
  readonly decisions: readonly Decision[];
  /** Originals to be written before the decisions are journaled. */
  readonly originals: readonly ArchiveEntry[];
  /** Tokens of the input once the decisions hold. */
  readonly inputTokens: number;
  /** Set when no plan fits: what is too large, in words. */
  readonly tooLarge: string | null;
  /** A summary is wanted: `aside` while the work goes on, `first` before the call is tried again. */
  readonly summary: 'aside' | 'first' | null;
}
