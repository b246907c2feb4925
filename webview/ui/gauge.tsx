import type { VNode } from 'preact';
import type { Threshold } from '../../src/protocol/inspectorFacts';
import { formatShare } from './numbers';
import { t, tn } from './text';
import { placeTickLabels } from './tickLabels';
import { useElementWidth } from './useElementWidth';
import './gauge.css';

export interface GaugePart {
  readonly label: string;
  readonly tokens: number;
  /** Class that sets `--part`, the colour. */
  readonly class: string;
}

interface GaugeProps {
  /** What it measures, for screen readers. */
  readonly label: string;
  readonly parts: readonly GaugePart[];
  /** Tokens of the window: the whole width. */
  readonly window: number;
  /** Tokens kept free for the reply, hatched at the end. */
  readonly reserve: number;
  readonly thresholds: readonly Threshold[];
  readonly slim?: boolean;
}

function percent(tokens: number, window: number): string {
  return `${String(Math.min(100, (tokens / Math.max(1, window)) * 100))}%`;
}

/** How full the context is: parts, reserve and a tick at each threshold. */
export function Gauge({ label, parts, window, reserve, thresholds, slim = false }: GaugeProps): VNode {
  const [element, width] = useElementWidth<HTMLDivElement>();
  const used = parts.reduce((sum, part) => sum + part.tokens, 0);
  const full = Math.max(window, used);
  return (
    <div class={`gauge ${slim ? 'gauge-slim' : ''}`} ref={element}>
      <div
        class="gauge-bar"
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={window}
        aria-valuenow={Math.min(used, window)}
        aria-valuetext={t('{0} of {1} tokens, {2}', used, window, formatShare(used / Math.max(1, window)))}
      >
        <div class="gauge-track">
          {parts.map((part) =>
            part.tokens > 0 ? (
              <div
                key={part.label}
                class={`gauge-part ${part.class}`}
                style={{ width: percent(part.tokens, full) }}
                title={tn('{1}: {0} token', '{1}: {0} tokens', part.tokens, part.label)}
              />
            ) : null,
          )}
          <div
            class="gauge-reserve"
            style={{ width: percent(reserve, full) }}
            title={tn('Kept free for the reply: {0} token', 'Kept free for the reply: {0} tokens', reserve)}
          />
        </div>
        {thresholds.map((threshold) => (
          <div
            key={threshold.setting}
            class={`gauge-tick ${used > threshold.tokens ? 'gauge-tick-passed' : ''}`}
            style={{ insetInlineStart: percent(threshold.tokens, full) }}
            title={tn(
              '{1} · {0} token · {2}',
              '{1} · {0} tokens · {2}',
              threshold.tokens,
              threshold.label,
              threshold.setting,
            )}
          />
        ))}
      </div>
      {slim || thresholds.length === 0 ? null : (
        <div class="gauge-labels" aria-hidden="true">
          {placeTickLabels(thresholds, full, width).map(({ threshold, share, align }) => (
            <span
              key={threshold.setting}
              class={`gauge-label gauge-label-${align}`}
              style={{ insetInlineStart: percent(share, 1) }}
              title={tn('{0} token · {1}', '{0} tokens · {1}', threshold.tokens, threshold.setting)}
            >
              {threshold.label}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
