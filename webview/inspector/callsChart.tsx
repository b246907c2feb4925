import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { CallPoint, InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import { Icon } from '../ui/icon';
import { formatNumber, formatShare, formatShort } from '../ui/numbers';
import { t, tn } from '../ui/text';
import { useElementWidth } from '../ui/useElementWidth';
import { chartGeometry, labelledMarkers } from './chartGeometry';
import type { InspectorStore } from './inspectorStore';
import { ownThresholds } from './ownThresholds';
import { TimeBar } from './timeBar';
import './callsChart.css';

/** CSS pixels. */
const height = 92;
const markerLabelWidth = 52;
const lineSpacing = 13;
/** Room for the names of the thresholds at the left, where their lines begin. */
const gutter = 96;

interface CallsChartProps {
  readonly store: InspectorStore;
  readonly snapshot: InspectorSnapshot;
}

/** Tokens of the input at every call: it climbs, and falls where a decision was taken. */
export function CallsChart({ store, snapshot }: CallsChartProps): VNode {
  const open = store.view.value.chartOpen;
  const [hovered, setHovered] = useState<number | null>(null);
  const call = hovered === null ? undefined : snapshot.calls[hovered];
  return (
    <section class="chart" aria-labelledby="chart-title">
      <div class="chart-head">
        <h2>
          <button
            type="button"
            id="chart-title"
            class="plain-button chart-toggle"
            aria-expanded={open}
            onClick={() => {
              store.changeView({ chartOpen: !open });
            }}
          >
            <Icon name={open ? 'chevron-down' : 'chevron-right'} />
            {t('Tokens per call')}
          </button>
        </h2>
        <TimeBar store={store} callCount={snapshot.callCount} />
        {call === undefined ? null : <span class="soft number">{callText(call)}</span>}
      </div>
      {open && snapshot.calls.length > 1 ? <Chart snapshot={snapshot} hovered={hovered} onHover={setHovered} /> : null}
    </section>
  );
}

function callText(point: CallPoint): string {
  const { firstCall, call, tokensBefore, tokensAfter, decisionCount } = point;
  const after = tn('{0} token', '{0} tokens', tokensAfter);
  // Of several calls the larger number is their peak, which need not be what the last of them started from.
  const change =
    firstCall === call ? `${formatNumber(tokensBefore)} → ${after}` : t('up to {0}, then {1}', tokensBefore, after);
  const taken = decisionCount === 0 ? '' : ` · ${tn('{0} decision', '{0} decisions', decisionCount)}`;
  return `${callName(point)}: ${tokensAfter === tokensBefore ? after : change}${taken}${prefixText(point)}`;
}

/** How much of the call before it begins with, which is what a provider may have in its cache. */
function prefixText({ prefixTokens, previousTokens }: CallPoint): string {
  return previousTokens === 0
    ? ''
    : ` · ${t('{0} of the prefix unchanged', formatShare(prefixTokens / previousTokens))}`;
}

/** Calls count from 1 for a reader. */
function callName({ firstCall, call }: CallPoint): string {
  return firstCall === call ? t('Call {0}', call + 1) : t('Calls {0} to {1}', firstCall + 1, call + 1);
}

function highestText({ firstCall, call, tokensBefore }: CallPoint): string {
  return firstCall === call
    ? t('Highest: {0} before call {1}.', tokensBefore, call + 1)
    : t('Highest: {0} before calls {1} to {2}.', tokensBefore, firstCall + 1, call + 1);
}

interface ChartProps {
  readonly snapshot: InspectorSnapshot;
  readonly hovered: number | null;
  readonly onHover: (position: number | null) => void;
}

function Chart({ snapshot, hovered, onHover }: ChartProps): VNode {
  const { calls, window } = snapshot;
  const [element, width] = useElementWidth<HTMLDivElement>();
  const geometry = useMemo(() => chartGeometry(calls, { width, height, window }), [calls, width, window]);
  let labelFloor = Infinity;
  const lines = [...ownThresholds(snapshot)]
    .sort((a, b) => a.tokens - b.tokens)
    .map(({ setting, label, tokens }) => {
      const y = geometry.y(tokens);
      const labelled = y < labelFloor - lineSpacing;
      if (labelled) labelFloor = y;
      return { setting, label, y, labelled };
    });
  return (
    <div
      class="chart-box"
      ref={element}
      onPointerMove={(event) => {
        onHover(geometry.nearest(event.clientX - event.currentTarget.getBoundingClientRect().left));
      }}
      onPointerLeave={() => {
        onHover(null);
      }}
    >
      {width === 0 ? null : (
        <svg class="chart-picture" width={width} height={height} role="img" aria-label={chartText(snapshot)}>
          <path class="chart-area" d={geometry.area} />
          {lines.map(({ setting, y }) => (
            <line key={setting} class="chart-threshold" x1={gutter} x2={width} y1={y} y2={y} />
          ))}
          {geometry.markers.map(({ x }) => (
            <line key={x} class="chart-marker" x1={x} x2={x} y1={0} y2={height} />
          ))}
          <path class="chart-line" d={geometry.line} />
          {lines.map(({ setting, label, y, labelled }) =>
            labelled ? (
              <text key={setting} class="chart-label" x={0} y={y + 4}>
                {label}
              </text>
            ) : null,
          )}
          {labelledMarkers(geometry.markers, markerLabelWidth, width).map(({ x, savedTokens, isBefore }) => (
            <text
              key={x}
              class="chart-label chart-marker-label"
              x={isBefore ? x - 4 : x + 4}
              y={height - 5}
              text-anchor={isBefore ? 'end' : 'start'}
            >
              −{formatShort(savedTokens)}
            </text>
          ))}
          {hovered === null ? null : (
            <line class="chart-cursor" x1={geometry.x(hovered)} x2={geometry.x(hovered)} y1={0} y2={height} />
          )}
        </svg>
      )}
    </div>
  );
}

/** The chart in words. */
function chartText(snapshot: InspectorSnapshot): string {
  const { calls, callCount, contextTokens, cachedPrefix } = snapshot;
  const thresholds = ownThresholds(snapshot);
  const peak = calls.reduce<CallPoint | null>(
    (most, call) => (most === null || call.tokensBefore > most.tokensBefore ? call : most),
    null,
  );
  const decided = calls.filter(({ decisionCount }) => decisionCount > 0);
  const listed = decided.slice(-20);
  const last = calls.at(-1);
  const sentences = [
    tn('Tokens per call over {0} call.', 'Tokens per call over {0} calls.', callCount),
    peak === null ? '' : highestText(peak),
    last === undefined ? '' : t('At the last: {0}. Now: {1}.', last.tokensAfter, contextTokens),
    cachedPrefix === null
      ? ''
      : tn(
          'Of the last {0} call, {1} began as the call before.',
          'Of the last {0} calls, {1} began as the call before.',
          cachedPrefix.calls,
          formatShare(cachedPrefix.share),
        ),
    thresholds.length === 0
      ? ''
      : t('Thresholds: {0}.', thresholds.map(({ label, tokens }) => t('{0} at {1}', label, tokens)).join(', ')),
    decided.length === 0 ? t('No decision was taken.') : '',
    decided.length > listed.length ? t('The newest {0} places with decisions:', listed.length) : '',
    ...listed.map((call) => `${callText(call)}.`),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}
