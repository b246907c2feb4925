import { type Decision, touchedIndexes } from '../../engine/decision';
import type { Message } from '../../engine/message';
import type { ClippedText, MessageDetail, WhyStep } from '../../protocol/inspector';
import type { LoggedDecision } from './decisionLog';
import { messageText } from './messageText';
import { clipCharacters } from './oneLine';
import type { RowSource } from './rowIndex';
import { messageRow } from './rows';

/**
 * Everything about one message.
 *
 * @param rendered the message as the model sees it; null when it is out of the context
 * @param clip characters of either text at most
 */
export function messageDetail(
  index: number,
  source: RowSource,
  rendered: Message | null,
  clip: number,
): Omit<MessageDetail, 'revision'> {
  const message = source.ledger.message(index);
  const chain = decisionsTouching(index, source);
  const pointers = chain.filter(({ undone }) => !undone).flatMap(({ decision }) => pointersOf(decision, index));
  return {
    row: messageRow(index, source),
    original: clipped(messageText(message), clip),
    inContext: clipped(rendered === null ? '' : messageText(rendered), clip),
    why: chain.map((entry) => whyStep(entry)),
    pointers: [...new Set(pointers)],
    sourceLine: message.source?.line ?? null,
    toolCallId: message.toolCallId ?? null,
    model: message.model ?? null,
    createdAt: message.createdAt ?? null,
  };
}

/** In the order they were taken, those taken back included. */
function decisionsTouching(index: number, { ledger, log }: RowSource): LoggedDecision[] {
  const active = ledger
    .state(index)
    .decisionIds.map((id) => log.placeOf(id))
    .filter((place) => place !== null);
  return [...new Set([...active, ...log.undoneTouching(index)])].sort((a, b) => a - b).map((place) => log.at(place));
}

function whyStep({ decision, limits, undone }: LoggedDecision): WhyStep {
  const { trigger } = decision;
  return {
    decisionId: decision.id,
    strategy: decision.strategy,
    layer: decision.layer,
    reason: trigger.reason,
    setting: `strata.${trigger.setting}`,
    measuredTokens: trigger.measuredTokens,
    thresholdTokens: trigger.thresholdTokens,
    measuredShare: trigger.measuredTokens / limits.window,
    tokensBefore: decision.tokensBefore,
    tokensAfter: decision.tokensAfter,
    batchSize: touchedIndexes(decision).length,
    undone,
  };
}

function pointersOf(decision: Decision, index: number): string[] {
  const pointers: string[] = [];
  for (const edit of decision.edits) {
    if (edit.index !== index) continue;
    if (edit.kind === 'replace') pointers.push(...edit.pointers);
    else if (edit.pointer !== null) pointers.push(edit.pointer);
  }
  const { removal } = decision;
  if (removal?.pointer != null && removal.indexes.includes(index)) pointers.push(removal.pointer);
  return pointers;
}

function clipped(text: string, limit: number): ClippedText {
  return { text: clipCharacters(text, limit), length: text.length };
}
