/** A target at its threshold would start a new batch at every call, so it is put this share of the threshold below it. */
const TARGET_BELOW_THRESHOLD = 0.8;

/** The target that stands in for one that is not below its threshold; in the threshold's unit, not rounded. */
export function loweredTarget(threshold: number): number {
  return threshold * TARGET_BELOW_THRESHOLD;
}
