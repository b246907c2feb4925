import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { both, type TextForBoth } from '../l10n/text';
import { hasErrorCode } from './errorCode';

/** Characters the memory may have: it is paid for with every call, and no strategy takes it away. */
export const LONGEST_MEMORY = 24_000;

/** Characters of one note. */
export const LONGEST_NOTE = 2_000;

/** Something could not be remembered; the message says what to do. */
export class MemoryError extends Error {
  override readonly name = 'MemoryError';
  constructor(
    readonly reason: 'empty' | 'tooLong' | 'full' | 'failed',
    text: TextForBoth,
    options?: ErrorOptions,
  ) {
    super(text.worded, options);
    this.english = text.english;
  }

  /** The message for a model. */
  readonly english: string;
}

/** What a session needs of the memory. */
export interface Memory {
  /** The whole of it, Markdown; empty where nothing was remembered. Throws `MemoryError` `full` or `failed`. */
  read(): Promise<string>;
  /** Adds one note as a line of a list. Gives the note as it was written. Throws `MemoryError`. */
  add(note: string): Promise<string>;
}

/** What the user wants every session of a workspace to know: one Markdown file, which the user may edit. */
export class MemoryFile implements Memory {
  #queue: Promise<unknown> = Promise.resolve();

  constructor(readonly path: string) {}

  async read(): Promise<string> {
    const text = await this.#text();
    if (text.length <= LONGEST_MEMORY) return text.trim();
    throw new MemoryError(
      'full',
      both(
        'The memory has {0} characters; {1} are sent at most. Shorten it with “Strata: Edit Memory”.',
        text.length,
        LONGEST_MEMORY,
      ),
    );
  }

  add(note: string): Promise<string> {
    const adding = this.#queue.then(() => this.#add(note));
    this.#queue = adding.catch(() => undefined);
    return adding;
  }

  async #add(note: string): Promise<string> {
    // One line: a note cannot pose as a heading, or as somebody else's.
    const line = note
      .toWellFormed()
      .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/gu, '')
      .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim();
    if (line === '') throw new MemoryError('empty', both('There is nothing to remember: say what.'));
    if (line.length > LONGEST_NOTE) {
      throw new MemoryError(
        'tooLong',
        both('A note may have {0} characters; this one has {1}.', LONGEST_NOTE, line.length),
      );
    }
    const text = (await this.#text()).trimEnd();
    const entry = `- ${line}`;
    if (text.split(/\r?\n/).includes(entry)) return line;
    const next = text === '' ? `${entry}\n` : `${text}\n${entry}\n`;
    if (next.length > LONGEST_MEMORY) {
      throw new MemoryError(
        'full',
        both('The memory is full ({0} characters). Remove something with “Strata: Edit Memory” first.', LONGEST_MEMORY),
      );
    }
    await this.#write(next);
    return line;
  }

  async #text(): Promise<string> {
    try {
      return await readFile(this.path, 'utf8');
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return '';
      throw new MemoryError('failed', both('The memory cannot be read: {0}', wordsOf(error)), { cause: error });
    }
  }

  /** Another file first, so that a crash leaves the old memory or the new one, never half of one. */
  async #write(text: string): Promise<void> {
    const temporary = `${this.path}.${randomBytes(4).toString('hex')}`;
    try {
      await mkdir(dirname(this.path), { recursive: true });
      await writeFile(temporary, text, { flush: true });
      await rename(temporary, this.path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw new MemoryError('failed', both('The memory cannot be written: {0}', wordsOf(error)), { cause: error });
    }
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
