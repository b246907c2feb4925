import { LRUCache } from 'lru-cache';
import { sha256 } from '../models/contentHash';
import type { InspectorFacts } from '../protocol/inspectorFacts';
import type { Perspective } from '../protocol/perspective';
import type { SeenFacts } from '../protocol/seenFacts';
import type { DeskSession } from './deskSession';
import type { CallSource } from './historyAtCall';
import { PastSession } from './pastSession';
import { overview } from './readModel/overview';
import { WorkerError } from './workerError';

/** Calls that are kept, to go back and forth between: each is as large as the session was then. */
const KEPT_CALLS = 4;

/** What of a session can be read: the read model, the ledger below it, and what the session says of itself. */
export type SeenSession = Pick<DeskSession, 'readModel' | 'ledger' | 'facts'>;

/** What the facts of a desk are, beside those of its session. */
type DeskFacts = Pick<InspectorFacts, 'revision' | 'isGrowing' | 'lostFile' | 'sessions'>;

/** Says which read model answers a page: that of the session as it is, or one made for where the page looks from. */
export class Perspectives {
  /** By what they are made from. */
  readonly #past = new LRUCache<string, Promise<PastSession>>({ max: KEPT_CALLS });

  /** @throws WorkerError `badParameters` when there was no such call */
  async of(source: CallSource, perspective: Perspective | undefined): Promise<SeenSession> {
    if (perspective === undefined) return source.session;
    switch (perspective.kind) {
      case 'now':
        return source.session;
      case 'call':
        return this.#atCall(source, perspective.call);
    }
  }

  /**
   * What the session says of itself from there; null where that is what `known` was the version of.
   *
   * @throws WorkerError `badParameters` from now, which a snapshot tells of, and when there was no such call
   */
  async seen(
    source: CallSource,
    perspective: Perspective,
    known: string | undefined,
    desk: DeskFacts,
  ): Promise<SeenFacts | null> {
    if (perspective.kind === 'now') throw new WorkerError('badParameters', 'A snapshot tells what is seen from now.');
    const past = await this.#atCall(source, perspective.call);
    const { calls: series } = source.session.readModel;
    const { source: rows, usage } = past.readModel;
    const { calls, tools, problems, ...facts } = overview(past.facts(), rows, series, usage);
    const seen = { ...facts, cachedPrefix: series.cachedPrefix(perspective.call + 1) };
    // What grows behind the call makes no difference here.
    const { callCount, seriesVersion, title, ...lasting } = seen;
    const { change } = past;
    const version = sha256(JSON.stringify([lasting, change])).slice(0, 16);
    return version === known ? null : { version, facts: { ...seen, ...desk }, change };
  }

  /** Forgets what was made of sessions that are closed. */
  clear(): void {
    this.#past.clear();
  }

  #atCall(source: CallSource, call: number): Promise<PastSession> {
    const { readModel, ledger } = source.session;
    // Another run, track or counter has another series; what is added to a series changes nothing before it.
    const key = [readModel.calls.id, ledger.toolSchemaTokens, call].join('.');
    const known = this.#past.get(key);
    if (known !== undefined) return known;
    const made = PastSession.at(source, call);
    this.#past.set(key, made);
    made.catch(() => {
      if (this.#past.peek(key) === made) this.#past.delete(key);
    });
    return made;
  }
}
