import { join } from 'node:path';
import { engineSettings } from '../src/config/engineSettings';
import { validateSettings } from '../src/config/validateSettings';
import { planBeforeCall, type CascadeOptions, type CascadeResult } from '../src/engine/cascade';
import { ContextLedger } from '../src/engine/ledger';
import { MemoryArchive } from '../src/engine/memoryArchive';
import type { Message } from '../src/engine/message';
import { MessageCounter } from '../src/engine/messageCounter';
import { limitsFor, type EngineSettings } from '../src/engine/settings';
import { createExactCounter, type TokenCounter } from '../src/engine/tokens/counter';
import { bakedRanksPath, readBakedRanks } from '../src/models/bakedRanks';
import { CachingCounter } from '../src/models/cachingCounter';
import { sha256 } from '../src/models/contentHash';
import { readMessage } from '../src/worker/readMessage';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { syntheticSession } from './syntheticSession';

/** Tokens kept free for the reply. */
const RESERVE = 16_000;

/** No session of the benches comes near it, tokens. */
const ENDLESS_WINDOW = 1_000_000_000;

/** The share of the session that fits the window, so that results go and then messages. */
const WINDOW_SHARE = 1 / 4;

const settings = engineSettings(validateSettings({}).settings);

export function defaultSettings(): EngineSettings {
  return settings;
}

/** Counts every message anew, with the cache of pieces an engine in use has. */
export async function exactCounter(): Promise<MessageCounter> {
  return new MessageCounter(createExactCounter(await readRanks()));
}

/** Counts every message once, as the worker does. */
export async function cachingCounter(): Promise<MessageCounter> {
  return new CachingCounter(createExactCounter(await readRanks()));
}

/** Makes counters for one firing each: what a context counts while it is compressed is counted anew every time. */
export async function firingCounters(): Promise<() => MessageCounter> {
  const counter = createExactCounter(await readRanks());
  const messages = new CachingCounter(counter);
  return () => new FiringCounter(counter, messages);
}

/** Knows the tokens of messages, which are counted when they come, and no other text. */
class FiringCounter extends MessageCounter {
  constructor(
    counter: TokenCounter,
    private readonly messages: MessageCounter,
  ) {
    super(counter);
  }

  override countMessage(message: Message): number {
    return this.messages.countMessage(message);
  }
}

function readRanks(): ReturnType<typeof readBakedRanks> {
  return readBakedRanks(bakedRanksPath(join(repositoryRoot, 'dist/ranks'), 'o200k_base'));
}

/** A session that grows message by message, with a pass of the engine at each, which triggers nothing. */
export class GrowingSession {
  readonly #ledger: ContextLedger;
  readonly #options = cascadeOptions(ENDLESS_WINDOW);
  readonly #messages: readonly Message[];

  /**
   * @param length messages that are there already
   * @param most messages that can still come
   */
  constructor(counter: MessageCounter, length: number, most: number) {
    // Its own, as what is known of a message is known for every session that holds it.
    this.#messages = syntheticSession(length + most);
    this.#ledger = filledLedger(counter, this.#messages.slice(0, length));
    planBeforeCall(this.#ledger, this.#options);
  }

  /** One more message, what the worker reads of it, and the pass. */
  grow(): void {
    const message = this.#messages[this.#ledger.length];
    if (message === undefined) throw new RangeError('The session has no further message.');
    this.#ledger.append(message);
    readMessage(message);
    planBeforeCall(this.#ledger, this.#options);
  }
}

/** A ledger of the messages, which are read as the worker reads them when they come. */
export function filledLedger(counter: MessageCounter, messages: readonly Message[]): ContextLedger {
  const ledger = new ContextLedger(counter);
  for (const message of messages) {
    ledger.append(message);
    readMessage(message);
  }
  return ledger;
}

/** Layer 1 and 2 over the whole session at once. */
export function fire(ledger: ContextLedger): CascadeResult {
  return planBeforeCall(ledger, cascadeOptions(Math.floor(ledger.totalTokens * WINDOW_SHARE)));
}

function cascadeOptions(window: number): CascadeOptions {
  let id = 0;
  return {
    settings,
    limits: limitsFor(window, RESERVE),
    archive: new MemoryArchive(sha256),
    nextDecisionId: () => String((id += 1)),
  };
}
