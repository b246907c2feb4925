import type { VNode } from 'preact';
import type { DecisionRow, MessageRow, Row, TurnRow } from '../../src/protocol/inspectorRows';
import { fateIcon } from '../ui/fate';
import { FateBadge } from '../ui/fateBadge';
import { Icon } from '../ui/icon';
import { formatCount, formatNumber } from '../ui/numbers';
import { strategyFate } from '../ui/strategy';
import { cacheWords } from '../ui/cacheWords';
import { FateStrip } from './fateStrip';
import { FoundTitle } from './foundTitle';
import { MarkedText } from './markedText';
import { roleIcon } from './roleIcon';
import { RowBadges } from './rowBadges';
import { TokenBar } from './tokenBar';

interface TimelineRowProps {
  readonly row: Row;
  /** Tokens that fill a token bar. */
  readonly scale: number;
  /** Words that are marked; empty for none. */
  readonly search: string;
  /** Of a turn: whether its rows are folded away. */
  readonly folded: boolean;
}

/** What is inside a row; the row itself (place, role, selection) is the timeline's. */
export function TimelineRow({ row, scale, search, folded }: TimelineRowProps): VNode {
  switch (row.kind) {
    case 'message':
      return <MessageLine row={row} scale={scale} search={search} />;
    case 'decision':
      return <DecisionLine row={row} />;
    case 'turn':
      return <TurnLine row={row} search={search} folded={folded} />;
  }
}

interface MessageLineProps extends Pick<TimelineRowProps, 'scale' | 'search'> {
  readonly row: MessageRow;
}

function MessageLine({ row, scale, search }: MessageLineProps): VNode {
  const { fate, role, toolName, title, tokensInContext, tokensOriginal } = row;
  return (
    <div class={`line message-line fate-${fate}`}>
      <span class="line-edge fate-fill" />
      <span class="message-index number soft">{formatNumber(row.index)}</span>
      <FateBadge fate={fate} />
      <span class="message-title">
        <Icon name={row.synthetic === 'summary' ? 'list-flat' : roleIcon[role]} class="message-role" />
        {toolName === null ? null : (
          <code class="message-tool" title={toolName}>
            {toolName}
          </code>
        )}
        <span class="message-text">
          <FoundTitle title={title} hit={row.hit} search={search} />
        </span>
        <RowBadges row={row} />
      </span>
      <TokenBar tokensInContext={tokensInContext} tokensOriginal={tokensOriginal} scale={scale} />
      <span class="line-tokens number">
        {formatNumber(tokensInContext)}
        {tokensOriginal === tokensInContext ? null : <s class="soft">{formatNumber(tokensOriginal)}</s>}
      </span>
    </div>
  );
}

function DecisionLine({ row }: { readonly row: DecisionRow }): VNode {
  const fate = strategyFate[row.strategy];
  return (
    <div class={`line decision-line fate-${fate} ${row.undone ? 'decision-line-undone' : ''}`}>
      <span class="line-edge fate-fill" />
      <span class="decision-layer">Layer {row.layer}</span>
      <Icon name={row.undone ? 'discard' : fateIcon[fate]} class="decision-icon" />
      <span class="decision-title">{row.title}</span>
      <span class="decision-cost soft">{row.cache === null || row.undone ? '' : cacheWords(row.cache)}</span>
      <span class="line-tokens number">
        {row.undone ? 'undone' : `${formatNumber(row.tokensBefore)} → ${formatNumber(row.tokensAfter)}`}
      </span>
    </div>
  );
}

interface TurnLineProps extends Pick<TimelineRowProps, 'search' | 'folded'> {
  readonly row: TurnRow;
}

function TurnLine({ row, search, folded }: TurnLineProps): VNode {
  const { turn, title, messageCount, tokensOriginal, tokensInContext, fates } = row;
  return (
    <div class="line turn-line">
      <Icon name={folded ? 'chevron-right' : 'chevron-down'} class="turn-fold" />
      <span class="turn-name">Turn {formatNumber(turn)}</span>
      <span class="turn-title">
        <MarkedText text={title} search={search} />
      </span>
      {folded ? <FateStrip fates={fates} /> : null}
      <span class="line-tokens number soft">
        {formatCount(messageCount, 'message')} ·{' '}
        {tokensOriginal === tokensInContext ? '' : `${formatNumber(tokensOriginal)} → `}
        {formatNumber(tokensInContext)}
      </span>
    </div>
  );
}
