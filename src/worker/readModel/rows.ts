import { touchedIndexes } from '../../engine/decision';
import type { DecisionRow, MessageRow, Row, TurnRow } from '../../protocol/inspector';
import { cacheCost } from './cacheCost';
import type { LoggedDecision } from './decisionLog';
import { decisionTitle } from './decisionTitle';
import type { RowSource } from './rowIndex';
import type { RowReference } from './rowReference';
import { summaryFacts } from './summaryFacts';
import { messageTitle } from './titles';

/** The row a reference names, as it is now. */
export function rowOf({ kind, number }: RowReference, source: RowSource): Row {
  switch (kind) {
    case 'message':
      return messageRow(number, source);
    case 'turn':
      return turnRow(number, source);
    case 'decision':
      return decisionRow(source.log.at(number));
  }
}

export function messageRow(index: number, { ledger, facts }: RowSource): MessageRow {
  const message = ledger.message(index);
  const state = ledger.state(index);
  return {
    kind: 'message',
    index,
    turn: facts.turnOf(index),
    role: message.role,
    fate: state.fate,
    title: messageTitle(message, facts.callOf(index)),
    toolName: facts.toolName(index),
    tokensOriginal: state.tokensOriginal,
    tokensInContext: state.tokensInContext,
    pinned: state.pinned,
    archived: facts.isArchived(index),
    isError: message.isError === true,
    hasMedia: message.parts.some((part) => part.type === 'media'),
    synthetic: message.synthetic ?? null,
  };
}

function turnRow(turn: number, { ledger, facts }: RowSource): TurnRow {
  const { start, messageCount, tokensOriginal, tokensInContext } = facts.turn(turn);
  const title = messageTitle(ledger.message(start), null);
  return { kind: 'turn', turn, title, messageCount, tokensOriginal, tokensInContext };
}

export function decisionRow({ decision, call, limits, prices, undone }: LoggedDecision): DecisionRow {
  return {
    kind: 'decision',
    id: decision.id,
    strategy: decision.strategy,
    layer: decision.layer,
    title: decisionTitle(decision, limits),
    call,
    messageCount: touchedIndexes(decision).length,
    tokensBefore: decision.tokensBefore,
    tokensAfter: decision.tokensAfter,
    undone,
    cache: decision.cache === undefined ? null : cacheCost(decision.cache, prices, decision.tokensAfter),
    summary: summaryFacts(decision.summary),
  };
}
