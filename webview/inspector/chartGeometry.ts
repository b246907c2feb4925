import type { CallPoint } from '../../src/protocol/inspectorFacts';

export interface ChartMarker {
  readonly x: number;
  /** Tokens the decisions of this place took out of the input. */
  readonly savedTokens: number;
}

export interface ChartGeometry {
  /** Path of the line through tokens before and after each call, in CSS pixels. */
  readonly line: string;
  /** The same, closed down to the axis. */
  readonly area: string;
  readonly markers: readonly ChartMarker[];
  /** Height of a number of tokens. */
  readonly y: (tokens: number) => number;
  /** Call nearest to a place across, by its position in `calls`. */
  readonly nearest: (x: number) => number;
  readonly x: (position: number) => number;
}

interface ChartSize {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Tokens at the upper edge at least. */
  readonly window: number;
}

/** Tokens per call in a box: sessions of thousands of calls are thinned to the highest and lowest of each pixel. */
export function chartGeometry(calls: readonly CallPoint[], { width, height, window }: ChartSize): ChartGeometry {
  const most = calls.reduce((peak, { tokensBefore }) => Math.max(peak, tokensBefore), window);
  const lastPosition = Math.max(1, calls.length - 1);
  const x = (position: number): number => (position / lastPosition) * width;
  const y = (tokens: number): number => height - (tokens / Math.max(1, most)) * height;
  const columns = new Map<number, { before: number; after: number; saved: number; decided: boolean }>();
  calls.forEach(({ tokensBefore, tokensAfter, savedTokens, decisionCount }, position) => {
    const place = Math.round(x(position));
    const column = columns.get(place) ?? { before: 0, after: Infinity, saved: 0, decided: false };
    column.before = Math.max(column.before, tokensBefore);
    column.after = Math.min(column.after, tokensAfter);
    column.saved += savedTokens;
    column.decided ||= decisionCount > 0;
    columns.set(place, column);
  });
  const points: string[] = [];
  const markers: ChartMarker[] = [];
  for (const [place, { before, after, saved, decided }] of columns) {
    points.push(`${String(place)},${y(before).toFixed(1)}`);
    if (after !== before) points.push(`${String(place)},${y(after).toFixed(1)}`);
    if (decided) markers.push({ x: place, savedTokens: saved });
  }
  const line = `M${points.join('L')}`;
  return {
    line,
    area: `${line}L${String(width)},${String(height)}L0,${String(height)}Z`,
    markers,
    x,
    y,
    nearest: (place) => Math.round(Math.min(1, Math.max(0, place / Math.max(1, width))) * (calls.length - 1)),
  };
}

export interface MarkerLabel extends ChartMarker {
  /** Whether the words stand before the marker, as there is no room behind it. */
  readonly isBefore: boolean;
}

/** Markers that saved something and whose words have room, from the right: the newest are read first. Widths in CSS pixels. */
export function labelledMarkers(markers: readonly ChartMarker[], labelWidth: number, width: number): MarkerLabel[] {
  let free = Infinity;
  return [...markers].reverse().flatMap((marker) => {
    if (marker.savedTokens <= 0) return [];
    const isBefore = marker.x > width - labelWidth;
    const start = isBefore ? marker.x - labelWidth : marker.x;
    if (start + labelWidth > free) return [];
    free = start;
    return [{ ...marker, isBefore }];
  });
}
