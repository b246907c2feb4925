import type { InspectorSnapshot } from '../../../src/protocol/inspectorFacts';
import type { DecisionRow } from '../../../src/protocol/inspectorRows';
import type { Perspective } from '../../../src/protocol/perspective';
import type { SeenFacts } from '../../../src/protocol/seenFacts';

/** What a session shows at one of its calls: less the earlier the call, with a decision at every fifth. */
export function sampleSeen(
  { perspective, known }: { readonly perspective: Perspective; readonly known?: string },
  now: InspectorSnapshot,
  decision: DecisionRow,
): SeenFacts | null {
  if (perspective.kind === 'now') throw new Error('A snapshot tells what is seen from now.');
  const { call } = perspective;
  if (call >= now.callCount) throw new Error(`There is no call ${String(call + 1)}.`);
  const version = `${String(now.window)}.${String(call)}`;
  if (version === known) return null;
  const { calls, tools, problems, ...facts } = now;
  const share = (call + 1) / now.callCount;
  const part = (value: number): number => Math.round(value * share);
  const isDecided = call % 5 === 3;
  return {
    version,
    facts: { ...facts, contextTokens: part(now.contextTokens), messageCount: part(now.messageCount) },
    change: {
      firstNew: part(now.messageCount) - 2,
      newMessages: 2,
      previousTokens: call === 0 ? null : part(now.contextTokens) + (isDecided ? 29_000 : -2_000),
      cachedShare: call === 0 ? null : isDecided ? 0.31 : 1,
      decisions: isDecided ? [decision] : [],
      decisionCount: isDecided ? 1 : 0,
      changedFates: { kept: 0, truncated: 0, compacted: isDecided ? 5 : 0, pruned: 0, summarized: 0 },
    },
  };
}
