import type { Threshold } from '../../src/protocol/inspectorFacts';

export interface TickLabel {
  readonly threshold: Threshold;
  /** Place of the tick, as a part of the window. */
  readonly share: number;
  /** How the words stand to their tick, so that they stay inside. */
  readonly align: 'start' | 'middle' | 'end';
}

/** Width of a character and gap between labels, CSS pixels, at the size of the labels: generous, so that none overlap. */
const characterWidth = 6.4;
const gap = 10;

/** The labels that fit beside each other under a gauge of this width, from the left; the rest keep their tick and tooltip. */
export function placeTickLabels(thresholds: readonly Threshold[], window: number, width: number): readonly TickLabel[] {
  const labels: TickLabel[] = [];
  let taken = -gap;
  for (const threshold of [...thresholds].sort((a, b) => a.tokens - b.tokens)) {
    const share = Math.min(1, threshold.tokens / window);
    const size = threshold.label.length * characterWidth;
    const tick = share * width;
    const places = [
      { align: 'middle', left: tick - size / 2 },
      { align: 'start', left: tick },
      { align: 'end', left: tick - size },
    ] as const;
    const place = places.find(({ left }) => left >= Math.max(0, taken + gap) && left <= width - size);
    if (place === undefined) continue;
    labels.push({ threshold, share, align: place.align });
    taken = place.left + size;
  }
  return labels;
}
