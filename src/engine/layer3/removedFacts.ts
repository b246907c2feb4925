import type { ContextLedger } from '../ledger';
import type { Message } from '../message';
import { textOf } from '../message';
import type { StrategyContext } from '../strategy';
import { factsOf } from './factRanking';
import { factsListsIn } from './factsList';
import type { Fact } from './facts';
import { factsText } from './factsText';
import { languageOf } from './language';
import type { Language } from './language';
import { liveStateOf } from './liveState';
import type { LiveState } from './liveState';

/**
 * Messages, besides the user's own, whose facts are looked at: the newest that are not whole in the context. Facts of older
 * ones rank lowest, and looking at all each time would cost the square of a long session.
 */
const MOST_MESSAGES = 4_000;

/** Facts of what the model does not see whole any more, or is about to lose; ranked, most useful first. */
export function factsOutOfSight(ledger: ContextLedger, leaving: readonly number[], live: LiveState): Fact[] {
  const isLeaving = new Set(leaving);
  const newest: number[] = [];
  let others = 0;
  for (let index = ledger.length - 1; index >= 0; index--) {
    if (ledger.state(index).fate === 'kept' && !isLeaving.has(index)) continue;
    if (ledger.message(index).role !== 'user' && (others += 1) > MOST_MESSAGES) continue;
    newest.push(index);
  }
  return factsOf(
    newest.reverse().map((index) => ({ message: ledger.message(index), index })),
    live,
  );
}

export function liveStateOfLedger(ledger: ContextLedger): LiveState {
  return liveStateOf(messagesOf(ledger));
}

/** The language of what people typed. */
export function languageOfLedger(ledger: ContextLedger): Language {
  return languageOf(userTexts(ledger));
}

/** Most tokens the list of facts may take. */
export function factsBudget({ settings, limits }: StrategyContext): number {
  return Math.floor(settings.layer3.factsShare * limits.window);
}

/**
 * What stands beside the bare notice: the list of facts within `wantedTokens`; within `mostTokens` also what must not be
 * lost where habit left no room for facts.
 */
export function factsBeside(
  context: StrategyContext,
  leaving: readonly number[],
  wantedTokens: number,
  mostTokens: number,
): string {
  const { ledger } = context;
  const countText = (text: string): number => ledger.counter.countText(text);
  const standing = ledger.notice?.summary ?? '';
  const live = liveStateOfLedger(ledger);
  const facts = factsOutOfSight(ledger, leaving, live).filter(({ text }) => !standing.includes(text));
  const listed = factsListsIn(standing).reduce((sum, list) => sum + countText(list), 0);
  const listTokens = Math.min(factsBudget(context) - listed, wantedTokens);
  return factsText(facts, live, languageOfLedger(ledger), { listTokens, mostTokens }, countText).text;
}

function* messagesOf(ledger: ContextLedger): Generator<Message> {
  for (let index = 0; index < ledger.length; index++) yield ledger.message(index);
}

function* userTexts(ledger: ContextLedger): Generator<string> {
  for (const message of messagesOf(ledger)) {
    if (message.role === 'user' && message.synthetic === undefined) yield textOf(message);
  }
}
