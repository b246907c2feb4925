import type { InspectorSnapshot, SeriesChange } from '../../src/protocol/inspectorFacts';

/** The snapshot with what its series have more. */
export function withSeries(snapshot: InspectorSnapshot, change: SeriesChange): InspectorSnapshot {
  const { keptCalls, calls, keepsTools, tools, problems } = change;
  const sameTools = keepsTools && tools.length === 0;
  const allTools = keepsTools ? [...snapshot.tools, ...tools] : [...tools];
  return {
    ...snapshot,
    calls: [...snapshot.calls.slice(0, keptCalls), ...calls],
    tools: sameTools ? snapshot.tools : allTools.sort((a, b) => a.localeCompare(b)),
    problems: problems ?? snapshot.problems,
  };
}
