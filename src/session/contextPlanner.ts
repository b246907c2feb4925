import type { ArchiveEntry } from '../engine/archive';
import type { Decision } from '../engine/decision';
import type { JournalEntry } from '../engine/journal';
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
}

export type PlanRequest =
  | { readonly kind: 'beforeCall' }
  /** The provider refused; `attempt` from 1. Its own figures, where it gave them, in tokens. */
  | {
      readonly kind: 'overflow';
      readonly attempt: number;
      readonly windowTokens: number | null;
      readonly inputTokens: number | null;
    }
  | { readonly kind: 'command' };

export interface ContextPlan {
  readonly decisions: readonly Decision[];
  /** Originals to be written before the decisions are journaled. */
  readonly originals: readonly ArchiveEntry[];
  /** Tokens of the input once the decisions hold. */
  readonly inputTokens: number;
  /** Set when no plan fits: what is too large, in words. */
  readonly tooLarge: string | null;
}
