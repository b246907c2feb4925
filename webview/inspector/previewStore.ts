import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type {
  BatchKind,
  CompactionPreview,
  InspectorHostApi,
  InspectorSnapshot,
  PreviewBatch,
  PreviewWishes,
} from '../../src/protocol/inspector';
import { announce } from '../ui/announcer';
import type { InspectorViewState } from './viewState';

/** Of the inspector, what this part of it reads and changes. */
interface Surroundings {
  readonly api: InspectorHostApi;
  readonly view: ReadonlySignal<InspectorViewState>;
  readonly snapshot: ReadonlySignal<InspectorSnapshot | null>;
  changeView(change: Partial<InspectorViewState>): void;
}

/** The compaction that is looked at before it is done. The host works it out; only the wishes are the page's. */
export class PreviewStore {
  /** Null: no compaction is looked at. */
  readonly wishes = computed(() => this.surroundings.view.value.preview);
  /** What these wishes come to; the one before shows until the next has come. */
  readonly preview = signal<CompactionPreview | null>(null);
  /** Every batch as it was last seen: one that is left out can be taken in again. */
  readonly batches = signal<ReadonlyMap<BatchKind, PreviewBatch>>(new Map());
  readonly failure = signal<string | null>(null);
  readonly isCompacting = signal(false);

  constructor(private readonly surroundings: Surroundings) {
    effect(() => {
      const wishes = this.wishes.value;
      const snapshot = surroundings.snapshot.value;
      if (wishes !== null && snapshot?.kind === 'live') void this.load(wishes);
    });
  }

  open(): void {
    batch(() => {
      this.preview.value = null;
      this.batches.value = new Map();
      this.failure.value = null;
      this.surroundings.changeView({ preview: { skip: [], pin: [] } });
    });
  }

  close(): void {
    this.surroundings.changeView({ preview: null });
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
    this.isCompacting.value = true;
    this.failure.value = null;
    try {
      await this.surroundings.api.compact(wishes);
      this.close();
      announce('Compacted');
    } catch (error) {
      this.failure.value = wordsOf(error);
    } finally {
      this.isCompacting.value = false;
    }
  }

  private change(next: (wishes: PreviewWishes) => PreviewWishes): void {
    const wishes = this.wishes.peek();
    if (wishes !== null) this.surroundings.changeView({ preview: next(wishes) });
  }

  private async load(wishes: PreviewWishes): Promise<void> {
    try {
      const preview = await this.surroundings.api.preview(wishes);
      if (this.wishes.peek() !== wishes) return;
      batch(() => {
        const batches = new Map(this.batches.peek());
        for (const kind of batches.keys()) if (!wishes.skip.includes(kind)) batches.delete(kind);
        for (const found of preview.batches) batches.set(found.kind, found);
        this.preview.value = preview;
        this.batches.value = batches;
      });
    } catch (error) {
      if (this.wishes.peek() === wishes) this.failure.value = wordsOf(error);
    }
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
