import type { CompressionStatistics } from '../../engine/statistics';
import type { DeskSession } from '../deskSession';

/** What compression did in a session. What its summaries took is known where a model wrote them, and estimated in a replay. */
export function sessionStatistics(session: Pick<DeskSession, 'readModel' | 'facts'>): CompressionStatistics {
  const { readModel } = session;
  const { statistics } = readModel.account;
  return session.facts().track === 'replayed' ? statistics : { ...statistics, ...summaryCosts(readModel) };
}

type SummaryCosts = Pick<
  CompressionStatistics,
  'summaryCalls' | 'summaryTokens' | 'summaryDollars' | 'unpricedSummaries'
>;

function summaryCosts({ usage }: Pick<DeskSession['readModel'], 'usage'>): SummaryCosts {
  const { calls, inputTokens, outputTokens, dollars, unpricedCalls } = usage.session.summaries;
  return {
    summaryCalls: calls,
    summaryTokens: inputTokens + outputTokens,
    summaryDollars: dollars,
    unpricedSummaries: unpricedCalls,
  };
}
