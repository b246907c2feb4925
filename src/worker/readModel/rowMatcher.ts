import type { Decision, Fate, Layer } from '../../engine/decision';
import type { Message } from '../../engine/message';
import { toolCallsOf } from '../../engine/message';
import type { RowFilter } from '../../protocol/inspectorRows';
import type { Strategy } from '../../protocol/terms';
import { searchedTexts } from './messageText';
import { searchPattern } from './searchPattern';

/** What a filter asks of a message beside the message itself. */
export interface MessageAspects {
  fate(): Fate;
  /** The tool of a result, where the message itself does not say. */
  toolName(): string | null;
  /** Whether its fate is another one on the other track. */
  differs(): boolean;
  /** Whether what-if would make another one of it. */
  wouldChange(): boolean;
  /** Layers of the decisions that hold for it. */
  layers(): readonly Layer[];
  /** Whether the record it was read from had a problem. */
  hasProblem(): boolean;
}

/** What a filter lets through. */
export interface RowMatcher {
  /** Whether a decision can change what passes. */
  readonly dependsOnFates: boolean;
  /** Whether the problems of the file can. */
  readonly dependsOnProblems: boolean;
  /** Whether originals are searched, which costs their length. */
  readonly searchesText: boolean;
  matchesMessage(message: Message, aspects: MessageAspects): boolean;
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
  const layers = new Set(filter.layers);
  const text = searchPattern(filter.text, '');
  const onlyDiffering = filter.differs === true;
  const onlyProblems = filter.problems === true;
  const onlyChanges = filter.changes === true;
  const isPart = onlyDiffering || onlyProblems || onlyChanges;
  const aboutMessages = roles.size > 0 || tools.size > 0 || text !== null || isPart;
  return {
    dependsOnFates: fates.size > 0 || layers.size > 0 || onlyDiffering || onlyChanges,
    dependsOnProblems: onlyProblems,
    searchesText: text !== null,
    matchesMessage: (message, aspects) =>
      (!onlyDiffering || aspects.differs()) &&
      (!onlyChanges || aspects.wouldChange()) &&
      (!onlyProblems || message.isError === true || aspects.hasProblem()) &&
      (roles.size === 0 || roles.has(message.role)) &&
      (fates.size === 0 || fates.has(aspects.fate())) &&
      (layers.size === 0 || aspects.layers().some((layer) => layers.has(layer))) &&
      (tools.size === 0 || usesTool(message, tools, aspects)) &&
      (text === null || searchedTexts(message).some((part) => text.test(part))),
    // A decision has no role, tool or text, but it has a layer and the fate it gives.
    showsDecision: ({ strategy, layer }) =>
      !aboutMessages &&
      (fates.size === 0 || fates.has(FATE_OF_STRATEGY[strategy])) &&
      (layers.size === 0 || layers.has(layer)),
  };
}

function usesTool(message: Message, tools: ReadonlySet<string>, aspects: MessageAspects): boolean {
  if (message.role === 'tool') return tools.has(aspects.toolName() ?? '');
  return toolCallsOf(message).some((call) => tools.has(call.name));
}
