import { touchedIndexes } from '../../engine/decision';
import type { DecisionRow, MessageRow, Row, TurnRow } from '../../protocol/inspectorRows';
import { cacheCost } from './cacheCost';
import { decisionTitle } from './decisionTitle';
import { rowHit } from './rowHit';
import type { RowReference } from './rowReference';
import { otherFate, problemOf, type RowSource } from './rowSource';
import { summaryFacts } from './summaryFacts';
import { messageTitle } from './titles';

/** The row a reference names, as it is now. @param search what finds the words searched for; null for none */
export function rowOf({ kind, number }: RowReference, source: RowSource, search: RegExp | null): Row {
  switch (kind) {
    case 'message':
      return foundRow(number, source, search);
    case 'turn':
      return turnRow(number, source);
    case 'decision':
      return decisionRow(number, source);
  }
}

function foundRow(index: number, source: RowSource, search: RegExp | null): MessageRow {
  const row = messageRow(index, source);
  const hit = search === null ? null : rowHit(source.ledger.message(index), search);
  return hit === null ? row : { ...row, hit };
}

export function messageRow(index: number, source: RowSource): MessageRow {
  const { ledger, facts } = source;
  const message = ledger.message(index);
  const state = ledger.state(index);
  const problem = problemOf(index, source);
  return {
    kind: 'message',
    index,
    turn: facts.turnOf(index),
    role: message.role,
    fate: state.fate,
    otherFate: otherFate(index, source),
    title: messageTitle(message, facts.callOf(index)),
    toolName: facts.toolName(index),
    tokensOriginal: state.tokensOriginal,
    tokensInContext: state.tokensInContext,
    pinned: state.pinned,
    archived: facts.isArchived(index),
    isError: message.isError === true,
    hasMedia: message.parts.some((part) => part.type === 'media'),
    synthetic: message.synthetic ?? null,
    ...(problem === undefined ? {} : { problem }),
    ...sinceCallBefore(index, source),
  };
}

function sinceCallBefore(index: number, { earlier }: RowSource): Pick<MessageRow, 'since'> {
  if (earlier === null) return {};
  if (index >= earlier.length) return { since: 'new' };
  return earlier.changed.has(index) ? { since: 'changed' } : {};
}

function turnRow(turn: number, { ledger, facts }: RowSource): TurnRow {
  const { start, messageCount, tokensOriginal, tokensInContext, fates } = facts.turn(turn);
  const title = messageTitle(ledger.message(start), null);
  return { kind: 'turn', turn, title, messageCount, tokensOriginal, tokensInContext, fates: { ...fates } };
}

/** @param place of the decision in the log */
export function decisionRow(place: number, source: Pick<RowSource, 'log' | 'ledger'>): DecisionRow {
  const { decision, call, limits, prices, undone, putBack } = source.log.at(place);
  return {
    kind: 'decision',
    id: decision.id,
    strategy: decision.strategy,
    layer: decision.layer,
    title: decisionTitle(decision, limits, putBack.size),
    call,
    messageCount: touchedIndexes(decision).length,
    putBackCount: putBack.size,
    freedTokens: freedTokens(place, source),
    tokensBefore: decision.tokensBefore,
    tokensAfter: decision.tokensAfter,
    undone,
    cache: decision.cache === undefined ? null : cacheCost(decision.cache, prices, decision.tokensAfter),
    summary: summaryFacts(decision.summary),
  };
}

/** What a decision still frees: less what came back with the messages that were put back, none once it is undone. */
function freedTokens(place: number, { log, ledger }: Pick<RowSource, 'log' | 'ledger'>): number {
  const { decision, undone, putBack } = log.at(place);
  const { edits, removal, tokensBefore, tokensAfter } = decision;
  if (undone || putBack.size === touchedIndexes(decision).length) return 0;
  let freed = tokensBefore - tokensAfter;
  for (const edit of edits) if (putBack.has(edit.index)) freed -= edit.tokensBefore - edit.tokensAfter;
  for (const index of removal?.indexes ?? []) {
    if (putBack.has(index)) freed -= log.tokensBefore(index, place, ledger.state(index).tokensOriginal);
  }
  return Math.max(0, freed);
}
