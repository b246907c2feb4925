import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { EventEmitter, l10n, type Uri } from 'vscode';
import { engineSettings } from '../config/engineSettings';
import type { SettingsReader } from '../config/readSettings';
import { Disposables, type Disposable } from '../platform/disposables';
import type { InspectorEvents } from '../protocol/inspector';
import type { SessionWorker } from '../worker/client';
import type { WorkerError } from '../worker/workerError';
import type { InspectorSource } from './inspectorSource';

export interface TranscriptServices {
  readonly settings: SettingsReader;
  /** @param onError told once when the worker ends by itself. */
  createWorker(onError: (error: WorkerError) => void): SessionWorker;
}

/** A session file of any agent with a worker of its own, replayed under the settings as they are now. */
export class TranscriptSession implements InspectorSource, Disposable {
  readonly id = randomUUID();
  readonly title: string;
  readonly worker: SessionWorker['api'];
  readonly ready: Promise<void>;
  readonly actions = null;
  private readonly owned = new Disposables();
  private readonly changed = this.owned.add(new EventEmitter<void>());
  readonly onDidChange = this.changed.event;
  private readonly progress = this.owned.add(new EventEmitter<InspectorEvents['progress']>());
  readonly onProgress = this.progress.event;
  private readonly failed = this.owned.add(new EventEmitter<Error>());
  readonly onDidFail = this.failed.event;

  /**
   * @param file what lines are shown from.
   * @param path where the worker reads the same content on the disk.
   */
  constructor(
    readonly file: Uri,
    path: string,
    services: TranscriptServices,
  ) {
    this.title = basename(file.path);
    const worker = services.createWorker((error) => {
      this.failed.fire(error);
    });
    this.owned.addFunction(() => void worker.dispose());
    this.worker = worker.api;
    this.owned.addFunction(
      worker.on('changed', () => {
        this.changed.fire();
      }),
    );
    this.owned.addFunction(
      worker.on('progress', (progress) => {
        this.progress.fire(progress);
      }),
    );
    this.ready = this.open(path, services.settings);
    // Whoever shows the session tells of the failure; without a page there is nobody to tell.
    this.ready.catch(() => undefined);
    this.owned.add(
      services.settings.onDidChange((settings) => {
        this.progress.fire({ text: l10n.t('Replaying with the new settings…'), share: null });
        void this.ready
          .then(() => this.worker.configure({ settings: engineSettings(settings) }))
          .then(() => {
            this.progress.fire(null);
            this.changed.fire();
          })
          .catch(() => undefined);
      }),
    );
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async open(path: string, reader: SettingsReader): Promise<void> {
    const settings = reader.read();
    const window = settings['model.window'];
    await this.worker.openTranscript({
      path,
      settings: engineSettings(settings),
      model: null,
      window: window === 0 ? null : window,
      reserve: settings['tokens.reserve'],
    });
    this.progress.fire(null);
  }
}
