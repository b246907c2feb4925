import type { Decision, Fate } from '../../engine/decision';
import type { Message } from '../../engine/message';
import { toolCallsOf } from '../../engine/message';
import type { RowFilter } from '../../protocol/inspectorRows';
import type { Strategy } from '../../protocol/terms';
import { searchedTexts } from './messageText';

/** What a filter lets through. */
export interface RowMatcher {
  /** Whether a decision can change what passes. */
  readonly dependsOnFates: boolean;
  /** Whether originals are searched, which costs their length. */
  readonly searchesText: boolean;
  /**
   * @param toolName the tool of a result, where the message itself does not say
   * @param differs whether its fate is another one on the other track
   */
  matchesMessage(message: Message, fate: () => Fate, toolName: () => string | null, differs: () => boolean): boolean;
  showsDecision(decision: Decision): boolean;
}

const FATE_OF_STRATEGY: Readonly<Record<Strategy, Fate>> = {
  truncate: 'truncated',
  compact: 'compacted',
  prune: 'pruned',
  summarizeFull: 'summarized',
  summarizePartial: 'summarized',
};

/** A message passes when it satisfies each part of the filter that is set; calls and results pass for their tool. */
export function createRowMatcher(filter: RowFilter): RowMatcher {
  const fates = new Set(filter.fates);
  const roles = new Set(filter.roles);
  const tools = new Set(filter.tools);
  // Case is folded by the expression: lower-casing copies of whole originals would double the memory of a search.
  const text = filter.text === '' ? null : new RegExp(filter.text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
  const onlyDiffering = filter.differs === true;
  const aboutMessages = roles.size > 0 || tools.size > 0 || text !== null || onlyDiffering;
  return {
    dependsOnFates: fates.size > 0 || onlyDiffering,
    searchesText: text !== null,
    matchesMessage: (message, fate, toolName, differs) =>
      (!onlyDiffering || differs()) &&
      (roles.size === 0 || roles.has(message.role)) &&
      (fates.size === 0 || fates.has(fate())) &&
      (tools.size === 0 || usesTool(message, tools, toolName)) &&
      (text === null || searchedTexts(message).some((part) => text.test(part))),
    // A decision has no role, tool or text, but it has the fate it gives.
    showsDecision: (decision) => !aboutMessages && (fates.size === 0 || fates.has(FATE_OF_STRATEGY[decision.strategy])),
  };
}

function usesTool(message: Message, tools: ReadonlySet<string>, toolName: () => string | null): boolean {
  if (message.role === 'tool') return tools.has(toolName() ?? '');
  return toolCallsOf(message).some((call) => tools.has(call.name));
}
