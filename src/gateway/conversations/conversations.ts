import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { textOf, type Message } from '../../engine/message';
import { SessionStore } from '../../session/sessionStore';
import type { ReadRequest, WireFormat } from '../formats/wireFormat';
import { Conversation } from './conversation';
import { fingerprints } from './fingerprint';
import { KnownSessions } from './knownSessions';
import type { ConversationTools } from './tools';

/** Conversations held in memory, and the characters of all their messages; the others are read again from their sessions. */
const MOST_CONVERSATIONS = 128;
const MOST_CHARACTERS = 200_000_000;

/** A text shorter than this is said in many conversations. */
const TELLING_CHARACTERS = 40;

/** A request and the conversation it belongs to. */
export interface Recognised {
  readonly conversation: Conversation;
  /** The hash of every prefix of the request. */
  readonly chain: readonly string[];
}

/** All conversations of the gateway, known by how they begin. */
export class Conversations {
  readonly #store: SessionStore;
  readonly #known: KnownSessions;
  readonly #byHash = new Map<string, Conversation>();
  /** The newest conversation of one agent, by what it calls it. */
  readonly #newest = new LRUCache<string, Conversation>({ max: MOST_CONVERSATIONS });
  readonly #closing = new Set<Promise<void>>();
  #queue: Promise<unknown> = Promise.resolve();
  readonly #held = new LRUCache<string, Conversation>({
    max: MOST_CONVERSATIONS,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ characters }) => Math.max(1, characters),
    dispose: (conversation, _id, reason) => {
      if (reason !== 'set') this.#let(conversation);
    },
  });

  /** @param folder of the sessions */
  constructor(
    folder: string,
    private readonly tools: ConversationTools,
  ) {
    this.#store = new SessionStore(folder);
    this.#known = new KnownSessions(join(folder, 'gateway.json'));
  }

  get count(): number {
    return this.#held.size;
  }

  /** The conversation that a request carries on, or a new one. */
  recognise(format: WireFormat, request: ReadRequest, client: string): Promise<Recognised> {
    // One after another: two requests must not begin the same conversation twice.
    const running = this.#queue.then(() => this.#recognise(format, request, client));
    this.#queue = running.catch(() => undefined);
    return running;
  }

  /** Tells that the conversation has grown, so that its next request is known by it. */
  async keep(conversation: Conversation, request: ReadRequest): Promise<void> {
    for (const hash of conversation.chain) this.#byHash.set(hash, conversation);
    this.#held.set(conversation.id, conversation);
    const beginning = conversation.chain[beginningOf(request.messages)];
    if (conversation.sessionId !== null && beginning !== undefined)
      await this.#known.add(beginning, conversation.sessionId);
  }

  async close(): Promise<void> {
    this.#held.clear();
    await Promise.all(this.#closing);
    await this.#known.close();
  }

  async #recognise(format: WireFormat, request: ReadRequest, client: string): Promise<Recognised> {
    const seed = `${format.name} ${request.tools === '' ? 'plain' : 'tools'}`;
    const chain = fingerprints(seed, request.messages);
    const lineage = `${request.conversation ?? client} ${fingerprints(seed, promptOf(request.messages)).at(-1) ?? seed}`;
    const found = this.#longest(chain, beginningOf(request.messages)) ?? (await this.#fromDisk(seed, chain, request));
    const conversation = found === null ? this.#begin(request, lineage) : this.#carriedOn(found, chain);
    for (const hash of chain) this.#byHash.set(hash, conversation);
    this.#held.set(conversation.id, conversation);
    this.#newest.set(lineage, conversation);
    return { conversation, chain };
  }

  /** The conversation that has the most of the request's messages. */
  #longest(chain: readonly string[], beginning: number): Conversation | null {
    for (let index = chain.length - 1; index >= beginning; index -= 1) {
      const conversation = this.#byHash.get(chain[index] ?? '');
      if (conversation !== undefined) return conversation;
    }
    return null;
  }

  #carriedOn(conversation: Conversation, chain: readonly string[]): Conversation {
    let common = 0;
    while (common < conversation.length && conversation.chain[common] === chain[common]) common += 1;
    return common === conversation.length ? conversation : conversation.fork(this.#store, common);
  }

  /** A session of before the gateway was started, or one that was let go. */
  async #fromDisk(seed: string, chain: readonly string[], { messages }: ReadRequest): Promise<Conversation | null> {
    const beginning = chain[beginningOf(messages)];
    const id = beginning === undefined ? null : await this.#known.find(beginning);
    if (id === null) return null;
    await Promise.all(this.#closing);
    try {
      const stored = await this.#store.open(id, 0);
      const history = stored.entries.flatMap((entry) => (entry.type === 'message' ? [entry.message] : []));
      return Conversation.restored(this.#store, this.tools, stored, fingerprints(seed, history));
    } catch {
      // Deleted, or open in a window: it is begun anew.
      return null;
    }
  }

  /** An agent that has compacted its own history goes on in a new session, which names the one before. */
  #begin({ conversation, messages }: ReadRequest, lineage: string): Conversation {
    const before = this.#newest.get(lineage);
    const continues = before !== undefined && (conversation !== null || sharesWords(before.history, messages));
    const sessionId = continues ? before.sessionId : null;
    const origin =
      sessionId === null ? null : ({ relation: 'continues', sessionId, historyLength: before?.length ?? 0 } as const);
    return new Conversation(this.#store, this.tools, origin);
  }

  #let(conversation: Conversation): void {
    for (const hash of conversation.chain) if (this.#byHash.get(hash) === conversation) this.#byHash.delete(hash);
    const closing = conversation.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

/** Index of the first message that is no system prompt. */
function beginningOf(messages: readonly Message[]): number {
  return Math.max(
    0,
    messages.findIndex(({ role }) => role !== 'system'),
  );
}

function promptOf(messages: readonly Message[]): readonly Message[] {
  return messages.slice(0, Math.max(1, beginningOf(messages)));
}

/** Whether some of the one is said in the other, word for word. */
function sharesWords(history: readonly Message[], messages: readonly Message[]): boolean {
  const texts = new Set(history.filter(({ role }) => role !== 'system').map(textOf));
  return messages.some((message) => {
    const text = message.role === 'system' ? '' : textOf(message);
    return text.length >= TELLING_CHARACTERS && texts.has(text);
  });
}
