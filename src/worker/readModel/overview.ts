import type { ContextLimits, EngineSettings } from '../../engine/settings';
import type { Composition, InspectorSnapshot, ProblemRow } from '../../protocol/inspectorFacts';
import type { CallSeries } from './callSeries';
import { floorText } from './floor';
import type { RowSource } from './rowSource';
import { seriesVersion, shownSeries } from './series';
import { thresholds } from './thresholds';
import type { UsageLog } from './usage';

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
  /** See `InspectorFacts`; left out where there is one track only. */
  readonly differing?: number | null;
  readonly problems: readonly ProblemRow[];
  readonly tooLarge: string | null;
  /** See `InspectorFacts`. */
  readonly summaryWriting: InspectorSnapshot['summaryWriting'];
}

/** How full, what was lost, why: in the time of what is shown, however long the session is. */
export function overview(
  session: SessionFacts,
  source: RowSource,
  calls: CallSeries,
  usage: UsageLog,
): Omit<InspectorSnapshot, 'revision' | 'isGrowing' | 'lostFile' | 'sessions'> {
  const { ledger, facts, log } = source;
  const { limits, settings, toolTokens } = session;
  const series = { calls, toolNames: facts.toolNames, problems: session.problems };
  return {
    title: session.title,
    sessionId: session.sessionId,
    kind: session.kind,
    track: session.track,
    tracks: session.differing === undefined ? null : { differing: session.differing },
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
    seriesVersion: seriesVersion(series),
    ...shownSeries(series),
    tooLarge: session.tooLarge,
    // What cannot even be sent is worse news than what cannot be brought down to a target.
    floor: session.tooLarge === null ? floorText(source.kept, settings, limits) : null,
    cachedPrefix: calls.cachedPrefix(),
    usage: usage.session,
    summaryWriting: session.summaryWriting,
  };
}

/** Sums to the whole input. What repairs a broken recording mostly stands in for results, and is shown among them. */
function composition({ ledger, facts }: RowSource, tools: number): Composition {
  const { system, user, assistant, toolResults, summaries } = facts.tokens;
  const notice = ledger.notice?.tokens ?? 0;
  const standingSummary = ledger.notice?.summaryTokens ?? 0;
  const memory = ledger.memoryTokens;
  const recorded = system + user + assistant + toolResults + summaries;
  const repairs = ledger.totalTokens - recorded - notice - tools - memory;
  return {
    system,
    tools,
    memory,
    user,
    assistant,
    toolResults: toolResults + repairs,
    summaries: summaries + standingSummary,
    notices: notice - standingSummary,
  };
}
