import type { TextBundle } from '../l10n/text';

/** What a worker is started with. */
export interface WorkerStart {
  /** Folder with the baked ranks of the encodings. */
  readonly ranksFolder: string;
  /** A calibration book as JSON; whatever else it is counts as none. */
  readonly calibration: unknown;
  /** The language of the user, and its texts: the worker words what it tells. */
  readonly language: string;
  readonly texts: TextBundle | undefined;
}
