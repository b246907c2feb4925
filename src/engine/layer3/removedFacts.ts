import type { ContextLedger } from '../ledger';
import type { Message } from '../message';
import { typedTextOf } from '../message';
import type { StrategyContext } from '../strategy';
import { factsOf } from './factRanking';
import { factsListsIn } from './factsList';
import type { Fact } from './facts';
import { factsText } from './factsText';
import { languageOf } from './language';
import type { Language } from './languageWords';
import { LiveStateFold, liveStateOf } from './liveState';
import type { LiveState } from './liveState';
import { PickedText } from './pickedText';

/**
 * Messages of the user, and as many others, whose facts are looked at: the newest that are not whole in the context. Facts
 * of older ones rank lowest, and looking at all each time would cost the square of a long session.
 */
const MOST_MESSAGES = 1_000;

/** The newest messages that tell what is true now: todos older than that have been listed again or are forgotten. */
const MOST_LIVE_MESSAGES = 10_000;

/** Messages of the user that the language is told by. */
const LANGUAGE_MESSAGES = 20;

/** Standing instructions and open todos may take so many times the budget of the list, and in any window so many tokens. */
const BINDING_EXCESS = 3;
const BINDING_TOKENS = 1_000;

/** Most tokens that standing instructions and open todos may take together with the list. */
export function mostBinding(listTokens: number): number {
  return Math.max(BINDING_EXCESS * listTokens, BINDING_TOKENS);
}

/** Facts of what the model does not see whole any more, or is about to lose; ranked, most useful first. */
export function factsOutOfSight(ledger: ContextLedger, leaving: readonly number[], live: LiveState): Fact[] {
  const isLeaving = new Set(leaving);
  const newest: number[] = [];
  const left = { user: MOST_MESSAGES, other: MOST_MESSAGES };
  for (let index = ledger.length - 1; index >= 0; index--) {
    if (ledger.state(index).fate === 'kept' && !isLeaving.has(index)) continue;
    const kind = ledger.message(index).role === 'user' ? 'user' : 'other';
    if (left.user + left.other === 0) break;
    if (left[kind] === 0) continue;
    left[kind] -= 1;
    newest.push(index);
  }
  return factsOf(
    newest.reverse().map((index) => ({ message: ledger.message(index), index })),
    live,
  );
}

/** What the calls of a history told up to a length: a history only grows, so it is not gone through again. */
interface KnownState {
  readonly fold: LiveStateFold;
  length: number;
}

const knownStates = new WeakMap<ContextLedger, KnownState>();

export function liveStateOfLedger(ledger: ContextLedger): LiveState {
  // Of a longer history the oldest messages no longer count, and a fold cannot forget.
  const from = ledger.length - MOST_LIVE_MESSAGES;
  if (from > 0) return liveStateOf(messagesOf(ledger, from));
  const known = knownStates.get(ledger) ?? { fold: new LiveStateFold(), length: 0 };
  knownStates.set(ledger, known);
  for (; known.length < ledger.length; known.length++) known.fold.take(ledger.message(known.length));
  return known.fold.state;
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
  const standingText = new PickedText();
  standingText.add(standing);
  const live = liveStateOfLedger(ledger);
  const facts = factsOutOfSight(ledger, leaving, live).filter(({ text }) => !standingText.holds(text));
  const listed = factsListsIn(standing).reduce((sum, list) => sum + countText(list), 0);
  const listTokens = Math.min(factsBudget(context) - listed, wantedTokens);
  const most = Math.min(mostTokens, mostBinding(factsBudget(context)));
  return factsText(facts, live, languageOfLedger(ledger), { listTokens, mostTokens: most }, countText).text;
}

function* messagesOf(ledger: ContextLedger, from: number): Generator<Message> {
  for (let index = from; index < ledger.length; index++) yield ledger.message(index);
}

/** The first request and the newest: enough to tell a language by. */
function userTexts(ledger: ContextLedger): string[] {
  const texts: string[] = [];
  for (let index = ledger.length - 1; index >= 0 && texts.length < LANGUAGE_MESSAGES; index--) {
    const message = ledger.message(index);
    if (message.role === 'user' && message.synthetic === undefined) texts.push(typedTextOf(message));
  }
  if (ledger.firstUserIndex >= 0) texts.push(typedTextOf(ledger.message(ledger.firstUserIndex)));
  return texts.reverse();
}
