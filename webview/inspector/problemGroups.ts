import type { ProblemRow } from '../../src/protocol/inspectorFacts';
import { tn } from '../ui/text';

export type Severity = ProblemRow['severity'];

/** Problems of one severity. */
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
    return [{ severity, listed: own.filter(({ more }) => more === undefined), count: countProblems(own) }];
  });
}

/** With those that are not listed. */
export function countProblems(problems: readonly ProblemRow[]): number {
  return problems.reduce((sum, { more }) => sum + (more ?? 1), 0);
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
