import { basename } from 'node:path';
import type { JournalEntry } from '../engine/journal';
import { toolCallsOf } from '../engine/message';
import { t } from '../l10n/text';
import { attachmentsOf } from './fileMentions';
import type { MessageQueue } from './messageQueue';
import type { ModelConnection } from './modelConnection';
import type { ReplyRequester } from './replyRequest';
import { SessionError } from './sessionFailure';
import type { SessionMemory } from './sessionMemory';
import type { SessionRecord } from './sessionRecord';
import { titleOf } from './sessionTitle';
import { systemPrompt } from './systemPrompt';
import type { ToolTurn } from './toolTurn';
import type { MessageMaker } from './userMessage';
import { messageEntry } from './userMessage';
import type { WorkspaceFiles } from './workspaceFiles';

/** Calls of the model in one turn, after which a person has to say whether it should go on. */
const DEFAULT_TOOL_ROUNDS = 100;

export interface TurnOptions {
  readonly record: SessionRecord;
  readonly requester: ReplyRequester;
  readonly toolTurn: ToolTurn;
  readonly memory: SessionMemory;
  readonly queue: MessageQueue;
  /** Asked before each call, as the person may choose another model meanwhile. */
  readonly connection: () => ModelConnection;
  /** Absolute path of the workspace folder, links resolved; null when none is open. */
  readonly root: string | null;
  readonly files: WorkspaceFiles;
  readonly maker: MessageMaker;
  readonly maxToolRounds?: number;
}

/** From what a person says, over calls of the model and of its tools, to the answer. */
export class Turn {
  constructor(private readonly options: TurnOptions) {}

  /**
   * Writes to the history what waited, then what is said now: it waited because it was said first.
   * @throws JournalError what could not be written is no part of the session; what waited goes on waiting
   */
  async say(texts: readonly string[]): Promise<void> {
    await this.options.toolTurn.answerOpenCalls();
    await this.#sayQueued();
    for (const text of texts) await this.#say(text);
  }

  /** Goes on until the model has no call left and nobody has said anything more. */
  async run(signal: AbortSignal): Promise<void> {
    const { connection, memory, record, requester, toolTurn, maxToolRounds: most = DEFAULT_TOOL_ROUNDS } = this.options;
    for (let round = 0; round < most; round += 1) {
      await memory.takeUp();
      const index = await requester.request(connection(), signal);
      const calls = toolCallsOf(record.fold.ledger.message(index));
      await toolTurn.run(calls, index, signal);
      if (signal.aborted) return;
      // A person's word begins a new count.
      if (await this.#sayQueued()) round = -1;
      else if (calls.length === 0) return;
    }
    throw new SessionError('toolRounds', t('The agent has used tools {0} times without an answer. Go on?', most));
  }

  async #say(text: string): Promise<void> {
    const { files, maker, memory, record, root } = this.options;
    const attachments = root === null ? [] : await attachmentsOf(text, root, files);
    await record.commit([...this.#openingEntries(text), messageEntry('user', text, maker, attachments)]);
    await memory.noteFrom(text);
  }

  /** @returns whether anything waited */
  async #sayQueued(): Promise<boolean> {
    const { queue } = this.options;
    const waiting = queue.items;
    for (const { id, text } of waiting) {
      await this.#say(text);
      queue.remove(id);
    }
    return waiting.length > 0;
  }

  #openingEntries(text: string): readonly JournalEntry[] {
    const { maker, record, root } = this.options;
    const { fold } = record;
    if (fold.ledger.length > 0) return [];
    const folder = root === null ? null : basename(root);
    const isNamed = fold.title !== fold.header?.title;
    return [
      messageEntry('system', systemPrompt({ folder, platform: process.platform }), maker),
      ...(isNamed ? [] : [{ type: 'title', title: titleOf(text) } as const]),
    ];
  }
}
