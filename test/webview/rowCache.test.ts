import { describe, expect, it } from 'vitest';
import type { Row, RowFilter, RowsPage } from '../../src/protocol/inspectorRows';
import { pageSize, RowCache } from '../../webview/inspector/rowCache';

const everything: RowFilter = { fates: [], roles: [], tools: [], text: '' };
const searching: RowFilter = { ...everything, text: 'x' };

interface Asked {
  readonly filter: RowFilter;
  readonly from: number;
  readonly known: string | undefined;
  readonly answer: (title: string, total?: number) => Promise<void>;
  /** Answers that one row has changed. */
  readonly change: (offset: number, title: string, total?: number) => Promise<void>;
  readonly refuse: (reason: string) => Promise<void>;
}

function turn(title: string): Row {
  return { kind: 'turn', turn: 1, title, messageCount: 1, tokensOriginal: 1, tokensInContext: 1, fates: {} };
}

/** A cache whose questions are answered by the test. */
function cache(): { rows: RowCache; asked: Asked[] } {
  const asked: Asked[] = [];
  let answers = 0;
  const answered = (from: number, total: number): Omit<RowsPage, 'rows' | 'offsets'> => {
    answers += 1;
    return { revision: 1, version: `v${String(answers)}`, total, matchingMessages: total, from };
  };
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
  const rows = new RowCache(
    ({ filter, from, count, known }) =>
      new Promise<RowsPage>((resolve, reject) => {
        asked.push({
          filter,
          from,
          known,
          answer: (title, total = 1000) => {
            const page = Array.from({ length: Math.min(count, total - from) }, () => turn(title));
            resolve({ ...answered(from, total), offsets: null, rows: page });
            return settled();
          },
          change: (offset, title, total = 1000) => {
            resolve({ ...answered(from, total), offsets: [offset], rows: [turn(title)] });
            return settled();
          },
          refuse: (reason) => {
            reject(new Error(reason));
            return settled();
          },
        });
      }),
    { filter: everything },
  );
  return { rows, asked };
}

const titleAt = (rows: RowCache, position: number): string | undefined => rows.row(position)?.title;

describe('RowCache', () => {
  it('asks once for each page in sight', async () => {
    const { rows, asked } = cache();
    rows.want(0, pageSize);
    rows.want(0, pageSize);
    expect(asked.map(({ from }) => from)).toEqual([0, pageSize]);
    await asked[0]?.answer('a');
    expect(titleAt(rows, 3)).toBe('a');
    expect(rows.row(pageSize)).toBeUndefined();
    rows.want(0, 5);
    expect(asked.length).toBe(2);
  });

  it('asks for those of where one is now, not for all that one passes before they come', async () => {
    const { rows, asked } = cache();
    rows.want(0, 5);
    await asked[0]?.answer('a', 100_000);
    for (let page = 1; page <= 20; page += 1) rows.want(page * pageSize, page * pageSize);
    expect(asked.map(({ from }) => from / pageSize)).toEqual([0, 1, 2]);
    await asked[1]?.answer('b', 100_000);
    rows.want(20 * pageSize, 20 * pageSize);
    expect(asked.at(-1)?.from).toBe(20 * pageSize);
  });

  it('asks ahead only for what it does not hold', async () => {
    const { rows, asked } = cache();
    rows.want(0, 5);
    rows.wantAhead(pageSize);
    expect(asked.length).toBe(1);
    await asked[0]?.answer('a');
    rows.wantAhead(pageSize);
    await asked[1]?.answer('b');
    expect(titleAt(rows, pageSize)).toBe('b');
    rows.setRevision(2);
    rows.wantAhead(pageSize);
    expect(asked.length).toBe(2);
  });

  it('shows what is out of date until its successor arrives', async () => {
    const { rows, asked } = cache();
    rows.want(0, 5);
    await asked[0]?.answer('old');
    rows.setRevision(2);
    rows.want(0, 5);
    expect(titleAt(rows, 0)).toBe('old');
    await asked[1]?.answer('new');
    expect(titleAt(rows, 0)).toBe('new');
  });

  it('says what it holds of a page, and takes in what changed of it', async () => {
    const { rows, asked } = cache();
    rows.want(0, 5);
    expect(asked[0]?.known).toBeUndefined();
    await asked[0]?.answer('old', 3);
    rows.setRevision(2);
    rows.want(0, 5);
    expect(asked[1]?.known).toBe('v1');
    await asked[1]?.change(1, 'new', 3);
    expect([0, 1, 2].map((position) => titleAt(rows, position))).toEqual(['old', 'new', 'old']);
    rows.setRevision(3);
    rows.want(0, 5);
    expect(asked[2]?.known).toBe('v2');
    await asked[2]?.change(3, 'appended', 4);
    expect([titleAt(rows, 3), rows.total.value]).toEqual(['appended', 4]);
    rows.setRevision(4);
    rows.want(0, 5);
    await asked[3]?.answer('other');
    expect(titleAt(rows, 3)).toBe('other');
  });

  it('takes changes in where the page went out of memory meanwhile', async () => {
    const { rows, asked } = cache();
    rows.want(0, 5);
    await asked[0]?.answer('old', 100_000);
    rows.setRevision(2);
    rows.want(0, 5);
    for (let page = 1; page < 40; page += 1) {
      rows.want(page * pageSize, page * pageSize);
      await asked[page + 1]?.answer(String(page), 100_000);
    }
    expect(rows.row(0)).toBeUndefined();
    await asked[1]?.change(0, 'new', 100_000);
    expect([0, 1].map((position) => titleAt(rows, position))).toEqual(['new', 'old']);
  });

  it('holds nothing of a page once the filter is another', async () => {
    const { rows, asked } = cache();
    rows.want(0, 5);
    await asked[0]?.answer('unfiltered');
    rows.setQuery({ filter: searching });
    rows.want(0, 5);
    expect(asked[1]?.known).toBeUndefined();
  });

  it('asks again for a page that was on its way when the session changed', async () => {
    const { rows, asked } = cache();
    rows.want(0, 5);
    rows.setRevision(2);
    rows.want(0, 5);
    expect(asked.length).toBe(1);
    await asked[0]?.answer('old');
    rows.want(0, 5);
    expect(asked.length).toBe(2);
  });

  it('drops answers to an earlier filter', async () => {
    const { rows, asked } = cache();
    rows.want(0, 5);
    rows.setQuery({ filter: searching });
    rows.want(0, 5);
    await asked[0]?.answer('unfiltered');
    expect(rows.current).toBe(false);
    expect(rows.row(0)).toBeUndefined();
    await asked[1]?.answer('filtered', 7);
    expect(rows.current).toBe(true);
    expect([titleAt(rows, 0), rows.total.value]).toEqual(['filtered', 7]);
  });

  it('keeps a bounded number of pages', async () => {
    const { rows, asked } = cache();
    for (let page = 0; page < 100; page += 1) {
      rows.want(page * pageSize, page * pageSize);
      await asked[page]?.answer(String(page), 100_000);
    }
    expect(rows.row(0)).toBeUndefined();
    expect(titleAt(rows, 99 * pageSize)).toBe('99');
  });

  it('tells a failure and recovers from it', async () => {
    const { rows, asked } = cache();
    rows.want(0, 5);
    await asked[0]?.refuse('The file is gone.');
    expect(rows.failure.value).toBe('The file is gone.');
    rows.want(0, 5);
    await asked[1]?.answer('a');
    expect(rows.failure.value).toBeNull();
  });
});
