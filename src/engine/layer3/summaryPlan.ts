import type { Trigger } from '../decision';
import { prunableSteps } from '../layer2/protectedSteps';
import type { ContextLedger } from '../ledger';
import type { Message } from '../message';
import type { Step } from '../stepIndex';
import type { StrategyContext } from '../strategy';
import { conversationPiece } from './conversationText';
import type { ConversationPiece } from './conversationText';
import type { Fact } from './facts';
import type { Language } from './language';
import type { LiveState } from './liveState';
import { factsBudget, factsOutOfSight, languageOfLedger, liveStateOfLedger } from './removedFacts';

/** Why and how far something is to be summarized. */
export interface SummaryWish {
  readonly trigger: Trigger;
  /** Tokens of the whole input to come down to. */
  readonly targetTokens: number;
  /** Tokens the whole input may have afterwards; at least what the target says. */
  readonly ceilingTokens: number;
  /** Messages at the end that stay; null: nothing more goes, the summary is of what is out already. */
  readonly keepLast: number | null;
}

export interface IndexedMessage {
  readonly message: Message;
  readonly index: number;
}

/** Everything a summary needs, drawn at one moment; writing it may take its time. */
export interface SummaryPlan {
  readonly wish: SummaryWish;
  /** Every message the summary stands for, ascending: what is out already, and what it takes out. */
  readonly indexes: readonly number[];
  /** The steps it takes out, as they were: a result that came since makes the plan stale. */
  readonly steps: readonly { readonly anchor: number; readonly results: number }[];
  /** The summary that stands now and is carried over. */
  readonly earlierSummary: string | null;
  /** What the earlier summary does not cover. */
  readonly fresh: readonly IndexedMessage[];
  readonly pieces: readonly ConversationPiece[];
  /** Tokens of the originals it stands for. */
  readonly replacedTokens: number;
  readonly facts: readonly Fact[];
  readonly live: LiveState;
  readonly language: Language;
  /** Tokens of the text that is to take the place, and of the facts in it. */
  readonly budgetTokens: number;
  readonly factsTokens: number;
  /** Most tokens there is room for: a summary that came out longer than asked for is still worth having. */
  readonly roomTokens: number;
}

/** A summary may take this share of the window beside its facts, and never more than this many tokens. */
const SUMMARY_SHARE = 0.12;
const LARGEST_SUMMARY_TOKENS = 8_000;

/** Less room than this makes no summary, and less text than this needs none; tokens. */
const SMALLEST_SUMMARY_TOKENS = 120;
const SMALLEST_TEXT_TOKENS = 400;

/** The plan of a summary, or null where there is nothing to summarize or no room for one. */
export function planSummary(context: StrategyContext, wish: SummaryWish): SummaryPlan | null {
  const { ledger, limits } = context;
  const factsTokens = factsBudget(context);
  const wanted = Math.min(LARGEST_SUMMARY_TOKENS, Math.floor(SUMMARY_SHARE * limits.window)) + factsTokens;
  const steps = chooseSteps(ledger, wish, wanted);
  const taken = steps.flatMap((step) => [step.anchor, ...step.results]);
  const indexes = [...ledger.removedIndexes(), ...taken].sort((a, b) => a - b);
  const standing = ledger.notice?.tokens ?? 0;
  const rest = ledger.totalTokens - standing - steps.reduce((sum, step) => sum + ledger.stepTokens(step), 0);
  const roomTokens = wish.ceilingTokens - rest;
  const budgetTokens = Math.min(wanted, roomTokens);
  const replacedTokens = indexes.reduce((sum, index) => sum + ledger.state(index).tokensOriginal, 0);
  if (budgetTokens < SMALLEST_SUMMARY_TOKENS || replacedTokens < SMALLEST_TEXT_TOKENS) return null;
  const earlierSummary = ledger.notice?.summary ?? null;
  const fresh = indexes.filter((index) => ledger.state(index).fate !== 'summarized').map((index) => at(ledger, index));
  if (fresh.length === 0) return null;
  const live = liveStateOfLedger(ledger);
  return {
    wish,
    indexes,
    steps: steps.map(({ anchor, results }) => ({ anchor, results: results.length })),
    earlierSummary,
    fresh,
    pieces: fresh.map(({ message, index }) => conversationPiece(message, index)),
    replacedTokens,
    facts: factsOutOfSight(ledger, taken, live),
    live,
    language: languageOfLedger(ledger),
    budgetTokens,
    factsTokens,
    roomTokens,
  };
}

/** Whether the messages are still what the plan was drawn from. Messages that came since do not matter. */
export function isStale(plan: SummaryPlan, ledger: ContextLedger): boolean {
  if ((ledger.notice?.summary ?? null) !== plan.earlierSummary) return true;
  const hasGrown = plan.steps.some(({ anchor, results }) => ledger.steps.stepOf(anchor)?.results.length !== results);
  return hasGrown || plan.indexes.some((index) => ledger.state(index).pinned || ledger.state(index).restored);
}

/** The oldest steps that have to go for the input, a summary of `summaryTokens` included, to come down to the target. */
function chooseSteps(
  ledger: ContextLedger,
  { keepLast, targetTokens, trigger }: SummaryWish,
  summaryTokens: number,
): Step[] {
  if (keepLast === null) return [];
  let total = ledger.totalTokens - (ledger.notice?.tokens ?? 0) + summaryTokens;
  const chosen: Step[] = [];
  for (const step of prunableSteps(ledger, keepLast, trigger.reason === 'proactive')) {
    if (total <= targetTokens) break;
    chosen.push(step);
    total -= ledger.stepTokens(step);
  }
  return chosen;
}

function at(ledger: ContextLedger, index: number): IndexedMessage {
  return { message: ledger.message(index), index };
}
