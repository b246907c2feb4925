import type { InspectorFacts } from '../../protocol/inspectorFacts';
import type { Transcript } from '../../transcripts/transcript';

/** Which of the sessions of a file shows; null where it holds one only. Its titles may be many and are asked for apart. */
export function sessionChoice(sessions: Transcript['sessions']): InspectorFacts['sessions'] {
  if (sessions === undefined || sessions.titles.length < 2) return null;
  const { shown, titles } = sessions;
  return { shown, count: titles.length, title: titles[shown] ?? '' };
}
