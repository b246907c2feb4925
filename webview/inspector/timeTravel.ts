import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { InspectorHostApi } from '../../src/protocol/inspector';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import type { Perspective } from '../../src/protocol/perspective';
import type { SeenFacts } from '../../src/protocol/seenFacts';

/** What is seen, and from where. */
export interface Seen extends SeenFacts {
  readonly perspective: Perspective;
}

interface TimeTravelOptions {
  readonly api: Pick<InspectorHostApi, 'seen'>;
  /** The session as it is now. */
  readonly now: ReadonlySignal<InspectorSnapshot | null>;
  /** Where one wants to look from; kept with all else of how one looks. */
  readonly wanted: ReadonlySignal<Perspective>;
  readonly setWanted: (perspective: Perspective) => void;
  /** Puts what is seen now in the place of what was, all at once with `change`. */
  readonly show: (change: () => void) => void;
  readonly fail: (error: unknown) => void;
}

type CallPerspective = Extract<Perspective, { kind: 'call' }>;

const now: Perspective = { kind: 'now' };

/** From where one looks at the session: now, or one of its calls. What is looked at stays until the new is there. */
export class TimeTravel {
  /** Null: now. */
  readonly seen = signal<Seen | null>(null);
  /** The call one wants to look from; null for now. Ahead of what is seen while that is on its way. */
  readonly call: ReadonlySignal<number | null>;
  readonly isPast: ReadonlySignal<boolean>;
  private isAsking = false;
  private isStale = false;

  constructor(private readonly options: TimeTravelOptions) {
    this.call = computed(() => callOf(options.wanted.value));
    this.isPast = computed(() => this.seen.value !== null);
  }

  /** From where what is shown is seen. */
  get perspective(): Perspective {
    return this.seen.peek()?.perspective ?? now;
  }

  /** @param call from 0; null, or one that was not made yet, for now */
  go(call: number | null): void {
    const { callCount = 0 } = this.options.now.peek() ?? {};
    if (call === null || call >= callCount) {
      this.options.setWanted(now);
      this.leave();
      return;
    }
    this.options.setWanted({ kind: 'call', call: Math.max(0, call) });
    void this.arrive();
  }

  /** One call on or back; now is what follows the last call. */
  step(by: 1 | -1): void {
    const { callCount = 0 } = this.options.now.peek() ?? {};
    this.go((this.call.peek() ?? callCount) + by);
  }

  /** The session changed: what is seen of the past may read otherwise too, as under another threshold. */
  refresh(): void {
    if (this.options.wanted.peek().kind === 'now') return;
    this.isStale = true;
    void this.arrive();
  }

  /**
   * Asks for what is wanted, the newest wish only, until it is what is seen.
   *
   * @param callCount calls there are: a replay that is still running has not come to all of them
   */
  async arrive(callCount = this.options.now.peek()?.callCount ?? 0): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      for (let wanted = this.next(callCount); wanted !== null; wanted = this.next(callCount)) {
        this.isStale = false;
        await this.ask(wanted);
      }
    } finally {
      this.isAsking = false;
    }
  }

  /** What is to be asked for next; null: nothing. */
  private next(callCount: number): CallPerspective | null {
    const wanted = this.options.wanted.peek();
    if (wanted.kind === 'now') return null;
    const isSeen = wanted.call === callOf(this.perspective);
    return (isSeen && !this.isStale) || wanted.call >= callCount ? null : wanted;
  }

  private async ask(perspective: CallPerspective): Promise<void> {
    const { api, show, fail } = this.options;
    const isWanted = (): boolean => this.options.wanted.peek() === perspective;
    const held = this.seen.peek();
    const known = held !== null && callOf(this.perspective) === perspective.call ? { known: held.version } : {};
    try {
      const seen = await api.seen({ perspective, ...known });
      if (seen === null || !isWanted()) return;
      show(() => {
        this.seen.value = { ...seen, perspective };
      });
    } catch (error) {
      if (!isWanted()) return;
      this.options.setWanted(now);
      this.leave();
      fail(error);
    }
  }

  private leave(): void {
    if (this.seen.peek() === null) return;
    this.options.show(() => {
      this.seen.value = null;
    });
  }
}

/** What is shown: what is seen from there, of the session as it is now. */
export function seenSnapshot(session: InspectorSnapshot | null, seen: Seen | null): InspectorSnapshot | null {
  if (session === null || seen === null) return session;
  const { title, sessions, isGrowing, callCount, seriesVersion, calls, tools, problems } = session;
  return { ...seen.facts, title, sessions, isGrowing, callCount, seriesVersion, calls, tools, problems };
}

/** Null: now. */
export function callOf(perspective: Perspective): number | null {
  return perspective.kind === 'call' ? perspective.call : null;
}
