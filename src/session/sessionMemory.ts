import { failureOf } from './sessionFailure';
import type { AgentEvent } from './agentEvents';
import type { Memory } from './memoryFile';
import { MemoryError } from './memoryFile';
import { noteInMessage } from './memoryIntent';
import type { SessionRecord } from './sessionRecord';

/** The memory of the workspace as one session uses it. What cannot be remembered is told, and the conversation goes on. */
export class SessionMemory {
  constructor(
    private readonly memory: Memory | null,
    private readonly record: SessionRecord,
    private readonly emit: (event: AgentEvent) => void,
  ) {}

  /** Keeps what a message of the user asks to be remembered. */
  async noteFrom(text: string): Promise<void> {
    const note = noteInMessage(text);
    if (note === null) return;
    await this.#telling(async () => {
      await this.memory?.add(note);
    });
  }

  /** @throws MemoryError */
  async add(note: string): Promise<void> {
    await this.memory?.add(note);
    await this.takeUp();
  }

  /** The memory as it is now, which the user or another session may have changed, is in force from the next call on. */
  async takeUp(): Promise<void> {
    await this.#telling(async () => {
      const text = (await this.memory?.read()) ?? '';
      if (text !== this.record.fold.memory) await this.record.commit([{ type: 'memory', text }]);
    });
  }

  async #telling(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      this.emit({ type: 'failure', failure: failureOf(error) });
    }
  }
}
