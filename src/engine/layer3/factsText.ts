import { isBinding, standsIn } from './facts';
import type { Fact } from './facts';
import { factsList } from './factsList';
import type { FactsList } from './factsList';
import type { Language } from './languageWords';
import { liveStateText } from './liveState';
import type { LiveState } from './liveState';

export interface FactsRoom {
  /** Tokens the list of facts may take. */
  readonly listTokens: number;
  /** Tokens there are at most for what must not be lost. */
  readonly mostTokens: number;
}

/**
 * The list of facts. Standing instructions and open todos come in also where the list has no room for them: todos as they
 * are now, orders before everything else.
 */
export function factsText(
  facts: readonly Fact[],
  live: LiveState,
  language: Language,
  { listTokens, mostTokens }: FactsRoom,
  countText: (text: string) => number,
): FactsList {
  const list = factsList(facts, Math.max(0, Math.min(listTokens, mostTokens)), countText);
  if (mostTokens <= 0 || !lacksBinding(facts, list)) return list;
  const state = liveStateText({ todos: live.todos, touchedFiles: [] }, mostTokens, countText, language);
  const room = Math.max(0, mostTokens - (state === '' ? 0 : countText(state) + 1));
  const [inState, rest] = [
    facts.filter(({ text }) => standsIn(text, state)),
    facts.filter(({ text }) => !standsIn(text, state)),
  ];
  const shorter = state === '' ? list : factsList(rest, Math.min(listTokens, room), countText);
  const kept = lacksBinding(rest, shorter) ? factsList(rest.filter(isBinding), room, countText) : shorter;
  const text = [state, kept.text].filter((part) => part !== '').join('\n\n');
  return { text, listed: [...inState, ...kept.listed] };
}

function lacksBinding(facts: readonly Fact[], { listed }: FactsList): boolean {
  const there = new Set(listed);
  return facts.some((fact) => isBinding(fact) && !there.has(fact));
}
