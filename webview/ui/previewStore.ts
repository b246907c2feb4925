import { batch, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { BatchKind, CompactionPreview, PreviewBatch, PreviewWishes } from '../../src/protocol/preview';
import { announce } from './announcer';
import { t } from './text';

/** What the page around it gives. */
export interface PreviewSurroundings {
  /** What these wishes come to. */
  preview(wishes: PreviewWishes): Promise<CompactionPreview>;
  /** Does what `preview` showed for the same wishes. */
  compact(wishes: PreviewWishes): Promise<void>;
  /** Null: no compaction is looked at. */
  readonly wishes: ReadonlySignal<PreviewWishes | null>;
  setWishes(wishes: PreviewWishes | null): void;
  /** Another value: the session has changed. Null: it cannot be compacted. */
  readonly session: ReadonlySignal<unknown>;
}

/** The compaction that is looked at before it is done. The host works it out; only the wishes are the page's. */
export class PreviewStore {
  readonly wishes: ReadonlySignal<PreviewWishes | null>;
  /** What these wishes come to; the one before shows until the next has come. */
  readonly preview = signal<CompactionPreview | null>(null);
  /** Every batch as it was last seen: one that is left out can be taken in again. */
  readonly batches = signal<ReadonlyMap<BatchKind, PreviewBatch>>(new Map());
  readonly failure = signal<string | null>(null);
  readonly isCompacting = signal(false);

  constructor(private readonly surroundings: PreviewSurroundings) {
    this.wishes = surroundings.wishes;
    effect(() => {
      const wishes = this.wishes.value;
      if (wishes !== null && surroundings.session.value !== null) void this.load(wishes);
    });
  }

  open(): void {
    batch(() => {
      this.preview.value = null;
      this.batches.value = new Map();
      this.failure.value = null;
      this.surroundings.setWishes({ skip: [], pin: [] });
    });
  }

  close(): void {
    batch(() => {
      this.preview.value = null;
      this.batches.value = new Map();
      this.failure.value = null;
      this.surroundings.setWishes(null);
    });
  }

  /** Whether Compact would do anything: also a pin alone is something. */
  get isWorthwhile(): boolean {
    const shown = this.preview.value;
    return shown !== null && (shown.batches.length > 0 || shown.pinned.length > 0);
  }

  setSkipped(kind: BatchKind, skipped: boolean): void {
    this.change(({ skip, pin }) => ({ pin, skip: skipped ? [...skip, kind] : skip.filter((other) => other !== kind) }));
  }

  setPinned(index: number, pinned: boolean): void {
    this.change(({ skip, pin }) => ({ skip, pin: pinned ? [...pin, index] : pin.filter((other) => other !== index) }));
  }

  /** Does what is shown; where it cannot be done the panel stays, and says why. */
  async compact(): Promise<void> {
    const wishes = this.wishes.peek();
    if (wishes === null || this.isCompacting.peek()) return;
    const hasBatches = (this.preview.peek()?.batches.length ?? 0) > 0;
    this.isCompacting.value = true;
    this.failure.value = null;
    try {
      await this.surroundings.compact(wishes);
      this.close();
      announce(hasBatches ? t('Compacted') : t('Pinned'));
    } catch (error) {
      this.failure.value = wordsOf(error);
    } finally {
      this.isCompacting.value = false;
    }
  }

  private change(next: (wishes: PreviewWishes) => PreviewWishes): void {
    const wishes = this.wishes.peek();
    if (wishes !== null) this.surroundings.setWishes(next(wishes));
  }

  private async load(wishes: PreviewWishes): Promise<void> {
    try {
      const preview = await this.surroundings.preview(wishes);
      const unseen = await this.leftOutUnseen(wishes);
      if (this.wishes.peek() !== wishes) return;
      this.take(wishes, preview, unseen);
    } catch (error) {
      if (this.wishes.peek() === wishes) this.failure.value = wordsOf(error);
    }
  }

  private take(wishes: PreviewWishes, preview: CompactionPreview, unseen: readonly PreviewBatch[]): void {
    const batches = new Map(this.batches.peek());
    const isFirst = this.preview.peek() === null;
    // A heavier batch that takes the place of one that was left out, or of a pin, is the person's to choose.
    const unasked = isFirst ? [] : preview.batches.filter(({ kind }) => !batches.has(kind));
    for (const kind of batches.keys()) if (!wishes.skip.includes(kind)) batches.delete(kind);
    for (const found of [...preview.batches, ...unseen]) batches.set(found.kind, found);
    batch(() => {
      this.batches.value = batches;
      this.failure.value = null;
      if (unasked.length === 0) this.preview.value = preview;
      else this.change(({ skip, pin }) => ({ pin, skip: [...skip, ...unasked.map(({ kind }) => kind)] }));
    });
  }

  /** What was left out before the page was loaded anew: asked for, so that it can be taken in again. */
  private async leftOutUnseen({ skip, pin }: PreviewWishes): Promise<readonly PreviewBatch[]> {
    const found: PreviewBatch[] = [];
    for (const kind of skip.filter((other) => !this.batches.peek().has(other))) {
      const { batches } = await this.surroundings.preview({ skip: skip.filter((other) => other !== kind), pin });
      found.push(...batches.filter((one) => one.kind === kind));
    }
    return found;
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
