import { describe, expect, it } from 'vitest';
import type { CallPoint, Threshold } from '../../src/protocol/inspectorFacts';
import { chartGeometry, labelledMarkers } from '../../webview/inspector/chartGeometry';
import { movedCursor } from '../../webview/inspector/timelineKeys';
import { placeTickLabels } from '../../webview/ui/tickLabels';
import { visibleControls, visibleText } from '../../webview/ui/visibleControls';

describe('chartGeometry', () => {
  const size = { width: 400, height: 100, window: 1000 };

  it('thins thousands of calls to the pixels there are, without losing a peak or a decision', () => {
    const calls: CallPoint[] = Array.from({ length: 8000 }, (_, call) => ({
      firstCall: call,
      call,
      tokensBefore: call === 4321 ? 2000 : 100,
      tokensAfter: call === 4321 ? 50 : 100,
      savedTokens: call === 4321 ? 1800 : 0,
      decisionCount: call === 4321 ? 1 : 0,
      prefixTokens: 100,
      previousTokens: 100,
    }));
    const { line, markers, y } = chartGeometry(calls, size);
    expect(line.split('L').length).toBeLessThanOrEqual(2 * (size.width + 1));
    expect(y(2000)).toBe(0);
    expect(line).toContain(`,${y(2000).toFixed(1)}`);
    expect(markers).toEqual([{ x: Math.round((4321 / 7999) * size.width), savedTokens: 1800 }]);
  });

  it('draws a single call', () => {
    const tokens = { tokensBefore: 500, tokensAfter: 500, savedTokens: 0, prefixTokens: 0, previousTokens: 0 };
    const one: CallPoint = { firstCall: 1, call: 1, ...tokens, decisionCount: 0 };
    expect(chartGeometry([one], size).line).toBe('M0,50.0');
  });

  it('names the newest markers where words would overlap', () => {
    const markers = [0, 10, 200, 220].map((x) => ({ x, savedTokens: 1 }));
    expect(labelledMarkers(markers, 50, 400).map(({ x }) => x)).toEqual([220, 10]);
    // The last one has its words before it, over the marker at 220.
    expect(labelledMarkers(markers, 50, 240).map(({ x, isBefore }) => [x, isBefore])).toEqual([
      [220, true],
      [10, false],
    ]);
  });

  it('does not name a marker that saved nothing', () => {
    const markers = [
      { x: 10, savedTokens: 5 },
      { x: 30, savedTokens: 0 },
    ];
    expect(labelledMarkers(markers, 50, 400).map(({ x }) => x)).toEqual([10]);
  });
});

describe('placeTickLabels', () => {
  const threshold = (label: string, tokens: number): Threshold => ({ setting: label, label, tokens });

  it('leaves out labels that would overlap and keeps the outer ones inside', () => {
    const thresholds = [threshold('100 % window', 1000), threshold('0 % nothing', 0), threshold('1 % little', 10)];
    const labels = placeTickLabels(thresholds, 1000, 600);
    expect(labels.map(({ threshold: { label }, align }) => [label, align])).toEqual([
      ['0 % nothing', 'start'],
      ['100 % window', 'end'],
    ]);
  });

  it('moves a label beside its tick where another is in the way', () => {
    const thresholds = [threshold('75 % compact', 750), threshold('83 % prune', 830)];
    const aligned = (width: number): unknown[] =>
      placeTickLabels(thresholds, 1000, width).map(({ threshold: { label }, align }) => [label, align]);
    expect(aligned(900)).toEqual([
      ['75 % compact', 'middle'],
      ['83 % prune', 'start'],
    ]);
    expect(aligned(300)).toEqual([['75 % compact', 'middle']]);
  });
});

describe('movedCursor', () => {
  it('stays inside the list', () => {
    expect(['ArrowUp', 'PageUp', 'Home'].map((key) => movedCursor(key, 0, 10, 4))).toEqual([0, 0, 0]);
    expect(['ArrowDown', 'PageDown', 'End'].map((key) => movedCursor(key, 8, 10, 4))).toEqual([9, 9, 9]);
    expect(movedCursor('a', 3, 10, 4)).toBeNull();
  });
});

describe('visibleText', () => {
  it('shows what hides, and leaves what words and lines are made of', () => {
    expect(visibleText('a\u202Eb\r\nc\u200Bd\re')).toBe('a⟨U+202E⟩b\r\nc⟨U+200B⟩d⟨U+000D⟩e');
    const family = '👩‍👩‍👧 👩🏽‍💻 ❤️‍🔥 می‌خواهم';
    expect(visibleText(family)).toBe(family);
    expect(visibleText('pass\u200Dword1\u200D')).toBe('pass\u200Dword1⟨U+200D⟩');
  });
});

describe('visibleControls', () => {
  it('writes out what cannot be seen and leaves the rest alone', () => {
    expect(visibleControls('a\u202Eb\u0007c\u200Bd')).toBe('a⟨U+202E⟩b⟨U+0007⟩c⟨U+200B⟩d');
    expect(visibleControls('tab\tline\nñ 漢 👩‍💻'.normalize())).toBe('tab\tline\nñ 漢 👩⟨U+200D⟩💻');
  });
});
