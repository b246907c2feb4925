import { prunedNotice, withPointers } from '../notices';
import type { MessageCounter } from '../messageCounter';
import { survives } from './facts';
import { factsText } from './factsText';
import { liveStateText } from './liveState';
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

/**
 * What stands in the context for the summarized messages: where the originals are, the summary, the state that is true
 * now, and the facts the summary left out, verbatim, within the room the plan has.
 *
 * @param summary empty for the bare notice
 * @param hasState whether the summary tells of todos and files as they are now, as an outline does
 */
export function composeSummary(
  plan: SummaryPlan,
  summary: string,
  pointer: string | null,
  counter: MessageCounter,
  hasState: boolean,
): SummaryText {
  const countText = (text: string): number => counter.countText(text);
  const opening = summary === '' ? prunedNotice(plan.indexes.length, pointer) : summaryNotice(plan, pointer);
  const parts = summary === '' ? [opening] : [opening, summary];
  let room = plan.roomTokens - counter.countTextMessage(parts.join('\n\n'));
  const live =
    room <= 0 || hasState
      ? ''
      : liveStateText(
          plan.live,
          Math.min(room, Math.floor(plan.budgetTokens * LIVE_STATE_SHARE)),
          countText,
          plan.language,
        );
  if (live !== '') parts.push(live);
  room = plan.roomTokens - counter.countTextMessage(parts.join('\n\n'));
  const said = parts.join('\n\n');
  const missing = plan.facts.filter((fact) => !survives(fact, said));
  const rooms = { listTokens: Math.min(plan.factsTokens, room - 2), mostTokens: room - 2 };
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

function summaryNotice({ indexes }: SummaryPlan, pointer: string | null): string {
  return withPointers(`[summary of ${indexes.length} earlier messages]`, pointer === null ? [] : [pointer]);
}
