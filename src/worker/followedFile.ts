import { basename } from 'node:path';
import { t } from '../l10n/text';
import { TranscriptError, type Transcript } from '../transcripts/transcript';
import type { TranscriptFile } from '../transcripts/transcriptFile';
import { FileFollower } from './fileFollower';
import { WorkerError } from './workerError';

interface FollowedEvents {
  /** The file says more, or something else. */
  readonly onChange: (transcript: Transcript) => Promise<void>;
  /** It could not be read, and can be again. */
  readonly onBack: () => Promise<void>;
}

/** The file of the session that shows: what is written to it, and whether it is still there. */
export class FollowedFile {
  #follower: FileFollower | null = null;
  #lost: string | null = null;

  /** @param onLost told when `lost` says something else */
  constructor(
    private readonly path: string,
    private readonly file: TranscriptFile,
    private readonly onLost: () => void,
  ) {}

  /** Why the file cannot be read on, in words; null while it can. What was read of it stays. */
  get lost(): string | null {
    return this.#lost;
  }

  /** Reads on whenever something is written, and once the file is back where it was gone. */
  follow({ onChange, onBack }: FollowedEvents): void {
    this.#follower = new FileFollower(this.path, this.file, {
      onChange,
      onError: (error) => {
        this.noteLost(error);
      },
      onBack: async () => {
        this.#tell(null);
        await onBack();
      },
    });
  }

  /** @returns whether the file could not be read; it may be later. What was closed, or is asked of it in vain, is no loss. */
  noteLost(error: unknown): boolean {
    if (error instanceof WorkerError) return false;
    if (error instanceof TranscriptError && error.reason === 'severalSessions') return false;
    this.#tell(wordsOf(this.path, error));
    return true;
  }

  /** Nothing more is told, and long texts of its messages cannot be read any more. */
  close(): void {
    this.#follower?.close();
    this.file.close();
  }

  #tell(lost: string | null): void {
    if (this.#lost === lost) return;
    this.#lost = lost;
    this.onLost();
  }
}

function wordsOf(path: string, error: unknown): string {
  if (error instanceof TranscriptError) return error.message;
  return t('{0} cannot be followed: {1}.', basename(path), error instanceof Error ? error.message : String(error));
}
