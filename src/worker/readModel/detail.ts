import { type Decision, type Layer, touchedIndexes, type TriggerReason } from '../../engine/decision';
import type { Message } from '../../engine/message';
import type { EngineSettingKey } from '../../engine/settings';
import { governingSetting } from '../../engine/strategy';
import type {
  ClippedText,
  DecisionDetail,
  DetailSubject,
  InContextKind,
  MessageDetail,
  WhyStep,
} from '../../protocol/inspectorDetail';
import type { LoggedDecision } from './decisionLog';
import { messageText } from './messageText';
import { clipCharacters, oneLine } from './oneLine';
import type { RowSource } from './rowSource';
import { decisionRow, messageRow } from './rows';

/** Characters of a file's own words that are shown. */
const WORDS_CHARACTERS = 200;

/** Messages a decision's detail lists. */
const LISTED_MESSAGES = 50;

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
): Omit<MessageDetail, 'revision' | 'usage'> {
  const message = source.ledger.message(index);
  const chain = decisionsTouching(index, source);
  const active = chain.filter(({ undone, putBack }) => !undone && !putBack.has(index));
  const pointers = active.flatMap(({ decision }) => pointersOf(decision, index));
  const covering = active.findLast(({ decision }) => decision.removal?.indexes.includes(index) === true);
  const coveringPlace = covering === undefined ? null : source.log.placeOf(covering.decision.id);
  const { kind, text } = inContext(index, source, rendered);
  return {
    version: source.versions.current,
    row: messageRow(index, source),
    original: clipped(messageText(message), clip),
    inContext: clipped(text, clip),
    inContextKind: kind,
    coveredBy: coveringPlace === null ? null : decisionRow(coveringPlace, source),
    why: chain.map((entry) => whyStep(entry, index)),
    pointers: [...new Set(pointers)],
    sourceLine: message.source?.line ?? null,
    toolCallId: message.toolCallId ?? null,
    model: message.model ?? null,
    createdAt: message.createdAt ?? null,
  };
}

/** Everything about one decision, or null where there is none of this id. */
export function decisionDetail(
  id: string,
  source: RowSource,
  clip: number,
): Omit<DecisionDetail, 'revision' | 'usage'> | null {
  const place = source.log.placeOf(id);
  if (place === null) return null;
  const entry = source.log.at(place);
  const { removal } = entry.decision;
  const text = removal?.summary ?? removal?.facts ?? '';
  return {
    version: source.versions.current,
    row: decisionRow(place, source),
    position: entry.position,
    text: text === '' ? null : clipped(text, clip),
    messages: listedIndexes(entry)
      .map((index) => messageRow(index, source))
      .map(({ role, fate, title, tokensOriginal, index }) => ({
        index,
        role,
        fate,
        title,
        tokensOriginal,
        putBack: entry.putBack.has(index),
      })),
  };
}

/**
 * Whether a detail of `version` would read the same now. A message reads as it did unless it was touched itself, or
 * something went out of the context, which rewrites the notice for all that is out.
 */
export function isCurrentDetail(subject: DetailSubject, version: string, source: RowSource): boolean {
  const changes = source.versions.since(version);
  if (changes === null) return false;
  if (subject.kind === 'message') return !changes.removals && !changes.row('message', subject.index);
  const place = source.log.placeOf(subject.id);
  if (place === null || changes.row('decision', place)) return false;
  return !listedIndexes(source.log.at(place)).some((index) => changes.row('message', index));
}

function listedIndexes({ decision }: LoggedDecision): readonly number[] {
  return touchedIndexes(decision).slice(0, LISTED_MESSAGES);
}

/** What the model reads in the message's place. */
function inContext(
  index: number,
  { ledger }: RowSource,
  rendered: Message | null,
): { readonly kind: InContextKind; readonly text: string } {
  if (rendered !== null) return { kind: 'message', text: messageText(rendered) };
  const { notice } = ledger;
  const { fate } = ledger.state(index);
  if (notice === null || (fate !== 'pruned' && fate !== 'summarized')) return { kind: 'nothing', text: '' };
  if (fate === 'summarized' && notice.summary !== null) return { kind: 'summary', text: notice.summary };
  return { kind: 'notice', text: notice.text };
}

/** In the order they were taken, those that hold for it no longer included. */
function decisionsTouching(index: number, { ledger, log }: RowSource): LoggedDecision[] {
  const active = ledger
    .state(index)
    .decisionIds.map((id) => log.placeOf(id))
    .filter((place) => place !== null);
  return [...new Set([...active, ...log.endedTouching(index)])].sort((a, b) => a - b).map((place) => log.at(place));
}

function whyStep({ decision, limits, undone, putBack }: LoggedDecision, index: number): WhyStep {
  const { trigger, layer } = decision;
  return {
    decisionId: decision.id,
    strategy: decision.strategy,
    layer: decision.layer,
    reason: trigger.reason,
    ...aimOf(trigger, layer),
    measuredTokens: trigger.measuredTokens,
    measuredShare: trigger.measuredTokens / limits.window,
    tokensBefore: decision.tokensBefore,
    tokensAfter: decision.tokensAfter,
    batchSize: touchedIndexes(decision).length,
    undone,
    putBack: putBack.has(index),
  };
}

/** What the figure beside the measured one is, and where it is set. Older journals name the strategy's own threshold. */
function aimOf(
  trigger: Decision['trigger'],
  layer: Layer,
): Pick<WhyStep, 'measure' | 'setting' | 'thresholdTokens' | 'recorded'> {
  if (trigger.reason === 'recorded') {
    const { words, reportedBefore, reportedAfter } = trigger;
    const recorded = {
      words: oneLine(words, WORDS_CHARACTERS),
      tokensBefore: reportedBefore,
      tokensAfter: reportedAfter,
    };
    return { measure: 'none', setting: null, thresholdTokens: 0, recorded };
  }
  const { reason, setting, thresholdTokens } = trigger;
  return { ...ownAimOf(reason, setting, layer), thresholdTokens, recorded: null };
}

function ownAimOf(
  reason: TriggerReason,
  setting: EngineSettingKey,
  layer: Layer,
): Pick<WhyStep, 'measure' | 'setting'> {
  if (reason === 'command' && layer === 3) return { measure: 'none', setting: 'strata.layer2.keepLast' };
  const measure = reason === 'threshold' || reason === 'proactive' ? 'threshold' : 'target';
  return { measure, setting: `strata.${governingSetting(reason, setting)}` };
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
