import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { JournalEntry } from '../engine/journal';
import type { Journal } from './journalFile';

/** What the list of sessions shows, kept beside the journal so that listing reads no journal. */
const summarySchema = z.object({
  title: z.string(),
  messages: z.int(),
  model: z.optional(z.string()),
  client: z.optional(z.string()),
});

export type SessionSummary = z.output<typeof summarySchema>;

const SUMMARY_NAME = 'summary.json';

/** The summary in a session's folder, or null when there is none that can be used. */
export async function readSummary(folder: string): Promise<SessionSummary | null> {
  try {
    const parsed = z.safeParse(summarySchema, JSON.parse(await readFile(join(folder, SUMMARY_NAME), 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** A journal that keeps its summary up to date. The summary is a copy: losing it loses nothing. */
export class SummarizedJournal implements Journal {
  #title = '';
  #messages = 0;
  #model = '';
  #client: string | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly inner: Journal,
    private readonly folder: string,
    entries: readonly JournalEntry[],
  ) {
    this.#note(entries);
    this.#write();
  }

  async append(entries: readonly JournalEntry[]): Promise<void> {
    await this.inner.append(entries);
    if (this.#note(entries)) this.#write();
  }

  async close(): Promise<void> {
    await this.inner.close();
    await this.#writing;
  }

  /** @returns Whether the summary changed. */
  #note(entries: readonly JournalEntry[]): boolean {
    let changed = false;
    for (const entry of entries) {
      if (entry.type === 'header' || entry.type === 'title') this.#title = entry.title;
      if (entry.type === 'header' || entry.type === 'model') this.#model = entry.model;
      if (entry.type === 'header') this.#client = entry.client;
      if (entry.type === 'message') this.#messages += 1;
      changed ||= entry.type === 'title' || entry.type === 'model' || entry.type === 'message';
    }
    return changed;
  }

  #write(): void {
    const client = this.#client === undefined ? {} : { client: this.#client };
    const summary: SessionSummary = { title: this.#title, messages: this.#messages, model: this.#model, ...client };
    const text = JSON.stringify(summary);
    const path = join(this.folder, SUMMARY_NAME);
    const aside = `${path}.tmp`;
    this.#writing = this.#writing
      .then(() => writeFile(aside, text))
      .then(() => rename(aside, path))
      .catch(() => undefined);
  }
}
