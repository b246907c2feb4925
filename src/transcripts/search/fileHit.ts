/** Words found in a file. */
export interface FileHit {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From the start of the file to the words. */
  readonly byteOffset: number;
}

/** Lines of one file that are looked into. */
export const MOST_LINES = 50;

/** Cannot be used for a search here; another way has to do. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
  constructor(
    readonly reason: 'start' | 'refused',
    message: string,
  ) {
    super(message);
  }
}
