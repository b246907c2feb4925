import { stat } from 'node:fs/promises';
import { watch, type FSWatcher } from 'chokidar';
import type { Transcript } from '../transcripts/transcript';
import type { TranscriptFile } from '../transcripts/transcriptFile';

export interface FollowerEvents {
  /** The file says more, or something else; told again only once this has come to its end. */
  readonly onChange: (transcript: Transcript) => Promise<void>;
  /** The file cannot be read any more; what was read stays. Told each time it happens. */
  readonly onError: (error: unknown) => void;
  /** It can be read again. */
  readonly onBack: () => Promise<void>;
}

/** The watcher tells nothing of what is written within a few milliseconds of a change it told: it is looked for after this. */
const LOOK_AGAIN_MILLISECONDS = 200;

/** How often a file that is gone is looked for: the watcher does not tell reliably that it is back. */
const LOOK_FOR_MILLISECONDS = 500;

/** Reads a session file on whenever something is written to it. */
export class FileFollower {
  #watcher: FSWatcher;
  #isReading = false;
  #isStale = false;
  #closed = false;
  #lookAgain: NodeJS.Timeout | undefined;
  /** Set while the file is lost. */
  #lookFor: NodeJS.Timeout | undefined;
  /** What stood in the place of the lost file when it was looked for last; null before it was. */
  #seen: string | null = null;

  constructor(
    private readonly path: string,
    private readonly file: TranscriptFile,
    private readonly events: FollowerEvents,
  ) {
    this.#watcher = this.#watch();
  }

  /** Nothing more is told. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#lookAgain);
    clearInterval(this.#lookFor);
    void this.#watcher.close();
  }

  #watch(): FSWatcher {
    // Of a file that is gone for a moment, as rotation and some editors do it, the new one is watched on.
    const watcher = watch(this.path, { ignoreInitial: true, ignorePermissionErrors: true });
    watcher.on('all', () => {
      this.#readSoonAgain();
      void this.#read();
    });
    // What was written between the reading of the file and now is told by no event.
    watcher.on('ready', () => void this.#read());
    watcher.on('error', (error) => {
      this.#tellLost(error);
    });
    return watcher;
  }

  async #tell(): Promise<void> {
    if (!this.#closed) await this.events.onChange(this.file.transcript);
  }

  #tellLost(error: unknown): void {
    if (this.#closed) return;
    if (this.#lookFor === undefined) {
      this.#seen = null;
      this.#lookFor = setInterval(() => void this.#lookForFile(), LOOK_FOR_MILLISECONDS);
    }
    this.events.onError(error);
  }

  async #tellBack(): Promise<void> {
    if (this.#lookFor === undefined || this.#closed) return;
    clearInterval(this.#lookFor);
    this.#lookFor = undefined;
    await this.events.onBack();
  }

  /** Where something else stands in its place now, that is read and watched. */
  async #lookForFile(): Promise<void> {
    const seen = await stat(this.path).then(
      ({ dev, ino, size, mtimeMs }) => [dev, ino, size, mtimeMs].join(' '),
      () => 'nothing',
    );
    if (this.#closed || this.#lookFor === undefined || seen === this.#seen) return;
    this.#seen = seen;
    void this.#watcher.close();
    this.#watcher = this.#watch();
    void this.#read();
  }

  async #readOnce(): Promise<void> {
    try {
      const isNew = await this.file.readOn();
      await this.#tellBack();
      if (!isNew) return;
      // Of much at once only a part was read.
      this.#isStale = true;
      this.#readSoonAgain();
      await this.#tell();
    } catch (error) {
      // A change that came meanwhile, above all the file's coming back, is still read.
      this.#tellLost(error);
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
