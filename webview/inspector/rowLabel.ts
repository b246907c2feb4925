import type { MessageRow, Row, TurnRow } from '../../src/protocol/inspectorRows';
import { fateOrder } from '../ui/fate';
import { formatCount, formatNumber } from '../ui/numbers';
import { strategyName } from '../ui/strategy';
import { t } from '../ui/text';
import { cacheWords } from '../ui/cacheWords';

/** What a screen reader says of a row: everything that is drawn, most telling first. */
export function rowLabel(row: Row): string {
  switch (row.kind) {
    case 'message':
      return messageLabel(row);
    case 'decision': {
      const effect = `${formatNumber(row.tokensBefore)} to ${formatNumber(row.tokensAfter)} tokens`;
      const cost = row.cache === null ? '' : `, ${cacheWords(row.cache)}`;
      return `Decision, ${strategyName[row.strategy]}${row.undone ? ', undone' : ''}: ${row.title}, ${effect}${cost}`;
    }
    case 'turn':
      return `Turn ${formatNumber(row.turn)}: ${row.title}, ${formatCount(row.messageCount, 'message')}, ${fatesLabel(row)}`;
  }
}

function messageLabel(row: MessageRow): string {
  const { fate, otherFate, role, toolName, title, tokensInContext, tokensOriginal } = row;
  const tokens =
    tokensInContext === tokensOriginal
      ? formatCount(tokensOriginal, 'token')
      : `${formatNumber(tokensInContext)} of ${formatCount(tokensOriginal, 'token')}`;
  const words = [
    fate,
    toolName ?? role,
    title,
    tokens,
    otherFate === null ? '' : `${otherFate} on the other track`,
    row.since === undefined ? '' : sinceWord[row.since],
    row.pinned ? 'pinned' : '',
    row.archived ? 'original in the archive' : '',
    row.isError ? 'error' : '',
    row.hasMedia ? 'with media' : '',
    row.problem === undefined ? '' : `the record had a problem: ${row.problem}`,
    row.hit === undefined ? '' : formatCount(row.hit.count, 'hit'),
    row.synthetic === null ? '' : syntheticWord[row.synthetic],
  ];
  return words.filter((word) => word !== '').join(', ');
}

function fatesLabel({ fates }: TurnRow): string {
  const counted = fateOrder.flatMap((fate) => {
    const count = fates[fate] ?? 0;
    return count === 0 ? [] : [`${formatNumber(count)} ${fate}`];
  });
  return counted.join(', ');
}

const sinceWord: Readonly<Record<NonNullable<MessageRow['since']>, string>> = {
  new: t('new since the call before'),
  changed: t('changed since the call before'),
};

const syntheticWord: Readonly<Record<NonNullable<MessageRow['synthetic']>, string>> = {
  summary: 'written by Strata as a summary',
  injected: 'put in by the agent',
};
