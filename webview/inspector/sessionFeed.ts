import type { Signal } from '@preact/signals';
import type { InspectorHostApi } from '../../src/protocol/inspector';
import type { InspectorFacts, InspectorSnapshot, SeriesChange } from '../../src/protocol/inspectorFacts';
import { withSeries } from './withSeries';

interface SessionFeedOptions {
  readonly api: Pick<InspectorHostApi, 'snapshot' | 'series'>;
  /** The session as it is held; the feed adds to its series. */
  readonly now: Signal<InspectorSnapshot | null>;
  readonly take: (snapshot: InspectorSnapshot) => void;
  /** A page that has just loaded brings back what it showed before: the first snapshot, or the one of what came back. */
  readonly restored: (first: InspectorSnapshot) => Promise<InspectorSnapshot>;
  readonly fail: (message: string) => void;
}

/** Keeps the session as it is now: told of its facts, asking for what its series have more, and for all of another one. */
export class SessionFeed {
  private isLoading = false;
  /** What of the snapshot is to be asked for next. */
  private wanted: 'series' | 'whole' | null = null;
  /** Version of the series that are held: facts may be ahead of it. */
  private seriesVersion = '';

  constructor(private readonly options: SessionFeedOptions) {}

  /** What changed. Where the series did too, what they have more is asked for. */
  takeFacts(facts: InspectorFacts): void {
    const known = this.options.now.peek();
    if (known === null || identityOf(known) !== identityOf(facts)) {
      void this.loadWhole();
      return;
    }
    if (facts.revision >= known.revision) this.options.take({ ...known, ...facts });
    if (this.seriesVersion === facts.seriesVersion) return;
    this.wanted ??= 'series';
    void this.load();
  }

  async loadWhole(): Promise<void> {
    this.wanted = 'whole';
    await this.load();
  }

  /** Asks for what is wanted, one thing at a time. */
  private async load(): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    const { api, fail } = this.options;
    try {
      for (let wanted = this.takeWanted(); wanted !== null; wanted = this.takeWanted()) {
        if (wanted === 'whole') await this.takeWhole(await api.snapshot());
        else this.takeSeries(await api.series({ known: this.seriesVersion }));
      }
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    } finally {
      this.isLoading = false;
    }
  }

  private takeWanted(): 'series' | 'whole' | null {
    const { wanted } = this;
    this.wanted = null;
    return wanted;
  }

  private async takeWhole(answer: InspectorSnapshot): Promise<void> {
    const { now, take, restored } = this.options;
    const snapshot = now.peek() === null ? await restored(answer) : answer;
    const known = now.peek();
    this.seriesVersion = snapshot.seriesVersion;
    // A late answer must not undo the facts of an event that overtook it.
    const isOvertaken =
      known !== null && identityOf(known) === identityOf(snapshot) && known.revision > snapshot.revision;
    const { calls, tools, problems } = snapshot;
    take(isOvertaken ? { ...known, calls, tools, problems } : snapshot);
  }

  private takeSeries(change: SeriesChange): void {
    const { now } = this.options;
    const known = now.peek();
    this.seriesVersion = change.seriesVersion;
    if (known !== null) now.value = withSeries(known, change);
  }
}

/** What the view state is about: a live session, or one of several in a file; null for a file with one. */
export function identityOf({ sessionId, sessions }: Pick<InspectorFacts, 'sessionId' | 'sessions'>): string | null {
  return sessionId ?? (sessions === null ? null : `session ${String(sessions.shown)}`);
}
