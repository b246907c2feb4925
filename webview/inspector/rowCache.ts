import { batch, signal } from '@preact/signals';
import type { Row, RowsPage, RowsRequest } from '../../src/protocol/inspectorRows';

/** Rows asked for at once: about two screens. */
export const pageSize = 64;
/** Pages kept: enough to scroll back and forth without asking again, small beside a session of 50 000 messages. */
const pagesKept = 24;
/** Pages on their way at once. Who scrolls faster than they come gets those of where he is, not all he passed. */
const mostUnderWay = 2;

interface CachedPage {
  readonly rows: readonly Row[];
  /** Revision known when the page was asked for; an older one is shown, and asked for again. */
  readonly revision: number;
  /** What the host calls the rows by, to be told only of those that change. */
  readonly version: string;
}

/** Which rows are listed, and what is searched for in them. */
export type RowsQuery = Pick<RowsRequest, 'filter' | 'folding' | 'search'>;

export type FetchRows = (request: RowsRequest) => Promise<RowsPage>;

/**
 * The rows of the timeline by position, in pages, for the current query and revision. What is out of date stays in sight
 * until its successor arrives, so that nothing flickers. Each page in sight is asked for again at each revision; the
 * answer to that holds only the rows that changed, so what is shown is right and costs next to nothing.
 */
export class RowCache {
  /** Rows that pass the filter; null before the first page. */
  readonly total = signal<number | null>(null);
  readonly matchingMessages = signal(0);
  /** Grows with every page that arrives or goes out of date. */
  readonly version = signal(0);
  /** Why the last page did not come. */
  readonly failure = signal<string | null>(null);
  private readonly pages = new Map<number, CachedPage>();
  private readonly underWay = new Set<number>();
  private revision = 0;
  /** Counts queries: an answer to an earlier one is dropped. */
  private epoch = 0;
  private answeredEpoch = 0;

  constructor(
    private readonly fetchRows: FetchRows,
    private query: RowsQuery,
  ) {}

  row(position: number): Row | undefined {
    return this.pages.get(Math.floor(position / pageSize))?.rows[position % pageSize];
  }

  /** Whether rows and total are those of the current query. */
  get current(): boolean {
    return this.answeredEpoch === this.epoch && this.total.peek() !== null;
  }

  /** Position of the first cached row a test holds for; rows out of memory are not looked at. */
  find(test: (row: Row) => boolean): number | null {
    for (const [page, { rows }] of this.pages) {
      const offset = rows.findIndex(test);
      if (offset >= 0) return page * pageSize + offset;
    }
    return null;
  }

  /** Another query: positions mean other rows from now on. */
  setQuery(query: RowsQuery): void {
    this.query = query;
    this.epoch += 1;
    this.underWay.clear();
    this.version.value += 1;
  }

  /** The session or the settings have changed: every page is out of date. */
  setRevision(revision: number): void {
    if (revision === this.revision) return;
    this.revision = revision;
    this.version.value += 1;
  }

  /** Has what is in sight asked for again after a failure. */
  retry(): void {
    this.failure.value = null;
    this.version.value += 1;
  }

  /**
   * Asks for what is missing or out of date between two positions. While enough is on its way, nothing is asked for: with
   * each answer the version grows, and whoever wants rows says what he wants then.
   */
  want(first: number, last: number): void {
    const isNew = this.answeredEpoch !== this.epoch;
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1) {
      const cached = this.pages.get(page);
      if (!isNew && cached?.revision === this.revision) continue;
      this.requestOnce(page);
    }
  }

  /** Asks for the row of a position that may soon be in sight. What is held is good enough until it is. */
  wantAhead(position: number): void {
    const page = Math.floor(position / pageSize);
    if (this.current && !this.pages.has(page)) this.requestOnce(page);
  }

  private requestOnce(page: number): void {
    if (!this.underWay.has(page) && this.underWay.size < mostUnderWay) void this.request(page);
  }

  private async request(page: number): Promise<void> {
    const { epoch, revision, query } = this;
    // Rows of an earlier query stand at the same positions and are others.
    const held = this.answeredEpoch === epoch ? this.pages.get(page) : undefined;
    const known = held === undefined ? {} : { known: held.version };
    this.underWay.add(page);
    try {
      const answer = await this.fetchRows({ ...query, from: page * pageSize, count: pageSize, ...known });
      if (epoch !== this.epoch) return;
      // First, as whoever wants more asks for it as soon as the version grows.
      this.underWay.delete(page);
      this.take(page, answer, pageAfter(held, answer, revision));
    } catch (error) {
      if (epoch !== this.epoch) return;
      this.underWay.delete(page);
      this.failure.value = error instanceof Error ? error.message : String(error);
    }
  }

  private take(page: number, answer: RowsPage, fresh: CachedPage): void {
    batch(() => {
      if (this.answeredEpoch !== this.epoch) {
        this.pages.clear();
        this.answeredEpoch = this.epoch;
      }
      // The newest page goes to the end; the one at the front is the one longest out of use.
      this.pages.delete(page);
      this.pages.set(page, fresh);
      const oldest = this.pages.keys().next().value;
      if (this.pages.size > pagesKept && oldest !== undefined) this.pages.delete(oldest);
      this.total.value = answer.total;
      this.matchingMessages.value = answer.matchingMessages;
      this.failure.value = null;
      this.version.value += 1;
    });
  }
}

/** The page an answer makes of the one that was held when it was asked for. */
function pageAfter(held: CachedPage | undefined, answer: RowsPage, revision: number): CachedPage {
  const { offsets, version } = answer;
  if (offsets === null || held === undefined) return { rows: answer.rows, revision, version };
  const rows = [...held.rows];
  answer.rows.forEach((row, place) => {
    const offset = offsets[place];
    if (offset !== undefined) rows[offset] = row;
  });
  return { rows, revision, version };
}
