import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { InspectorEvents, InspectorHostApi } from '../../src/protocol/inspector';
import type { DecisionDetail, DetailSubject, MessageDetail } from '../../src/protocol/inspectorDetail';
import type { InspectorFacts, InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import type { Row, RowFilter, RowPlace } from '../../src/protocol/inspectorRows';
import { PreviewStore } from '../ui/previewStore';
import { t } from '../ui/text';
import { RowCache } from './rowCache';
import { rowsQuery } from './rowsQuery';
import { SearchHits } from './searchHits';
import { seenApi } from './seenApi';
import { identityOf, SessionFeed } from './sessionFeed';
import { isSelected, selectionOf } from './selection';
import { callOf, seenSnapshot, TimeTravel } from './timeTravel';
import { withTurn } from './turnFolding';
import {
  emptyFilter,
  initialViewState,
  readViewState,
  writeViewState,
  type FileTrack,
  type InspectorViewState,
  type Selection,
} from './viewState';

/** A failed request, shown where its result would have been. */
export interface Failure {
  readonly message: string;
}

export interface RevealRequest {
  /** Null for the beginning of the list. */
  readonly index: number | null;
  readonly align: 'start' | 'center';
  /** Whether a turn that it is folded away in opens for it. */
  readonly unfolds: boolean;
}

/** All the inspector shows: facts from the host, and how one looks at them. */
export class InspectorStore {
  /** The session as it is now. */
  readonly now = signal<InspectorSnapshot | null>(null);
  /** From where one looks at it. */
  readonly time: TimeTravel;
  /** The session as one looks at it. */
  readonly snapshot: ReadonlySignal<InspectorSnapshot | null> = computed(() =>
    seenSnapshot(this.now.value, this.time.seen.value),
  );
  /** Changes whenever what is shown may read otherwise. */
  readonly seenVersion = computed(() => {
    const seen = this.time.seen.value;
    return seen === null ? String(this.now.value?.revision) : `${String(callOf(seen.perspective))} ${seen.version}`;
  });
  /** What one waits for; beside what is there to see already, as the beginning of a large file. */
  readonly progress = signal<InspectorEvents['progress']>({ text: t('Opening…'), share: null });
  /** Why nothing can be shown. */
  readonly failed = signal<string | null>(null);
  /** Why the last thing asked for was not done, until it is dismissed. */
  readonly notice = signal<string | null>(null);
  readonly view = signal<InspectorViewState>(readViewState());
  readonly rows: RowCache;
  /** The row at the cursor as it was last seen. */
  readonly selectedRow = signal<Row | null>(null);
  readonly detail = signal<MessageDetail | Failure | null>(null);
  readonly decision = signal<DecisionDetail | Failure | null>(null);
  readonly preview: PreviewStore;
  readonly hits: SearchHits;
  /** Grows when the list of problems is asked for, so that it opens and takes the focus. */
  readonly problemsRequest = signal(0);
  /** Grows when the field of the search is asked for, so that it takes the focus. */
  readonly searchRequest = signal(0);
  readonly helpOpen = signal(false);
  /** Set to have the timeline bring a message into sight; the timeline takes it back. */
  readonly revealRequest = signal<RevealRequest | null>(null);
  readonly filter = computed(() => this.view.value.filter);
  readonly selection = computed(() => this.view.value.selection);
  /** Whether the session is the chat's and seen as it is now, so that it can be changed from here. */
  readonly live = computed(() => this.now.value?.kind === 'live' && !this.time.isPast.value);
  /** Whether the timeline keeps to its end: of what grows, and of what one goes through call by call. */
  readonly follows = computed(() => (this.grows.value || this.time.isPast.value) && this.view.value.following);
  /** Whether messages are still added at the end of what is shown. */
  readonly grows = computed(() => this.live.value || (this.now.value?.isGrowing === true && !this.time.isPast.value));
  /** What was asked for before there was anything to show it in. */
  private waitingReveal: DetailSubject | null = null;
  /** Whether the session of before the page loaded was brought back, where the file holds several. */
  private hasSession = false;
  /** Whether the track of before the page loaded was brought back. */
  private hasTrack = false;
  private readonly feed: SessionFeed;

  readonly api: InspectorHostApi;

  constructor(host: InspectorHostApi) {
    this.time = new TimeTravel({
      api: host,
      now: this.now,
      wanted: computed(() => this.view.value.perspective),
      setWanted: (perspective) => {
        this.changeView({ perspective });
      },
      show: (change) => {
        batch(() => {
          change();
          // Positions mean other rows from now on.
          this.rows.setQuery(rowsQuery(this.view.peek()));
        });
      },
      fail: (error) => {
        this.notice.value = error instanceof Error ? error.message : String(error);
      },
    });
    this.feed = new SessionFeed({
      api: host,
      now: this.now,
      take: (snapshot) => {
        this.takeSnapshot(snapshot);
      },
      restored: async (first) => {
        const snapshot = await this.ofRestoredSession(first);
        if (this.view.peek().sessionId === identityOf(snapshot)) await this.time.arrive(snapshot.callCount);
        return snapshot;
      },
      fail: (message) => {
        this.failed.value = message;
      },
    });
    const api = (this.api = seenApi(host, () => this.time.perspective));
    this.rows = new RowCache((request) => api.rows(request), rowsQuery(this.view.peek()));
    effect(() => {
      writeViewState(this.view.value);
    });
    effect(() => {
      this.refreshSelectedRow(this.rows.version.value);
    });
    const newest = computed(() => this.now.value?.revision);
    effect(() => {
      const selection = this.selection.value;
      const version = this.seenVersion.value;
      if (this.snapshot.value !== null && selection !== null) void this.loadDetail(selection, version);
    });
    this.hits = new SearchHits(this);
    this.preview = new PreviewStore({
      preview: (wishes) => api.preview(wishes),
      compact: (wishes) => api.compact(wishes),
      wishes: computed(() => this.view.value.preview),
      setWishes: (preview) => {
        this.changeView({ preview });
      },
      session: computed(() => (this.live.value ? newest.value : null)),
    });
  }

  /** What changed. */
  takeFacts(facts: InspectorFacts): void {
    this.feed.takeFacts(facts);
  }

  async loadSnapshot(): Promise<void> {
    await this.feed.loadWhole();
  }

  /** A page that has just loaded brings back which of several sessions of the file it showed. */
  private async ofRestoredSession(snapshot: InspectorSnapshot): Promise<InspectorSnapshot> {
    const { session } = this.view.peek();
    const isToRestore = !this.hasSession && session !== null && snapshot.kind === 'transcript';
    this.hasSession = true;
    if (!isToRestore || snapshot.sessions?.shown === session) return snapshot;
    await this.api.restoreSession({ session });
    return this.api.snapshot();
  }

  private takeSnapshot(snapshot: InspectorSnapshot): void {
    const first = this.now.peek() === null;
    batch(() => {
      const identity = identityOf(snapshot);
      if (this.view.peek().sessionId !== identity) this.startSession(identity, snapshot.sessions?.shown ?? null);
      this.now.value = snapshot;
      if (first) {
        this.restorePlace();
        this.progress.value = null;
      }
      this.failed.value = null;
      if (!this.time.isPast.peek()) this.rows.setRevision(snapshot.revision);
      this.restoreTrack(snapshot);
    });
    if (!first) this.time.refresh();
  }

  /** Shows one of the two tracks, and again after a reload. */
  showTrack(track: FileTrack): void {
    this.changeView({ track });
    this.run(this.api.setTrack({ track }));
  }

  changeView(change: Partial<InspectorViewState>): void {
    this.view.value = { ...this.view.peek(), ...change };
  }

  changeFilter(change: Partial<RowFilter>): void {
    batch(() => {
      this.changeList({ filter: { ...this.filter.peek(), ...change }, following: false });
      this.revealRequest.value = { index: this.selectedMessage, align: 'center', unfolds: false };
    });
  }

  /** Other rows are listed from now on. */
  changeList(change: Partial<InspectorViewState>): void {
    batch(() => {
      this.changeView(change);
      this.rows.setQuery(rowsQuery(this.view.peek()));
    });
  }

  foldTurn(turn: number, folded: boolean): void {
    this.changeList({ folding: withTurn(this.view.peek().folding, turn, folded) });
  }

  /** Index of the message that is selected; not observed. */
  get selectedMessage(): number | null {
    const { selection } = this.view.peek();
    return selection?.kind === 'message' ? selection.index : null;
  }

  clearFilter(): void {
    this.changeFilter(emptyFilter);
  }

  select(row: Row): void {
    batch(() => {
      const changed = !isSelected(row, this.view.peek().selection);
      this.selectedRow.value = row;
      if (!changed) return;
      this.detail.value = null;
      this.decision.value = null;
      this.changeView({ selection: selectionOf(row) });
    });
  }

  closeDetail(): void {
    batch(() => {
      this.selectedRow.value = null;
      this.detail.value = null;
      this.decision.value = null;
      this.changeView({ selection: null });
    });
  }

  /** What the host names: at once, or as soon as there is something to show it in. */
  async revealSubject(subject: DetailSubject): Promise<void> {
    if (this.snapshot.peek() === null) {
      this.waitingReveal = subject;
      return;
    }
    // The host speaks of the session as it is now.
    this.time.go(null);
    if (subject.kind === 'message') await this.reveal(subject.index);
    else await this.showDecision(subject.id);
  }

  /** Selects a decision, and brings the place where it was taken into sight. */
  async showDecision(id: string): Promise<void> {
    batch(() => {
      this.detail.value = null;
      this.decision.value = null;
      this.changeView({ selection: { kind: 'decision', id }, following: false });
    });
    const detail = await this.attempt(this.api.decision({ id }));
    if (detail === undefined) return;
    this.selectedRow.value = detail.row;
    const index = Math.min(detail.position, Math.max(0, (this.snapshot.peek()?.messageCount ?? 0) - 1));
    const place = await this.attempt(this.locate(index));
    batch(() => {
      if (place === null) this.clearFilter();
      this.revealRequest.value = { index, align: 'center', unfolds: true };
    });
  }

  /** Selects a message and brings it into sight, without a filter where it does not pass the current one. */
  async reveal(index: number): Promise<void> {
    const place = await this.attempt(this.locate(index));
    batch(() => {
      if (place === null) this.clearFilter();
      this.detail.value = null;
      this.changeView({ selection: { kind: 'message', index }, following: false });
      this.revealRequest.value = { index, align: 'center', unfolds: true };
    });
  }

  /** Where a message stands in the list, or null when it does not pass the current filter. */
  locate(index: number): Promise<RowPlace | null> {
    const { filter, folding } = rowsQuery(this.view.peek());
    return this.api.locate({ filter, ...(folding === undefined ? {} : { folding }), index });
  }

  /** Position of the heading over a row, or null where there is none. */
  headingOf(position: number): Promise<number | null | undefined> {
    const { filter, folding } = rowsQuery(this.view.peek());
    return this.attempt(this.api.heading({ filter, ...(folding === undefined ? {} : { folding }), position }));
  }

  /** Opens the list of problems and gives it the focus. */
  showProblems(): void {
    batch(() => {
      this.changeView({ problemsOpen: true });
      this.problemsRequest.value += 1;
    });
  }

  /** Starts what the host does for the user; a failure becomes a notice. */
  run(call: Promise<void>): void {
    void this.attempt(call);
  }

  async attempt<Value>(call: Promise<Value>): Promise<Value | undefined> {
    try {
      return await call;
    } catch (error) {
      this.notice.value = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  }

  /** Another session than the one the view state is about: how one looks stays, what one looked at does not. */
  private startSession(sessionId: string | null, session: number | null): void {
    const { split, tab, chartOpen, problemsOpen, singleKeys } = this.view.peek();
    this.view.value = { ...initialViewState, sessionId, session, split, tab, chartOpen, problemsOpen, singleKeys };
    this.time.go(null);
    this.selectedRow.value = null;
    this.detail.value = null;
    this.decision.value = null;
    this.rows.setQuery(rowsQuery(initialViewState));
  }

  private restorePlace(): void {
    const { topMessage } = this.view.peek();
    if (this.waitingReveal !== null) {
      void this.revealSubject(this.waitingReveal);
      this.waitingReveal = null;
    } else if (topMessage !== null && !this.follows.peek()) {
      this.revealRequest.value = { index: topMessage, align: 'start', unfolds: false };
    }
  }

  /** A page that has just loaded brings back the track it showed, as soon as there are two. */
  private restoreTrack({ track, tracks }: InspectorSnapshot): void {
    if (this.hasTrack || tracks === null) return;
    this.hasTrack = true;
    const { track: wanted } = this.view.peek();
    if (wanted !== null && wanted !== track) this.showTrack(wanted);
  }

  private refreshSelectedRow(_version: number): void {
    const { selection } = this.view.peek();
    const position = this.rows.find((row) => isSelected(row, selection));
    if (position !== null) this.selectedRow.value = this.rows.row(position) ?? null;
  }

  private async loadDetail(selection: Selection, version: string): Promise<void> {
    const isWanted = (): boolean => this.view.peek().selection === selection && this.seenVersion.peek() === version;
    try {
      if (await this.isDetailCurrent(selection)) return;
      if (!isWanted()) return;
      if (selection.kind === 'message') {
        const detail = await this.api.detail({ index: selection.index });
        if (isWanted()) this.detail.value = detail;
      } else if (selection.kind === 'decision') {
        const decision = await this.api.decision({ id: selection.id });
        if (isWanted()) this.decision.value = decision;
      }
    } catch (error) {
      if (!isWanted()) return;
      const failure = { message: error instanceof Error ? error.message : String(error) };
      if (selection.kind === 'message') this.detail.value = failure;
      else this.decision.value = failure;
    }
  }

  /** Whether what is shown of the selection still holds: texts are long, and few changes touch them. */
  private async isDetailCurrent(selection: Selection): Promise<boolean> {
    if (selection.kind === 'turn') return true;
    const held = selection.kind === 'message' ? this.detail.peek() : this.decision.peek();
    if (held === null || !('version' in held) || !isSelected(held.row, selection)) return false;
    return this.api.isCurrent({ subject: selection, version: held.version });
  }
}
