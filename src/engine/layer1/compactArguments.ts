import { archiveText } from '../archiveOriginals';
import type { Decision, MessageEdit, TriggerReason } from '../decision';
import type { ContextLedger } from '../ledger';
import type { Message, ToolCallPart } from '../message';
import { triggerOf } from '../strategy';
import type { StrategyContext } from '../strategy';
import { writesFiles } from '../toolNames';
import { newestCallStep } from './compact';

/** Strings longer than this many characters are worth a pointer. Deep Agents uses the same figure. */
const LARGE_ARGUMENT_CHARACTERS = 2_000;

/**
 * ② for arguments: large strings in the arguments of old writes and edits become a pointer to the original arguments,
 * oldest first, until the input is at or under `target` tokens. The call stays valid against its schema.
 */
export function compactArguments(
  context: StrategyContext,
  target: number,
  reason: TriggerReason,
  threshold: number,
): Decision | null {
  const { ledger } = context;
  const newest = newestCallStep(ledger);
  const trigger = triggerOf(context, reason, 'layer1.evictInputsRatio', threshold);
  const edits: MessageEdit[] = [];
  let total = ledger.totalTokens;
  for (const step of ledger.steps.visible) {
    if (total <= target) break;
    // What the newest calls wrote goes only when nothing else makes the context fit.
    if (step === newest && reason !== 'fit') break;
    if (step.callIds.length === 0 || ledger.isPinned(step)) continue;
    if (ledger.state(step.anchor).restored && reason === 'threshold') continue;
    if (!hasLargeArguments(ledger.message(step.anchor))) continue;
    for (const edit of editsOf(context, ledger, step.anchor, reason === 'fit')) {
      edits.push(edit);
      total -= edit.tokensBefore - edit.tokensAfter;
    }
  }
  if (edits.length === 0) return null;
  return ledger.take({ id: context.nextDecisionId(), strategy: 'compact', layer: 1, trigger, edits, removal: null });
}

function hasLargeArguments({ parts }: Message): boolean {
  for (const part of parts) if (part.type === 'toolCall' && isLarge(part.arguments)) return true;
  return false;
}

function isLarge(text: string): boolean {
  return text.length > LARGE_ARGUMENT_CHARACTERS;
}

function editsOf(context: StrategyContext, ledger: ContextLedger, index: number, anyTool: boolean): MessageEdit[] {
  const { archive } = context;
  if (archive === null) return [];
  const message = ledger.message(index);
  const state = ledger.state(index);
  const edits: MessageEdit[] = [];
  let tokensBefore = state.tokensInContext;
  for (const [position, part] of message.parts.entries()) {
    if (part.type !== 'toolCall' || !isLarge(part.arguments)) continue;
    if (state.arguments.has(position) || !(anyTool || writesFiles(part.name))) continue;
    const shortened = shortenedArguments(part, () => archiveText(archive, part.arguments, 'json'));
    if (shortened === null) continue;
    const saved =
      tokensOfCall(ledger, message, part) - tokensOfCall(ledger, message, { ...part, arguments: shortened.text });
    if (saved <= 0) continue;
    const tokensAfter = tokensBefore - saved;
    edits.push({
      kind: 'arguments',
      index,
      part: position,
      arguments: shortened.text,
      pointer: shortened.pointer,
      tokensBefore,
      tokensAfter,
    });
    tokensBefore = tokensAfter;
  }
  return edits;
}

function tokensOfCall(ledger: ContextLedger, message: Message, part: ToolCallPart): number {
  return ledger.counter.countMessage({ ...message, parts: [part] });
}

/** The arguments with a pointer in place of each large string; null where there is none, no JSON, or it is too deep. */
function shortenedArguments(part: ToolCallPart, archive: () => string): { text: string; pointer: string } | null {
  const isLargeText = (item: unknown): boolean => typeof item === 'string' && isLarge(item);
  try {
    const value: unknown = JSON.parse(part.arguments);
    if (!someValue(value, isLargeText)) return null;
    const pointer = archive();
    const replacement = `[argument removed to free context; original arguments: ${pointer}]`;
    return { text: JSON.stringify(value, (_key, item: unknown) => (isLargeText(item) ? replacement : item)), pointer };
  } catch {
    return null;
  }
}

function someValue(value: unknown, matches: (value: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return matches(value);
  return Object.values(value).some((item) => someValue(item, matches));
}
