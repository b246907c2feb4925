import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { InspectorHostApi } from '../../src/protocol/inspector';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import type { HitStep, StepRequest } from '../../src/protocol/inspectorRows';
import { announce } from '../ui/announcer';
import { t, tn } from '../ui/text';
import type { InspectorViewState } from './viewState';

/** What is found of the words searched for. */
export interface FoundHits {
  /** Messages with a hit among those that pass the filter. */
  readonly count: number;
  /** Which of them is selected, from 1; null: none. */
  readonly number: number | null;
}

/** What it asks of the inspector, and moves in it. */
interface Store {
  readonly api: Pick<InspectorHostApi, 'nextHit'>;
  readonly view: ReadonlySignal<InspectorViewState>;
  readonly selectedMessage: number | null;
  readonly snapshot: ReadonlySignal<InspectorSnapshot | null>;
  readonly seenVersion: ReadonlySignal<string>;
  attempt<Value>(request: Promise<Value>): Promise<Value | undefined>;
  reveal(index: number): Promise<void>;
}

/** The hits of the search, and the way from one to the next. */
export class SearchHits {
  /** Null where nothing is searched for, and before the first answer. */
  readonly found = signal<FoundHits | null>(null);
  private readonly text = computed(() => this.store.view.value.filter.text);

  constructor(private readonly store: Store) {
    const place = computed(() => {
      const { filter, selection } = store.view.value;
      return JSON.stringify([filter, selection?.kind === 'message' ? selection.index : null]);
    });
    effect(() => {
      const asked = { text: this.text.value, version: store.seenVersion.value, place: place.value };
      if (asked.text === '') this.found.value = null;
      else if (store.snapshot.value !== null) void this.count(place.value, () => place.peek());
    });
  }

  /** Selects the next hit from the selected message on, or from what is in sight. */
  async step(direction: StepRequest['direction']): Promise<void> {
    if (this.text.peek() === '') return;
    const { topMessage } = this.store.view.peek();
    const forwardFrom = topMessage === null ? null : before(topMessage);
    const from = this.store.selectedMessage ?? (direction === 'forward' ? forwardFrom : topMessage);
    const step = await this.ask({ from, direction });
    if (step === undefined) return;
    if (step.hit === null) {
      announce(t('Nothing found'));
      return;
    }
    await this.store.reveal(step.hit.index);
    announce(t('Hit {0} of {1}', step.hit.number, step.count));
  }

  /** How many there are, and which of them is selected. */
  private async count(place: string, newest: () => string): Promise<void> {
    const selected = this.store.selectedMessage;
    const step = await this.ask({ from: selected === null ? null : before(selected), direction: 'forward' });
    if (step === undefined || newest() !== place) return;
    const isSelected = selected !== null && step.hit?.index === selected;
    this.found.value = { count: step.count, number: isSelected ? step.hit.number : null };
  }

  private ask(step: Omit<StepRequest, 'filter'>): Promise<HitStep | undefined> {
    const { filter } = this.store.view.peek();
    return this.store.attempt(this.store.api.nextHit({ filter: { ...filter, text: '' }, text: filter.text, ...step }));
  }
}

/** `3 of 41`, or `41 hits` where none of them is selected. */
export function hitWords({ count, number }: FoundHits): string {
  return number === null ? tn('{0} hit', '{0} hits', count) : t('{0} of {1}', number, count);
}

/** From where a step forward comes to a message itself. */
function before(index: number): number | null {
  return index === 0 ? null : index - 1;
}
