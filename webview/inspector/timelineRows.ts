import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { InspectorStore } from './inspectorStore';
import { pageSize } from './rowCache';
import { rowsDrawn, rowsInSight } from './rowGeometry';
import { RowSlots, type PlacedRow } from './rowSlots';
import { isSelected } from './selection';
import { TimelineScroller } from './timelineScroller';
import { isFolded } from './turnFolding';
import type { Selection } from './viewState';

/** Which rows the timeline shows and where its cursor is. What is scrolled draws rows, and never the timeline itself. */
export class TimelineRows {
  readonly scroller = new TimelineScroller();
  readonly slots = new RowSlots();
  /** Position of the row that Tab leads to: the selected one where its row is held. */
  readonly cursor: ReadonlySignal<number>;
  /** Of the row that is to be selected as soon as it comes; null: none. */
  private readonly waitingFor = signal<number | null>(null);
  private readonly lastCursor = signal(0);
  /** Rows that pass the filter, 0 before that is known. */
  readonly total: ReadonlySignal<number>;
  private askedTop = 0;

  constructor(private readonly store: InspectorStore) {
    const { rows, selection } = store;
    this.total = computed(() => rows.total.value ?? 0);
    const selected = computed(() => this.selectedPosition(rows.version.value, selection.value));
    this.cursor = computed(() => Math.min(selected.value ?? this.lastCursor.value, Math.max(0, this.total.value - 1)));
  }

  /** Draws and asks for rows until the returned function is called. */
  start(): () => void {
    const { version } = this.store.rows;
    const stops = [
      effect(() => {
        this.draw(version.value);
      }),
      effect(() => {
        this.ask(version.value);
      }),
      effect(() => {
        this.selectWaited(version.value);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Position a key moves from. */
  get place(): number {
    return this.waitingFor.peek() ?? this.cursor.peek();
  }

  /** Whole rows in sight, less the one that is seen again; at least 1. */
  get rowsPerPage(): number {
    const { first, end } = rowsInSight(this.scroller.view, this.total.peek());
    return Math.max(1, end - first - 2);
  }

  setCursor(position: number): void {
    this.lastCursor.value = position;
  }

  /** Brings a row into sight and selects it, once it is there. */
  moveTo(position: number): void {
    batch(() => {
      this.setCursor(position);
      this.waitingFor.value = position;
      this.scroller.scrollToRow(position, 'nearest');
    });
  }

  /** Opens or closes the turn whose heading stands at a position; nothing where there is none. */
  toggleTurn(position: number): void {
    const row = this.store.rows.row(position);
    if (row?.kind !== 'turn') return;
    this.store.foldTurn(row.turn, !isFolded(this.store.view.peek().folding, row.turn));
  }

  /** What Right or Left does at the cursor: opens a turn or goes into it; closes it, or goes out of it to its heading. */
  async turnKey(key: 'ArrowRight' | 'ArrowLeft'): Promise<void> {
    const position = this.place;
    const row = this.store.rows.row(position);
    const isOpen = row?.kind === 'turn' && !isFolded(this.store.view.peek().folding, row.turn);
    if (row?.kind === 'turn' && isOpen === (key === 'ArrowLeft')) {
      this.store.foldTurn(row.turn, isOpen);
    } else if (key === 'ArrowRight' && isOpen) {
      this.moveTo(Math.min(position + 1, this.total.peek() - 1));
    } else if (key === 'ArrowLeft' && row?.kind !== 'turn') {
      const heading = await this.store.headingOf(position);
      if (heading != null) this.moveTo(heading);
    }
  }

  private selectedPosition(_version: number, selection: Selection | null): number | null {
    return selection === null ? null : this.store.rows.find((row) => isSelected(row, selection));
  }

  private draw(_version: number): void {
    const { rows } = this.store;
    const { top, height } = this.scroller;
    const total = this.total.value;
    const selection = this.store.selection.value;
    const cursor = this.cursor.value;
    const { folding } = this.store.view.value;
    const range = rowsDrawn({ top: top.value, height: height.value }, total);
    const rowAt = (position: number): PlacedRow => {
      const row = rows.row(position);
      const selected = row !== undefined && isSelected(row, selection);
      const folded = row?.kind === 'turn' && isFolded(folding, row.turn);
      return { position, row, selected, tabbable: position === cursor, folded };
    };
    untracked(() => {
      this.slots.show(range, total === 0 ? null : cursor, rowAt);
    });
  }

  private ask(_version: number): void {
    const { rows } = this.store;
    const total = this.total.value;
    const view = { top: this.scroller.top.value, height: this.scroller.height.value };
    const { first, end } = rowsInSight(view, total);
    rows.want(first, Math.max(first, end - 1));
    const moved = view.top - this.askedTop;
    this.askedTop = view.top;
    // Who jumps goes on elsewhere.
    if (moved === 0 || Math.abs(moved) > view.height) return;
    const ahead = moved > 0 ? end + pageSize : first - pageSize;
    if (ahead >= 0 && ahead < total) rows.wantAhead(ahead);
  }

  private selectWaited(_version: number): void {
    const { rows } = this.store;
    const position = this.waitingFor.value;
    const row = position === null ? undefined : rows.row(position);
    if (row === undefined) return;
    untracked(() => {
      this.waitingFor.value = null;
      this.store.select(row);
    });
  }
}
