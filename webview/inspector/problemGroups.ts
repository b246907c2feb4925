import type { ProblemRow } from '../../src/protocol/inspectorFacts';
import { t, tn } from '../ui/text';

export type Severity = ProblemRow['severity'];

/** Problems of one severity, or the notes. */
export interface ProblemGroup {
  readonly severity: Severity;
  /** In the order of the file. */
  readonly listed: readonly ProblemRow[];
  /** With those that are not listed. */
  readonly count: number;
}

const severities: readonly Severity[] = ['error', 'warning', 'info'];

/** The worst first; severities that do not occur are left out. */
export function problemGroups(problems: readonly ProblemRow[]): readonly ProblemGroup[] {
  return severities.flatMap((severity) => {
    const own = problems.filter((problem) => problem.severity === severity);
    if (own.length === 0) return [];
    const count = own.reduce((sum, { more }) => sum + (more ?? 1), 0);
    return [{ severity, listed: own.filter(({ more }) => more === undefined), count }];
  });
}

/** How many problems there are, or notes where there is nothing worse: a note tells what was read, not what was not. */
export function problemCountWords(groups: readonly ProblemGroup[]): string {
  const problems = countWorse(groups);
  return problems > 0 ? tn('{0} problem', '{0} problems', problems) : groups.map(groupWords).join('');
}

/** `3 problems while reading the file: 1 error, 2 warnings · 5 notes`. */
export function summaryWords(groups: readonly ProblemGroup[]): string {
  const worse = groups.filter(({ severity }) => severity !== 'info').map(groupWords);
  const notes = groups.filter(({ severity }) => severity === 'info').map(groupWords);
  if (worse.length === 0) return t('{0} on reading the file', notes.join(''));
  const problems = tn(
    '{0} problem while reading the file: {1}',
    '{0} problems while reading the file: {1}',
    countWorse(groups),
    worse.join(', '),
  );
  return [problems, ...notes].join(' · ');
}

function countWorse(groups: readonly ProblemGroup[]): number {
  return groups.reduce((sum, { severity, count }) => sum + (severity === 'info' ? 0 : count), 0);
}

/** `3 errors`. */
export function groupWords({ severity, count }: Pick<ProblemGroup, 'severity' | 'count'>): string {
  switch (severity) {
    case 'error':
      return tn('{0} error', '{0} errors', count);
    case 'warning':
      return tn('{0} warning', '{0} warnings', count);
    case 'info':
      return tn('{0} note', '{0} notes', count);
  }
}
