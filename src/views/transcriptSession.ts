import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { EventEmitter, l10n, type Uri } from 'vscode';
import { engineSettings } from '../config/engineSettings';
import type { SettingsReader } from '../config/readSettings';
import type { EngineSettings } from '../engine/settings';
import { Disposables, type Disposable } from '../platform/disposables';
import type { InspectorEvents } from '../protocol/inspector';
import type { SessionWorker } from '../worker/client';
import type { WorkerError } from '../worker/workerError';
import type { InspectorSource } from './inspectorSource';
import { settingsEffect } from './settingsEffect';

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
  readonly shown: Promise<void>;
  readonly actions = null;
  readonly connection = null;
  /** Which of several sessions of the file is shown, from 0; null: the one its format chooses. */
  private session: number | null = null;
  /** Openings and replays under way that the user waits for. */
  private waits = 0;
  /** The newest opening; a change of the limits, or another session of the file, starts another one. */
  private opened: Promise<void>;
  /** Under which a session of ours shows as it was recorded, however often it is opened anew. */
  private readonly settingsAtFirst: EngineSettings;
  private readonly owned = new Disposables();
  private readonly changed = this.owned.add(new EventEmitter<void>());
  readonly onDidChange = this.changed.event;
  private readonly progress = this.owned.add(new EventEmitter<InspectorEvents['progress']>());
  readonly onProgress = this.progress.event;
  private readonly whatIfProgress = this.owned.add(new EventEmitter<InspectorEvents['whatIfProgress']>());
  readonly onWhatIfProgress = this.whatIfProgress.event;
  private readonly failed = this.owned.add(new EventEmitter<Error>());
  readonly onDidFail = this.failed.event;

  /**
   * @param file what lines are shown from.
   * @param path where the worker reads the same content on the disk.
   */
  constructor(
    readonly file: Uri,
    private readonly path: string,
    private readonly services: TranscriptServices,
  ) {
    this.title = basename(file.path);
    const worker = services.createWorker((error) => {
      this.failed.fire(error);
    });
    this.owned.addFunction(() => void worker.dispose());
    this.worker = worker.api;
    const beginning = new Promise<void>((resolve) => {
      this.owned.addFunction(
        worker.on('changed', () => {
          resolve();
          this.changed.fire();
        }),
      );
    });
    this.owned.addFunction(
      worker.on('progress', (progress) => {
        // Nobody waits for what a file has more by and by.
        if (this.waits > 0) this.progress.fire(progress);
      }),
    );
    this.owned.addFunction(
      worker.on('whatIfProgress', (progress) => {
        this.whatIfProgress.fire(progress);
      }),
    );
    this.settingsAtFirst = engineSettings(services.settings.read());
    this.opened = this.waitingFor(() => this.open());
    this.ready = this.newestOpening();
    this.shown = Promise.race([beginning, this.ready]);
    // Whoever shows the session tells of the failure; without a page there is nobody to tell.
    this.ready.catch(() => undefined);
    this.shown.catch(() => undefined);
    this.owned.add(
      services.settings.onDidChange((_settings, changed) => {
        const effect = settingsEffect(changed);
        if (effect !== 'none') void this.follow(effect);
      }),
    );
  }

  /** Shows another session of the file in the place of this one. */
  readonly showSession = async (session: number): Promise<void> => {
    this.session = session;
    const opened = (this.opened = this.waitingFor(() => this.open()));
    try {
      await opened;
      this.changed.fire();
    } catch (error) {
      // What a newer opening overtook is not missed.
      if (this.opened === opened) throw error;
    }
  };

  readonly restoreSession = async (session: number): Promise<void> => {
    if (this.session === null) {
      this.session = session;
      this.opened = this.waitingFor(() => this.openOrDefault(session));
    }
    await this.newestOpening();
  };

  dispose(): void {
    this.owned.dispose();
  }

  /** Of a file that has no such session any more, the one its format chooses. */
  private async openOrDefault(session: number): Promise<void> {
    try {
      await this.open();
    } catch (error) {
      if (this.session !== session) throw error;
      this.session = null;
      await this.open();
    }
  }

  /** @throws what the opening that nothing overtook fails with */
  private async newestOpening(): Promise<void> {
    for (;;) {
      const { opened } = this;
      try {
        await opened;
        return;
      } catch (error) {
        if (this.opened === opened) throw error;
      }
    }
  }

  /** What shows stays until the new replay has something to show. */
  private async follow(effect: 'replay' | 'reopen'): Promise<void> {
    try {
      await this.ready;
    } catch {
      // Whoever shows the session has told of it; there is nothing to replay.
      return;
    }
    this.progress.fire({ text: l10n.t('Replaying with the new settings…'), share: null });
    if (effect === 'reopen') this.opened = this.waitingFor(() => this.open());
    const { opened } = this;
    try {
      await this.waitingFor(async () => {
        await opened;
        if (effect === 'replay') {
          await this.worker.configure({ settings: engineSettings(this.services.settings.read()) });
        }
      });
      this.changed.fire();
    } catch (error) {
      // The worker gives up what a newer opening overtook; that one has read the newest settings.
      if (this.opened !== opened) return;
      // What was read of a file that is gone shows on, and the page says so.
      if (await this.isLost()) return;
      this.failed.fire(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private async isLost(): Promise<boolean> {
    const { lostFile } = await this.worker.snapshot();
    return lostFile !== null;
  }

  private async open(): Promise<void> {
    const settings = this.services.settings.read();
    const window = settings['model.window'];
    await this.worker.openTranscript({
      path: this.path,
      settings: engineSettings(settings),
      settingsAtFirst: this.settingsAtFirst,
      model: null,
      session: this.session,
      window: window === 0 ? null : window,
      reserve: settings['tokens.reserve'],
      overrides: settings['model.overrides'],
    });
  }

  /** Lets the pages see how far it is, until it has ended. */
  private async waitingFor(work: () => Promise<void>): Promise<void> {
    this.waits += 1;
    try {
      await work();
    } finally {
      this.waits -= 1;
      if (this.waits === 0) this.progress.fire(null);
    }
  }
}
