import { t } from '../l10n/text';
import type { RedactionReport } from '../transcripts/exports/redaction/redaction';
import type { ExportStep, ExportWish } from './api';
import type { ExportJob } from './exportJob';
import { exportSession } from './exportSession';
import { WorkerError } from './workerError';

/** The one export there is at a time. */
export class ExportDesk {
  #job: ExportJob | null = null;

  /** Gives up the one before. */
  async begin(source: Parameters<typeof exportSession>[0], wish: ExportWish): Promise<void> {
    await this.end();
    this.#job = await exportSession(source, wish);
  }

  /** @throws WorkerError `notOpen` where none was begun */
  async goOn(step: ExportStep): Promise<number> {
    const job = this.#underWay();
    return step.step === 'search' ? job.search() : job.write(step.path, step.masked);
  }

  /** @throws WorkerError `notOpen` where none was begun */
  report(): RedactionReport {
    return this.#underWay().report;
  }

  async end(): Promise<void> {
    await this.#job?.close();
    this.#job = null;
  }

  #underWay(): ExportJob {
    if (this.#job === null) throw new WorkerError('notOpen', t('No export was begun.'));
    return this.#job;
  }
}
