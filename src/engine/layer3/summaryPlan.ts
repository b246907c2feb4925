import type { Trigger } from '../decision';
import { prunableSteps } from '../layer2/protectedSteps';
import type { ContextLedger } from '../ledger';
import type { Step } from '../stepIndex';
import type { StrategyContext } from '../strategy';
import type { IndexedMessage } from './factRanking';
import type { Fact } from './facts';
import type { Language } from './languageWords';
import type { LiveState } from './liveState';
import { factsOutOfSight, languageOfLedger, liveStateOfLedger } from './removedFacts';

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

/** Everything a summary needs, drawn at one moment; writing it may take its time. */
export interface SummaryPlan {
  readonly wish: SummaryWish;
  /** What it takes over, ascending: messages that are out and not summarized yet, and those it takes out. */
  readonly indexes: readonly number[];
  /** Of these, the ones the user had pinned or put back before: only a word that came since makes the plan stale. */
  readonly flagged: ReadonlySet<number>;
  /** The steps it takes out, as they were: a result that came since makes the plan stale. */
  readonly steps: readonly { readonly anchor: number; readonly results: number }[];
  /** The summary that stands now and is carried over. */
  readonly earlierSummary: string | null;
  /** The same as messages. */
  readonly fresh: readonly IndexedMessage[];
  /** Tokens of these, and with the summary that is carried over. */
  readonly freshTokens: number;
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

/** The same of the target of proactive compression, so that the target can be reached. */
const SUMMARY_SHARE_OF_TARGET = 0.25;
const FACTS_SHARE_OF_TARGET = 0.1;

/** A summary that came out longer than asked for is worth having up to this many times its budget. */
const LARGEST_EXCESS = 1.5;

/** Shares of a tiny window come to nothing: there, so many tokens may be used where they are free. */
const SMALL_WINDOW_TOKENS = 1_000;

/** Less room than this makes no summary, and less text than this needs none; tokens. */
const SMALLEST_SUMMARY_TOKENS = 120;
const SMALLEST_TEXT_TOKENS = 400;

/** The plan of a summary, or null where there is nothing to summarize or no room for one. */
export function planSummary(context: StrategyContext, wish: SummaryWish): SummaryPlan | null {
  const { ledger } = context;
  const { summaryTokens, factsTokens } = sizesFor(context, wish);
  const wanted = summaryTokens + factsTokens;
  const steps = chooseSteps(ledger, wish, wanted);
  const taken = steps.flatMap((step) => [step.anchor, ...step.results]);
  const pruned = ledger.removedIndexes().filter((index) => ledger.state(index).fate === 'pruned');
  const indexes = [...pruned, ...taken].sort((a, b) => a - b);
  const rest =
    ledger.totalTokens - (ledger.notice?.tokens ?? 0) - steps.reduce((sum, step) => sum + ledger.stepTokens(step), 0);
  const most = Math.max(Math.floor(wanted * LARGEST_EXCESS), SMALL_WINDOW_TOKENS);
  const roomTokens = Math.min(wish.ceilingTokens - rest, most);
  const freshTokens = indexes.reduce((sum, index) => sum + ledger.state(index).tokensOriginal, 0);
  if (roomTokens < SMALLEST_SUMMARY_TOKENS || freshTokens < SMALLEST_TEXT_TOKENS) return null;
  const live = liveStateOfLedger(ledger);
  const fresh = indexes.map((index) => ({ message: ledger.message(index), index }));
  return {
    wish,
    indexes,
    steps: steps.map(({ anchor, results }) => ({ anchor, results: results.length })),
    flagged: new Set(indexes.filter((index) => isFlagged(ledger, index))),
    earlierSummary: ledger.notice?.summary ?? null,
    fresh,
    freshTokens,
    replacedTokens: freshTokens + (ledger.notice?.summaryTokens ?? 0),
    facts: factsOutOfSight(ledger, taken, live),
    live,
    language: languageOfLedger(ledger),
    budgetTokens: Math.min(wanted, roomTokens),
    factsTokens,
    roomTokens,
  };
}

/** What a summary and its facts may take: shares of the window, and of the target where that is the smaller measure. */
function sizesFor(
  { limits, settings }: StrategyContext,
  { trigger, targetTokens }: SummaryWish,
): {
  readonly summaryTokens: number;
  readonly factsTokens: number;
} {
  const target = trigger.reason === 'proactive' ? targetTokens : Number.POSITIVE_INFINITY;
  const factsShare = settings.layer3.factsShare;
  return {
    summaryTokens: Math.floor(
      Math.min(LARGEST_SUMMARY_TOKENS, SUMMARY_SHARE * limits.window, SUMMARY_SHARE_OF_TARGET * target),
    ),
    factsTokens: Math.floor(Math.min(factsShare * limits.window, FACTS_SHARE_OF_TARGET * target)),
  };
}

/** Whether the messages are still what the plan was drawn from. Messages that came since do not matter. */
export function isStale(plan: SummaryPlan, ledger: ContextLedger): boolean {
  if ((ledger.notice?.summary ?? null) !== plan.earlierSummary) return true;
  const hasGrown = plan.steps.some(({ anchor, results }) => ledger.steps.stepOf(anchor)?.results.length !== results);
  return hasGrown || plan.indexes.some((index) => isFlagged(ledger, index) && !plan.flagged.has(index));
}

/** The user pinned the message or put it back. */
function isFlagged(ledger: ContextLedger, index: number): boolean {
  const { pinned, restored } = ledger.state(index);
  return pinned || restored;
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
