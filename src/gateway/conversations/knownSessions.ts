import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';

/** Sessions remembered; older ones are taken for new when they are taken up again. */
const MOST_SESSIONS = 500;

const fileSchema = z.object({ sessions: z.array(z.tuple([z.string(), z.string()])) });

/** Which session a conversation is kept in, by the hash of its beginning, also after the gateway was started anew. */
export class KnownSessions {
  #ids: Map<string, string> | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly path: string) {}

  /** The newest session that begins like this; null where none is known. */
  async find(beginning: string): Promise<string | null> {
    return (await this.#load()).get(beginning) ?? null;
  }

  async add(beginning: string, sessionId: string): Promise<void> {
    const ids = await this.#load();
    ids.delete(beginning);
    ids.set(beginning, sessionId);
    for (const oldest of ids.keys()) {
      if (ids.size <= MOST_SESSIONS) break;
      ids.delete(oldest);
    }
    // Losing the file costs nothing but a session begun anew.
    this.#writing = this.#writing.then(() => this.#write([...ids])).catch(() => undefined);
  }

  /** Waits for what is being written. */
  close(): Promise<void> {
    return this.#writing;
  }

  async #load(): Promise<Map<string, string>> {
    if (this.#ids !== null) return this.#ids;
    const text = await readFile(this.path, 'utf8').catch(() => '');
    let sessions: readonly (readonly [string, string])[] = [];
    try {
      sessions = z.parse(fileSchema, JSON.parse(text)).sessions;
    } catch {
      // Missing, or written by somebody else.
    }
    this.#ids ??= new Map(sessions);
    return this.#ids;
  }

  async #write(sessions: readonly (readonly [string, string])[]): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    const aside = `${this.path}.tmp`;
    await writeFile(aside, JSON.stringify({ sessions }), { mode: 0o600 });
    await rename(aside, this.path);
  }
}
