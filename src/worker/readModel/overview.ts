import type { ContextLimits, EngineSettings } from '../../engine/settings';
import type { Composition, InspectorSnapshot, ProblemRow } from '../../protocol/inspector';
import type { CallSeries } from './callSeries';
import { floorText } from './floor';
import type { RowSource } from './rowIndex';
import { thresholds } from './thresholds';

/** What a session says of itself. */
export interface SessionFacts {
  readonly title: string;
  /** Null for a file. */
  readonly sessionId: string | null;
  readonly kind: InspectorSnapshot['kind'];
  readonly track: InspectorSnapshot['track'];
  readonly format: string;
  readonly model: string;
  readonly limits: ContextLimits;
  readonly settings: EngineSettings;
  readonly counted: InspectorSnapshot['counted'];
  /** See `InspectorFacts`. */
  readonly errorBand: number | null;
  /** Tokens of the tool definitions. */
  readonly toolTokens: number;
  readonly problems: readonly ProblemRow[];
  readonly tooLarge: string | null;
}

/** Problems a snapshot carries; a file may have one a line. */
const SHOWN_PROBLEMS = 200;

/** Tool names offered in the filter. */
const SHOWN_TOOLS = 200;

/** How full, what was lost, why: in the time of what is shown, however long the session is. */
export function overview(
  session: SessionFacts,
  source: RowSource,
  calls: CallSeries,
): Omit<InspectorSnapshot, 'revision'> {
  const { ledger, facts, log } = source;
  const { limits, settings, toolTokens } = session;
  return {
    title: session.title,
    sessionId: session.sessionId,
    kind: session.kind,
    track: session.track,
    format: session.format,
    model: session.model,
    window: limits.window,
    reserve: limits.reserve,
    contextTokens: ledger.totalTokens,
    originalTokens: ledger.originalTokens,
    counted: session.counted,
    errorBand: session.errorBand,
    composition: composition(source, toolTokens),
    thresholds: thresholds(settings, limits),
    messageCount: ledger.length,
    turnCount: facts.turnCount,
    fates: { ...ledger.fates },
    decisionCount: log.activeCount,
    savedTokens: Math.max(0, ledger.originalTokens - ledger.totalTokens),
    callCount: calls.count,
    seriesVersion: [calls.id, calls.count, facts.toolNames.size, session.problems.length].join('.'),
    calls: calls.points,
    tools: [...facts.toolNames].slice(0, SHOWN_TOOLS).sort((a, b) => a.localeCompare(b)),
    problems: shownProblems(session.problems),
    tooLarge: session.tooLarge,
    // What cannot even be sent is worse news than what cannot be brought down to a target.
    floor: session.tooLarge === null ? floorText(source.kept, settings, limits) : null,
    cachedPrefix: calls.cachedPrefix,
  };
}

/** Sums to the whole input. What repairs a broken recording mostly stands in for results, and is shown among them. */
function composition({ ledger, facts }: RowSource, tools: number): Composition {
  const { system, user, assistant, toolResults, summaries } = facts.tokens;
  const notice = ledger.notice?.tokens ?? 0;
  const repairs = ledger.totalTokens - system - user - assistant - toolResults - summaries - notice - tools;
  return {
    system,
    tools,
    memory: 0,
    user,
    assistant,
    toolResults: toolResults + repairs,
    summaries: summaries + notice,
  };
}

function shownProblems(problems: readonly ProblemRow[]): readonly ProblemRow[] {
  const next = problems[SHOWN_PROBLEMS];
  if (next === undefined) return problems;
  const rest = problems.length - SHOWN_PROBLEMS;
  return [
    ...problems.slice(0, SHOWN_PROBLEMS),
    { severity: 'info', line: next.line, byteOffset: next.byteOffset, reason: `${String(rest)} more from here on` },
  ];
}
