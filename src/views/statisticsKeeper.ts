import { EventEmitter, l10n, window } from 'vscode';
import { NO_STATISTICS, statisticsSince, type CompressionStatistics } from '../engine/statistics';
import { coalesced } from '../platform/coalesced';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Log } from '../platform/log';
import type { OverallStatistics, StatisticsFile } from '../session/statisticsFile';
import type { LiveSession } from './liveSession';
import type { LiveSessions } from './liveSessions';

interface KeeperServices {
  readonly file: StatisticsFile;
  readonly log: Log;
  readonly liveSessions: Pick<LiveSessions, 'onDidChangeActive'>;
}

/**
 * Adds what compression does in the chat's session to the sums over all sessions. A session that is taken up again begins
 * with what it had come to, which was added when it happened.
 */
export class StatisticsKeeper implements Disposable {
  private readonly owned = new Disposables();
  private readonly changed = this.owned.add(new EventEmitter<OverallStatistics>());
  readonly onDidChange = this.changed.event;
  /** Stops looking at the session of before. */
  private watched: Disposable | null = null;

  constructor(private readonly services: KeeperServices) {
    this.owned.add(
      services.liveSessions.onDidChangeActive((session) => {
        this.watch(session.source);
      }),
    );
  }

  read(): Promise<OverallStatistics> {
    return this.services.file.read();
  }

  async reset(): Promise<void> {
    this.changed.fire(await this.services.file.reset(Date.now()));
  }

  dispose(): void {
    this.watched?.dispose();
    this.owned.dispose();
  }

  private watch({ worker, onDidChange }: LiveSession['source']): void {
    this.watched?.dispose();
    let known: CompressionStatistics | null = null;
    const take = coalesced(async () => {
      try {
        const now = await worker.statistics();
        const since = known === null ? NO_STATISTICS : statisticsSince(known, now);
        known = now;
        if (hasCounted(since)) this.changed.fire(await this.services.file.add(since));
      } catch (error) {
        this.services.log.debug(`The statistics were not kept: ${String(error)}`);
      }
    });
    this.watched = onDidChange(take);
    take();
  }
}

/** Whether anything has come. What is counted anew alone, by another tokenizer, is nothing that happened. */
function hasCounted({ calls, decisions, summaryCalls }: CompressionStatistics): boolean {
  return calls !== 0 || decisions !== 0 || summaryCalls !== 0;
}

/** Asks first: what was summed up cannot be brought back. */
export async function resetStatistics(keeper: StatisticsKeeper): Promise<void> {
  const reset = l10n.t('Reset');
  const detail = l10n.t('The sessions themselves, and what each of them shows, stay as they are.');
  const question = l10n.t('Set the statistics over all sessions to zero?');
  if ((await window.showWarningMessage(question, { modal: true, detail }, reset)) === reset) await keeper.reset();
}
