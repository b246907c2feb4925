import { randomUUID } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ExportFormat, ExportItem } from '../transcripts/exports/exportItem';
import type { PersonalSecrets } from '../transcripts/exports/redaction/finding';
import { Redaction, type RedactionReport } from '../transcripts/exports/redaction/redaction';
import { writeItems } from '../transcripts/exports/writeItems';
import { t } from '../l10n/text';
import { WorkerError } from './workerError';

/** Milliseconds of work at a time: whoever waits sees progress and can give up in between. */
const STEP_MILLISECONDS = 100;

/** Characters collected before they go to the disk. */
const WRITTEN_AT_ONCE = 1 << 20;

/** A file being written. */
interface Writing {
  readonly handle: FileHandle;
  readonly path: string;
  readonly temporary: string;
  readonly pieces: Generator<string>;
}

/**
 * One export, a step at a time, so that it can be given up between any two. A file appears under its name once it is
 * whole; what was given up leaves none.
 */
export class ExportJob {
  readonly #redaction: Redaction;
  #searched = 0;
  #taken = 0;
  #writing: Writing | null = null;

  constructor(
    private readonly items: readonly ExportItem[],
    private readonly format: ExportFormat,
    personal: PersonalSecrets,
  ) {
    this.#redaction = new Redaction(personal);
  }

  /** What is to be masked of what was searched. */
  get report(): RedactionReport {
    return this.#redaction.report;
  }

  /** Searches on for secrets. @returns the share that is done; 1 once all is. */
  async search(): Promise<number> {
    const end = performance.now() + STEP_MILLISECONDS;
    do {
      const item = this.items[this.#searched];
      if (item === undefined) break;
      await this.#redaction.search(item, indexOf(item));
      this.#searched += 1;
    } while (performance.now() < end);
    if (this.#searched === this.items.length) await this.#redaction.finish();
    return shareOf(this.#searched, this.items.length);
  }

  /**
   * Writes on.
   *
   * @param masked whether secrets are masked; all must have been searched
   * @returns the share that is done; 1 once the file is there
   * @throws Error of the file system
   */
  async write(path: string, masked: boolean): Promise<number> {
    if (masked && this.#searched < this.items.length) {
      throw new WorkerError('badParameters', t('The session was not searched for secrets to its end.'));
    }
    const writing = (this.#writing ??= await this.#begin(path, masked));
    const end = performance.now() + STEP_MILLISECONDS;
    do {
      const text = nextText(writing.pieces);
      if (text === '') {
        await this.#finish(writing);
        return 1;
      }
      await writing.handle.writeFile(text);
    } while (performance.now() < end);
    // All items may have been taken while the last pieces still wait.
    return Math.min(0.99, shareOf(this.#taken, this.items.length));
  }

  /** Gives up what is not done. */
  async close(): Promise<void> {
    const writing = this.#writing;
    this.#writing = null;
    if (writing === null) return;
    await writing.handle.close();
    await rm(writing.temporary, { force: true });
  }

  async #begin(path: string, masked: boolean): Promise<Writing> {
    const temporary = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.part`);
    const handle = await open(temporary, 'wx');
    return { handle, path, temporary, pieces: writeItems(this.format, this.#itemsTaken(masked)) };
  }

  async #finish({ handle, temporary, path }: Writing): Promise<void> {
    await handle.close();
    this.#writing = null;
    try {
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  *#itemsTaken(masked: boolean): Generator<ExportItem> {
    for (const item of this.items) {
      yield masked ? this.#redaction.mask(item) : item;
      this.#taken += 1;
    }
  }
}

/** Some of what is left; empty at the end. */
function nextText(pieces: Generator<string>): string {
  const texts: string[] = [];
  for (let length = 0; length < WRITTEN_AT_ONCE;) {
    const next = pieces.next();
    if (next.done === true) break;
    texts.push(next.value);
    length += next.value.length;
  }
  return texts.join('');
}

function shareOf(done: number, all: number): number {
  return all === 0 ? 1 : done / all;
}

/** The message an item speaks of. */
function indexOf(item: ExportItem): number | null {
  return item.type === 'message' ? item.entry.index : null;
}
