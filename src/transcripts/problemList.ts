import type { SourcePosition } from '../engine/message';
import type { TranscriptProblem } from './transcript';

type Severity = TranscriptProblem['severity'];

/** More of one severity than these are told as a number: a file of garbage would give one for every line. */
const MAXIMUM_PROBLEMS = 1_000;

/** Characters of a reason: it may name an id from the file, which may be of any length. */
const MAXIMUM_REASON = 500;

/** Collects what was wrong with a file. */
export class ProblemList {
  private readonly listed: TranscriptProblem[] = [];
  private readonly counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };

  add(problem: TranscriptProblem): void {
    const count = (this.counts[problem.severity] += 1);
    if (count <= MAXIMUM_PROBLEMS) this.listed.push({ ...problem, reason: shortened(problem.reason) });
  }

  /** Without a position the problem concerns the file as a whole and stands at its start. */
  report(severity: Severity, position: SourcePosition | undefined, reason: string): void {
    this.add({ severity, line: position?.line ?? 1, byteOffset: position?.byteOffset ?? 0, reason });
  }

  /** Another list that holds the same now. */
  copy(): ProblemList {
    const copied = new ProblemList();
    copied.listed.push(...this.listed);
    Object.assign(copied.counts, this.counts);
    return copied;
  }

  /** Takes over what another list holds. */
  addAll(other: ProblemList): void {
    for (const problem of other.listed) this.add(problem);
    // Of those it does not list, the numbers.
    for (const severity of ['error', 'warning', 'info'] as const) {
      this.counts[severity] += Math.max(0, other.counts[severity] - MAXIMUM_PROBLEMS);
    }
  }

  /** In the order of the file; behind them, for each severity, how many there are more. */
  all(): readonly TranscriptProblem[] {
    const sorted = [...this.listed].sort((a, b) => a.byteOffset - b.byteOffset);
    for (const severity of ['error', 'warning', 'info'] as const) {
      const more = this.counts[severity] - MAXIMUM_PROBLEMS;
      if (more <= 0) continue;
      const reason = more === 1 ? '1 more problem is not listed.' : `${String(more)} more problems are not listed.`;
      sorted.push({ severity, line: 1, byteOffset: 0, reason, more });
    }
    return sorted;
  }
}

function shortened(reason: string): string {
  // Well-formed again, as the cut may part a surrogate pair.
  return reason.length <= MAXIMUM_REASON ? reason : `${reason.slice(0, MAXIMUM_REASON - 1)}…`.toWellFormed();
}
