import type { MessageCounter } from '../messageCounter';
import { survives } from './facts';
import { factsText } from './factsText';
import { liveStateText } from './liveState';
import { mostBinding } from './removedFacts';
import type { SummaryPlan } from './summaryPlan';

/** Share of a summary's budget that the state of todos and files may take beside it. */
const LIVE_STATE_SHARE = 0.15;

export interface SummaryText {
  readonly text: string;
  readonly facts: {
    readonly found: number;
    readonly inSummary: number;
    readonly listed: number;
    readonly reachable: number;
  };
}

/** What the line with the number of messages and the pointer takes at most, and what joins the parts; tokens. */
const OPENING_TOKENS = 40;

/**
 * What stands in the context for the summarized messages: the summary, the state that is true now, and the facts the
 * summary left out, verbatim, within the room the plan has.
 *
 * @param summary empty for the bare notice
 * @param hasState whether the summary tells of todos and files as they are now, as an outline does
 */
export function composeSummary(
  plan: SummaryPlan,
  summary: string,
  counter: MessageCounter,
  hasState: boolean,
): SummaryText {
  const countText = (text: string): number => counter.countText(text);
  const parts = summary === '' ? [] : [summary];
  const roomBeside = (): number => plan.roomTokens - OPENING_TOKENS - countText(parts.join('\n\n'));
  const liveTokens = hasState ? 0 : Math.min(roomBeside(), Math.floor(plan.budgetTokens * LIVE_STATE_SHARE));
  const live = liveTokens <= 0 ? '' : liveStateText(plan.live, liveTokens, countText, plan.language);
  if (live !== '') parts.push(live);
  const mostTokens = Math.min(roomBeside(), mostBinding(plan.factsTokens));
  const said = parts.join('\n\n');
  const missing = plan.facts.filter((fact) => !survives(fact, said));
  const rooms = { listTokens: plan.factsTokens, mostTokens };
  const list = factsText(missing, plan.live, plan.language, rooms, countText);
  if (list.text !== '') parts.push(list.text);
  const inSummary = plan.facts.length - missing.length;
  return {
    text: parts.join('\n\n'),
    facts: {
      found: plan.facts.length,
      inSummary,
      listed: list.listed.length,
      reachable: missing.length - list.listed.length,
    },
  };
}
