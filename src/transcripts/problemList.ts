import type { SourcePosition } from '../engine/message';
import type { TranscriptProblem } from './transcript';

/** More than these are told as a number: a file of garbage would give one for every line. */
const MAXIMUM_PROBLEMS = 1_000;

/** Characters of a reason: it may name an id from the file, which may be of any length. */
const MAXIMUM_REASON = 500;

/** Collects what was wrong with a file. */
export class ProblemList {
  private readonly listed: TranscriptProblem[] = [];
  private left = 0;

  add(problem: TranscriptProblem): void {
    if (this.listed.length < MAXIMUM_PROBLEMS) this.listed.push({ ...problem, reason: shortened(problem.reason) });
    else this.left += 1;
  }

  /** Without a position the problem concerns the file as a whole and stands at its start. */
  report(severity: TranscriptProblem['severity'], position: SourcePosition | undefined, reason: string): void {
    this.add({ severity, line: position?.line ?? 1, byteOffset: position?.byteOffset ?? 0, reason });
  }

  /** Another list that holds the same now. */
  copy(): ProblemList {
    const copied = new ProblemList();
    copied.listed.push(...this.listed);
    copied.left = this.left;
    return copied;
  }

  /** In the order of the file. */
  all(): readonly TranscriptProblem[] {
    const sorted = [...this.listed].sort((a, b) => a.byteOffset - b.byteOffset);
    if (this.left === 0) return sorted;
    return [
      ...sorted,
      { severity: 'warning', line: 1, byteOffset: 0, reason: `${String(this.left)} more problems are not listed.` },
    ];
  }
}

function shortened(reason: string): string {
  // Well-formed again, as the cut may part a surrogate pair.
  return reason.length <= MAXIMUM_REASON ? reason : `${reason.slice(0, MAXIMUM_REASON - 1)}…`.toWellFormed();
}
