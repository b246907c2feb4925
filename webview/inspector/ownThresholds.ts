import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';

/** The thresholds that the decisions in sight go by: none where another agent took them, by rules of its own. */
export function ownThresholds({ thresholds, track, tracks }: InspectorSnapshot): InspectorSnapshot['thresholds'] {
  return tracks !== null && track === 'recorded' ? [] : thresholds;
}
