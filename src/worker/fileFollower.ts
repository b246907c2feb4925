import { watch, type FSWatcher } from 'chokidar';
import type { Transcript } from '../transcripts/transcript';
import type { TranscriptFile } from '../transcripts/transcriptFile';

export interface FollowerEvents {
  /** The file says more, or something else; told again only once this has come to its end. */
  readonly onChange: (transcript: Transcript) => Promise<void>;
  /** The file cannot be read any more; what was read stays. Told each time it happens. */
  readonly onError: (error: unknown) => void;
}

/** Reads a session file on whenever something is written to it. */
export class FileFollower {
  readonly #watcher: FSWatcher;
  #isReading = false;
  #isStale = false;
  #closed = false;

  constructor(
    path: string,
    private readonly file: TranscriptFile,
    private readonly events: FollowerEvents,
  ) {
    // Of a file that is gone for a moment, as rotation and some editors do it, the new one is watched on.
    this.#watcher = watch(path, { ignoreInitial: true, ignorePermissionErrors: true });
    this.#watcher.on('all', () => void this.#read());
    this.#watcher.on('error', (error) => {
      events.onError(error);
    });
  }

  /** Nothing more is told. */
  close(): void {
    this.#closed = true;
    void this.#watcher.close();
  }

  async #tell(): Promise<void> {
    if (!this.#closed) await this.events.onChange(this.file.transcript);
  }

  async #read(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale && !this.#closed) {
        this.#isStale = false;
        if (await this.file.readOn()) await this.#tell();
      }
    } catch (error) {
      if (!this.#closed) this.events.onError(error);
    } finally {
      this.#isReading = false;
    }
  }
}
