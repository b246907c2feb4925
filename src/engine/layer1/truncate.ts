import { archiveResult } from '../archiveOriginals';
import type { Decision, MessageEdit, Trigger } from '../decision';
import type { ContextLedger } from '../ledger';
import { TRUNCATED_MARKER } from '../notices';
import { resultText } from '../resultText';
import type { StrategyContext } from '../strategy';
import { isRecoveryTool } from '../toolNames';
import { replaceResult } from './compactResult';
import { headEnd, tailStart } from './cutPosition';

/** Lines shown from either end of an offloaded result. Deep Agents shows ten. */
const PREVIEW_LINES = 10;

/** At most this many tokens are shown from either end of an offloaded result, however long its lines. */
const PREVIEW_TOKENS = 1_000;

/** Tokens one tool result may take in the context. */
export function singleResultBudget(context: StrategyContext): number {
  return Math.floor(context.settings.layer1.singleToolResultShare * context.limits.window);
}

/**
 * ① Holds every new tool result against the budget of a single result: above the offload threshold it goes to the archive
 * and leaves a preview, above the budget it is cut to it. Only messages added since the last check are looked at.
 */
export function truncateResults(context: StrategyContext): Decision[] {
  const { ledger, settings } = context;
  const budget = singleResultBudget(context);
  const { offloadThresholdTokens } = settings.layer1;
  const lowest = Math.min(budget, context.archive === null ? budget : offloadThresholdTokens);
  const from = lowest < ledger.checkedBudget ? 0 : ledger.checkedLength;
  const decisions: Decision[] = [];
  for (let index = from; index < ledger.length; index += 1) {
    if (ledger.state(index).tokensInContext <= lowest || !isCuttable(ledger, index)) continue;
    const tokens = ledger.state(index).tokensInContext;
    const isOffloaded = context.archive !== null && tokens > offloadThresholdTokens && tokens > 4 * PREVIEW_TOKENS;
    if (!isOffloaded && tokens <= budget) continue;
    const edit = isOffloaded ? previewOf(context, index) : cutToBudget(context, index, budget);
    if (edit === null || edit.tokensAfter >= tokens) continue;
    decisions.push(
      takeTruncation(context, [edit], {
        reason: 'threshold',
        setting: isOffloaded ? 'layer1.offloadThresholdTokens' : 'layer1.singleToolResultShare',
        measuredTokens: tokens,
        thresholdTokens: isOffloaded ? offloadThresholdTokens : budget,
      }),
    );
  }
  ledger.checkedLength = ledger.length;
  ledger.checkedBudget = lowest;
  return decisions;
}

export function takeTruncation(context: StrategyContext, edits: readonly MessageEdit[], trigger: Trigger): Decision {
  return context.ledger.take({
    id: context.nextDecisionId(),
    strategy: 'truncate',
    layer: 1,
    trigger,
    edits,
    removal: null,
  });
}

function isCuttable(ledger: ContextLedger, index: number): boolean {
  const message = ledger.message(index);
  const state = ledger.state(index);
  return message.role === 'tool' && !state.pinned && !state.restored && !isRecoveryTool(message.toolName ?? '');
}

/** The start of a result, as much of it as `budget` tokens hold together with the notice and the marker. */
export function cutToBudget(context: StrategyContext, index: number, budget: number): MessageEdit | null {
  const { ledger } = context;
  const text = resultText(ledger.message(index));
  const tokensBefore = ledger.state(index).tokensInContext;
  const pointers = context.archive === null ? [] : archiveResult(context.archive, ledger.message(index));
  const pointer = pointers[0] ?? null;
  const notice = pointer === null ? '\n' : `\n[full output, ${countLines(text)} lines: ${pointer}]\n`;
  const frame = ledger.counter.countTextMessage(notice + TRUNCATED_MARKER) + mediaTokensOf(ledger, index);
  const headCharacters = headEnd(text, ledger.counter.prefixWithin(text, budget - frame));
  if (headCharacters === 0 && frame >= tokensBefore) return replaceResult(context, index);
  return measuredCut(ledger, index, { headCharacters, tailCharacters: 0, notice, pointer });
}

/** The first and last lines of a result, for one that is in the archive. */
function previewOf(context: StrategyContext, index: number): MessageEdit | null {
  const { ledger, archive } = context;
  if (archive === null) return null;
  const text = resultText(ledger.message(index));
  const [pointer] = archiveResult(archive, ledger.message(index));
  if (pointer === undefined) return null;
  const headLimit = Math.min(lineOffset(text, PREVIEW_LINES), ledger.counter.prefixWithin(text, PREVIEW_TOKENS));
  const tailLimit = Math.max(lastLinesOffset(text, PREVIEW_LINES), ledger.counter.suffixWithin(text, PREVIEW_TOKENS));
  const headCharacters = headEnd(text, headLimit);
  const from = Math.max(headCharacters, tailStart(text, tailLimit));
  const omitted = countLines(text.slice(headCharacters, from));
  const notice = `\n[${omitted} lines left out; full output: ${pointer}]\n`;
  return measuredCut(ledger, index, { headCharacters, tailCharacters: text.length - from, notice, pointer });
}

function measuredCut(
  ledger: ContextLedger,
  index: number,
  cut: { headCharacters: number; tailCharacters: number; notice: string; pointer: string | null },
): MessageEdit {
  const text = resultText(ledger.message(index));
  const tail = cut.tailCharacters === 0 ? '' : text.slice(-cut.tailCharacters);
  const marker = tail === '' || tail.endsWith('\n') ? TRUNCATED_MARKER : `\n${TRUNCATED_MARKER}`;
  const shown = `${text.slice(0, cut.headCharacters)}${cut.notice}${tail}${marker}`;
  const tokensAfter = ledger.counter.countTextMessage(shown) + mediaTokensOf(ledger, index);
  return { kind: 'cut', index, ...cut, marker, tokensBefore: ledger.state(index).tokensInContext, tokensAfter };
}

/** Tokens of the media in a result; they stay with a cut text. */
function mediaTokensOf(ledger: ContextLedger, index: number): number {
  const media = ledger.message(index).parts.filter((part) => part.type === 'media');
  if (media.length === 0) return 0;
  const message = ledger.message(index);
  return (
    ledger.counter.countMessage({ ...message, parts: media }) - ledger.counter.countMessage({ ...message, parts: [] })
  );
}

function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Offset behind the first `lines` lines. */
function lineOffset(text: string, lines: number): number {
  let offset = 0;
  for (let line = 0; line < lines; line += 1) {
    const next = text.indexOf('\n', offset);
    if (next < 0) return text.length;
    offset = next + 1;
  }
  return offset;
}

/** Offset of the start of the last `lines` lines. */
function lastLinesOffset(text: string, lines: number): number {
  let offset = text.endsWith('\n') ? text.length - 1 : text.length;
  for (let line = 0; line < lines; line += 1) {
    const previous = text.lastIndexOf('\n', offset - 1);
    if (previous < 0 || offset === 0) return 0;
    offset = previous;
  }
  return offset + 1;
}
