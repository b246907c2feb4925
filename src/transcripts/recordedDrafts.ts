import type { Fate, MessageEdit, RecordedTrigger, Removal, Strategy } from '../engine/decision';
import type { ContextLedger, DecisionDraft } from '../engine/ledger';
import { toolCallsOf } from '../engine/message';
import { resultText } from '../engine/resultText';
import type { RecordedCompaction, RecordedEffect } from './transcript';

/** What one recorded compaction comes to in the engine's terms. */
export interface RecordedStep {
  /** One for each kind of thing that was done, in the order of the layers. */
  readonly drafts: readonly DecisionDraft[];
  /** Messages that are in the context again, by index. */
  readonly putBack: readonly number[];
}

/** The strategy of ours that does what the recorded agent did. */
const STRATEGY_OF: Readonly<Record<Exclude<Fate, 'kept'>, { readonly strategy: Strategy; readonly layer: 1 | 2 | 3 }>> =
  {
    truncated: { strategy: 'truncate', layer: 1 },
    compacted: { strategy: 'compact', layer: 1 },
    pruned: { strategy: 'prune', layer: 2 },
    summarized: { strategy: 'summarizeFull', layer: 3 },
  };

/**
 * What another agent did, as decisions that can be taken over a ledger of its history. A message that is out already is not
 * taken out again, and a call goes together with its results, as no request could hold one without the other.
 *
 * @param ledger the history and the context as they were when it took place
 * @param id of the compaction; those of the decisions begin with it
 */
export function recordedDrafts(compaction: RecordedCompaction, ledger: ContextLedger, id: string): RecordedStep {
  const collector = new EffectCollector(ledger);
  for (const effect of compaction.effects ?? []) collector.add(effect, Math.min(compaction.index, ledger.length));
  const trigger = triggerOf(compaction, ledger);
  const draft = (
    fate: Exclude<Fate, 'kept'>,
    edits: readonly MessageEdit[],
    removal: Removal | null,
  ): DecisionDraft => ({ id: `${id}-${fate}`, ...STRATEGY_OF[fate], trigger, edits, removal });
  const drafts: DecisionDraft[] = [];
  if (collector.cuts.size > 0) drafts.push(draft('truncated', [...collector.cuts.values()], null));
  if (collector.replacements.size > 0) drafts.push(draft('compacted', [...collector.replacements.values()], null));
  if (collector.pruned.size > 0) drafts.push(draft('pruned', [], removalOf(collector.pruned, null)));
  const standIn = compaction.summary ?? null;
  // What took nothing out, or does not say what, is shown all the same.
  const isBare = drafts.length === 0 && collector.putBack.length === 0;
  if (collector.summarized.size > 0 || isBare) {
    drafts.push(draft('summarized', [], removalOf(collector.summarized, standIn ?? ledger.length)));
  }
  return { drafts, putBack: collector.putBack };
}

function triggerOf(
  { kind = 'compaction', trigger, tokensBefore, tokensAfter }: RecordedCompaction,
  ledger: ContextLedger,
): RecordedTrigger {
  return {
    reason: 'recorded',
    words: trigger === undefined ? kind : `${kind}, ${trigger}`,
    measuredTokens: ledger.totalTokens,
    reportedBefore: tokensBefore ?? null,
    reportedAfter: tokensAfter ?? null,
  };
}

function removalOf(indexes: ReadonlySet<number>, standIn: number | null): Removal {
  return { indexes: [...indexes].sort((a, b) => a - b), summary: null, pointer: null, standIn };
}

class EffectCollector {
  readonly cuts = new Map<number, MessageEdit>();
  readonly replacements = new Map<number, MessageEdit>();
  readonly pruned = new Set<number>();
  readonly summarized = new Set<number>();
  readonly putBack: number[] = [];

  constructor(private readonly ledger: ContextLedger) {}

  add({ from, to, fate, text }: RecordedEffect, length: number): void {
    for (let index = Math.max(0, from); index < Math.min(to, length); index++) {
      const isOut = this.isOut(index);
      if (fate === 'kept') {
        if (this.ledger.state(index).fate !== 'kept') this.putBack.push(index);
      } else if (isOut) continue;
      else if (fate === 'pruned' || fate === 'summarized') this.remove(index, fate, from, to);
      else this.edit(index, fate, text ?? '');
    }
  }

  private isOut(index: number): boolean {
    const { fate } = this.ledger.state(index);
    return fate === 'pruned' || fate === 'summarized' || this.pruned.has(index) || this.summarized.has(index);
  }

  private remove(index: number, fate: 'pruned' | 'summarized', from: number, to: number): void {
    const step = this.ledger.steps.stepOf(index);
    const anchor = step?.anchor ?? index;
    // A result whose call stays is emptied: the call has to be answered.
    if (anchor !== index && (anchor < from || anchor >= to) && !this.isOut(anchor)) this.edit(index, 'compacted', '');
    else for (const gone of [index, ...(anchor === index ? (step?.results ?? []) : [])]) this[fate].add(gone);
  }

  private edit(index: number, fate: 'truncated' | 'compacted', text: string): void {
    const { ledger } = this;
    const message = ledger.message(index);
    // Calls cannot be replaced by a text.
    if (toolCallsOf(message).length > 0) return;
    const counted = { ...message, parts: [{ type: 'text', text }] } as const;
    const base = {
      index,
      tokensBefore: ledger.state(index).tokensInContext,
      tokensAfter: ledger.counter.countMessage(counted),
    };
    if (fate === 'compacted') {
      this.replacements.set(index, { ...base, kind: 'replace', text, pointers: [] });
      return;
    }
    const headCharacters = commonPrefix(resultText(message), text);
    const notice = text.slice(headCharacters);
    this.cuts.set(index, {
      ...base,
      kind: 'cut',
      headCharacters,
      tailCharacters: 0,
      notice,
      marker: '',
      pointer: null,
    });
  }
}

/** Characters both texts start with. */
function commonPrefix(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let common = 0;
  while (common < length && one.charCodeAt(common) === other.charCodeAt(common)) common += 1;
  return common;
}
