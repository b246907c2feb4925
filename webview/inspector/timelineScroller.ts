import { batch, signal } from '@preact/signals';
import { rowHeight, topFor, type Alignment, type ListView } from './rowGeometry';

/**
 * Where the list is scrolled to. What an element tells of itself is read once for each scrolling, before anything is drawn
 * for it: read afterwards, the page would have to be laid out in between.
 */
export class TimelineScroller {
  /** CSS pixels above what is in sight. */
  readonly top = signal(0);
  /** Height of the list in sight, CSS pixels; 0 until it is laid out. */
  readonly height = signal(0);
  /** Rows of the list. */
  private count = 0;
  private element: HTMLElement | null = null;

  /** What is in sight; not observed. */
  get view(): ListView {
    return { top: this.top.peek(), height: this.height.peek() };
  }

  /** Whether the last row is in sight; not observed. */
  get atEnd(): boolean {
    const { top, height } = this.view;
    return this.count * rowHeight - top - height < rowHeight;
  }

  /** Follows an element until the returned function is called. */
  attach(element: HTMLElement): () => void {
    this.element = element;
    // Both at a time: a list that became higher at its end is scrolled for it before its height is observed.
    const measure = (): void => {
      batch(() => {
        this.height.value = element.clientHeight;
        this.top.value = element.scrollTop;
      });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
      this.element = null;
    };
  }

  /** The list has so many rows now, and its element is as high. */
  setCount(count: number): void {
    this.count = count;
  }

  scrollToRow(position: number, alignment: Alignment): void {
    this.scrollTo(topFor(position, alignment, this.view, this.count));
  }

  /** Down by rows, or up by as many below 0. */
  scrollByRows(rows: number): void {
    this.scrollTo(this.top.peek() + rows * rowHeight);
  }

  private scrollTo(top: number): void {
    const { element } = this;
    if (element === null || top === this.top.peek()) return;
    element.scrollTop = top;
    // The rows are drawn in the frame that scrolls, not in the one after it; the element knows its limits.
    this.top.value = element.scrollTop;
  }
}
