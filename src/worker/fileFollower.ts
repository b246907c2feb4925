import { watch, type FSWatcher } from 'chokidar';
import type { Transcript } from '../transcripts/transcript';
import type { TranscriptFile } from '../transcripts/transcriptFile';

export interface FollowerEvents {
  /** The file says more, or something else; told again only once this has come to its end. */
  readonly onChange: (transcript: Transcript) => Promise<void>;
  /** The file cannot be read any more; what was read stays. Told each time it happens. */
  readonly onError: (error: unknown) => void;
}

/** The watcher tells nothing of what is written within a few milliseconds of a change it told: it is looked for after this. */
const LOOK_AGAIN_MILLISECONDS = 200;

/** Reads a session file on whenever something is written to it. */
export class FileFollower {
  readonly #watcher: FSWatcher;
  #isReading = false;
  #isStale = false;
  #closed = false;
  #lookAgain: NodeJS.Timeout | undefined;

  constructor(
    path: string,
    private readonly file: TranscriptFile,
    private readonly events: FollowerEvents,
  ) {
    // Of a file that is gone for a moment, as rotation and some editors do it, the new one is watched on.
    this.#watcher = watch(path, { ignoreInitial: true, ignorePermissionErrors: true });
    this.#watcher.on('all', () => {
      this.#readSoonAgain();
      void this.#read();
    });
    // What was written between the reading of the file and now is told by no event.
    this.#watcher.on('ready', () => void this.#read());
    this.#watcher.on('error', (error) => {
      events.onError(error);
    });
  }

  /** Nothing more is told. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#lookAgain);
    void this.#watcher.close();
  }

  async #tell(): Promise<void> {
    if (!this.#closed) await this.events.onChange(this.file.transcript);
  }

  async #readOnce(): Promise<void> {
    try {
      if (!(await this.file.readOn())) return;
      // Of much at once only a part was read.
      this.#isStale = true;
      this.#readSoonAgain();
      await this.#tell();
    } catch (error) {
      // A change that came meanwhile, above all the file's coming back, is still read.
      if (!this.#closed) this.events.onError(error);
    }
  }

  #readSoonAgain(): void {
    this.#lookAgain ??= setTimeout(() => {
      this.#lookAgain = undefined;
      void this.#read();
    }, LOOK_AGAIN_MILLISECONDS);
  }

  async #read(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isStale && !this.#closed) {
      this.#isStale = false;
      await this.#readOnce();
    }
    this.#isReading = false;
  }
}
