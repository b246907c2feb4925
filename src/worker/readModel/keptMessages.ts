import { keptTailLength, tailStart } from '../../engine/layer2/protectedSteps';
import type { Step } from '../../engine/stepIndex';
import type { LedgerReader } from './ledgerReader';

/** Something that no compaction takes out. */
export interface KeptItem {
  /** In words: `message 12 (pinned)`. */
  readonly name: string;
  /** Tokens in the context. */
  readonly tokens: number;
}

/**
 * What always stays in the context: tool definitions, system, pins, the user's first and current message, and the newest.
 * A new message or a pin costs the same in any session; to ask costs what there is to name.
 */
export class KeptMessages {
  readonly #ledger: LedgerReader;
  /** Anchors of the steps with a pinned message, and system messages, as far as the history was looked at. */
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
    const { toolSchemaTokens, firstUserIndex, currentUserIndex, steps, length } = this.#ledger;
    const { visible } = steps;
    const tail = visible.slice(tailStart(visible, keptTailLength(keepLast, length)));
    const anchors = new Set([...this.#anchors, firstUserIndex, currentUserIndex, ...tail.map(({ anchor }) => anchor)]);
    const items = [...anchors].flatMap((anchor): KeptItem[] => {
      const step = steps.stepOf(anchor);
      if (step === undefined || step.isRemoved) return [];
      return [{ name: this.#nameOf(step), tokens: this.#ledger.stepTokens(step) }];
    });
    return [{ name: 'tool definitions', tokens: toolSchemaTokens }, ...items];
  }

  #scan(): void {
    for (; this.#scanned < this.#ledger.length; this.#scanned++) {
      const step = this.#ledger.steps.stepOf(this.#scanned);
      if (step !== undefined && this.#isFixed(step)) this.#anchors.add(step.anchor);
    }
  }

  #isFixed(step: Step): boolean {
    return this.#ledger.message(step.anchor).role === 'system' || this.#ledger.isPinned(step);
  }

  #nameOf(step: Step): string {
    const { anchor, results } = step;
    const last = results.at(-1);
    const place = last === undefined ? `message ${String(anchor)}` : `messages ${String(anchor)} to ${String(last)}`;
    return `${place} (${this.#reasonOf(step)})`;
  }

  #reasonOf(step: Step): string {
    if (this.#ledger.message(step.anchor).role === 'system') return 'system';
    if (this.#ledger.isPinned(step)) return 'pinned';
    if (step.anchor === this.#ledger.firstUserIndex) return 'your first';
    return step.anchor === this.#ledger.currentUserIndex ? 'your newest' : 'newest';
  }
}
