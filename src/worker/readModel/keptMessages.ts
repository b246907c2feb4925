import { keptTailLength, tailStart } from '../../engine/layer2/protectedSteps';
import type { Step } from '../../engine/stepIndex';
import { t } from '../../l10n/text';
import type { LedgerReader } from './ledgerReader';

type KeptReason = 'system' | 'pinned' | 'first' | 'current' | 'newest' | 'putBack';

/** Something that no compaction takes out by itself. */
export interface KeptItem {
  /** In words: `message 12 (pinned)`. */
  readonly name: string;
  /** Tokens in the context. */
  readonly tokens: number;
  /** It stays for this alone, that the user put it back. */
  readonly isPutBack: boolean;
}

/**
 * What no threshold takes out of the context: tool definitions, memory, system, pins, what the user put back, the user's
 * first and current message, and the newest.
 * A new message or a pin costs the same in any session; to ask costs what there is to name.
 */
export class KeptMessages {
  readonly #ledger: LedgerReader;
  /** Anchors of pinned steps, of those put back and of system messages, as far as the history was looked at. */
  readonly #anchors = new Set<number>();
  #scanned = 0;

  constructor(ledger: LedgerReader) {
    this.#ledger = ledger;
  }

  /** After the pin of a message was set or taken away. */
  takePin(index: number): void {
    const step = this.#ledger.steps.stepOf(index);
    if (step === undefined || index >= this.#scanned) return;
    if (this.#isFixed(step)) this.#anchors.add(step.anchor);
    else this.#anchors.delete(step.anchor);
  }

  /** @param keepLast messages at the end that stay, at most a third of the history */
  items(keepLast: number): KeptItem[] {
    this.#scan();
    const { toolSchemaTokens, memoryTokens, firstUserIndex, currentUserIndex, steps, length } = this.#ledger;
    const { visible } = steps;
    const tail = visible.slice(tailStart(visible, keptTailLength(keepLast, length)));
    const newest = new Set(tail.map(({ anchor }) => anchor));
    const anchors = new Set([...this.#anchors, firstUserIndex, currentUserIndex, ...newest]);
    const items = [...anchors].flatMap((anchor): KeptItem[] => {
      const step = steps.stepOf(anchor);
      if (step === undefined || step.isRemoved) return [];
      const reason = this.#reasonOf(step, newest);
      const tokens = this.#ledger.stepTokens(step);
      return [{ name: nameOf(step, reasonWord(reason)), tokens, isPutBack: reason === 'putBack' }];
    });
    const memory = memoryTokens === 0 ? [] : [{ name: t('memory'), tokens: memoryTokens, isPutBack: false }];
    return [{ name: t('tool definitions'), tokens: toolSchemaTokens, isPutBack: false }, ...memory, ...items];
  }

  #scan(): void {
    for (; this.#scanned < this.#ledger.length; this.#scanned++) {
      const step = this.#ledger.steps.stepOf(this.#scanned);
      if (step !== undefined && this.#isFixed(step)) this.#anchors.add(step.anchor);
    }
  }

  #isFixed(step: Step): boolean {
    const { role } = this.#ledger.message(step.anchor);
    return role === 'system' || this.#ledger.isPinned(step) || this.#ledger.isRestored(step);
  }

  #reasonOf(step: Step, newest: ReadonlySet<number>): KeptReason {
    if (this.#ledger.message(step.anchor).role === 'system') return 'system';
    if (this.#ledger.isPinned(step)) return 'pinned';
    if (step.anchor === this.#ledger.firstUserIndex) return 'first';
    if (step.anchor === this.#ledger.currentUserIndex) return 'current';
    return newest.has(step.anchor) ? 'newest' : 'putBack';
  }
}

function nameOf({ anchor, results }: Step, reason: string): string {
  const last = results.at(-1);
  return last === undefined
    ? t('message {0} ({1})', anchor, reason)
    : t('messages {0} to {1} ({2})', anchor, last, reason);
}

function reasonWord(reason: KeptReason): string {
  switch (reason) {
    case 'system':
      return t('system');
    case 'pinned':
      return t('pinned');
    case 'first':
      return t('your first');
    case 'current':
      return t('your newest');
    case 'newest':
      return t('among the newest, which stay');
    case 'putBack':
      return t('put back by you');
  }
}
