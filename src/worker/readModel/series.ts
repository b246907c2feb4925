import type { InspectorSnapshot, ProblemRow, SeriesChange } from '../../protocol/inspectorFacts';
import type { CallSeries } from './callSeries';

/** Tool names offered in the filter. */
const SHOWN_TOOLS = 200;

/** What of a session comes in series, each of which only grows. */
export interface Series {
  readonly calls: CallSeries;
  readonly toolNames: ReadonlySet<string>;
  readonly problems: readonly ProblemRow[];
}

/** The series as a snapshot carries them. */
export function shownSeries({
  calls,
  toolNames,
  problems,
}: Series): Pick<InspectorSnapshot, 'calls' | 'tools' | 'problems'> {
  return {
    calls: calls.points,
    tools: [...toolNames].slice(0, SHOWN_TOOLS).sort((a, b) => a.localeCompare(b)),
    problems,
  };
}

/** Changes whenever one of the series does, and says how long they were. */
export function seriesVersion({ calls, toolNames, problems }: Series): string {
  return [calls.id, calls.count, toolNames.size, countProblems(problems)].join('.');
}

/** What the series have more than when `known` was their version; all of them where that is a version of others. */
export function seriesChange(series: Series, known: string): SeriesChange {
  const { calls, toolNames, problems } = series;
  const [id, callCount = 0, toolCount = 0, problemCount = 0] = known.split('.').map(Number);
  const isOfThese = id === calls.id;
  const keptCalls = isOfThese ? calls.unchangedSince(callCount) : 0;
  return {
    seriesVersion: seriesVersion(series),
    keptCalls,
    calls: calls.points.slice(keptCalls),
    keepsTools: isOfThese,
    tools: [...toolNames].slice(isOfThese ? toolCount : 0, SHOWN_TOOLS),
    problems: isOfThese && problemCount === countProblems(problems) ? null : problems,
  };
}

/** With those that are told as a number; readers list no more than a thousand. */
function countProblems(problems: readonly ProblemRow[]): number {
  return problems.reduce((sum, { more }) => sum + (more ?? 1), 0);
}
