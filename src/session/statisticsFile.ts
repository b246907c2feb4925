import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';
import { finite, nullable, oneOf, record } from '../engine/fieldCheck';
import { addStatistics, NO_STATISTICS, type CompressionStatistics } from '../engine/statistics';
import { ensureFolder } from './ensureFolder';
import { hasErrorCode } from './errorCode';

/** The sums over all sessions, since they were last set to zero. */
export interface OverallStatistics {
  readonly statistics: CompressionStatistics;
  /** Milliseconds since the epoch; null: since the first session. */
  readonly since: number | null;
}

/** Milliseconds after which a lock that nobody renews counts as left behind. A change takes a few. */
const STALE_MILLISECONDS = 5_000;

/** Windows that write at the same moment wait for each other: some seconds in all. */
const RETRIES = { retries: 30, minTimeout: 20, maxTimeout: 300 } as const;

const NOTHING: OverallStatistics = { statistics: NO_STATISTICS, since: null };

const last = record({
  at: nullable(finite),
  strategy: oneOf('truncate', 'compact', 'prune', 'summarizeFull', 'summarizePartial'),
  savedTokens: finite,
});

const content = record({
  since: nullable(finite),
  statistics: record(
    Object.fromEntries(Object.keys(NO_STATISTICS).map((key) => [key, key === 'last' ? nullable(last) : finite])),
  ),
});

/** The sums over all sessions in a small file that every window adds to; no window takes away what another added. */
export class StatisticsFile {
  /** @param path of the file; its folder is made when it is written */
  constructor(private readonly path: string) {}

  /** A file that is missing or cannot be read as one is all zero. */
  async read(): Promise<OverallStatistics> {
    const text = await readFile(this.path, 'utf8').catch((error: unknown) => {
      if (hasErrorCode(error, 'ENOENT')) return '';
      throw error;
    });
    return parsed(text) ?? NOTHING;
  }

  /** Adds what has come since; sums may go down where something was undone. @returns the sums then */
  add(statistics: CompressionStatistics): Promise<OverallStatistics> {
    return this.change((before) => ({ ...before, statistics: addStatistics(before.statistics, statistics) }));
  }

  /** @param now milliseconds since the epoch */
  reset(now: number): Promise<OverallStatistics> {
    return this.change(() => ({ statistics: NO_STATISTICS, since: now }));
  }

  private async change(changed: (before: OverallStatistics) => OverallStatistics): Promise<OverallStatistics> {
    await ensureFolder(dirname(this.path));
    const release = await lock(this.path, { realpath: false, stale: STALE_MILLISECONDS, retries: RETRIES });
    try {
      const after = changed(await this.read());
      await this.replace(`${JSON.stringify(after)}\n`);
      return after;
    } finally {
      await release();
    }
  }

  /** Written aside and renamed: who reads meanwhile sees the one or the other whole. */
  private async replace(text: string): Promise<void> {
    const aside = `${this.path}.${randomUUID()}`;
    try {
      await writeFile(aside, text);
      await rename(aside, this.path);
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }
}

function parsed(text: string): OverallStatistics | null {
  try {
    const value: unknown = JSON.parse(text);
    return content(value) === null ? (value as OverallStatistics) : null;
  } catch {
    return null;
  }
}
