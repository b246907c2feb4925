import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { killMarked, killProcessTree } from './killProcessTree';

/** Milliseconds the output may stay open after the shell has ended, before what it left running is killed. */
const LINGER_MILLISECONDS = 500;

/** Milliseconds after a kill until the command counts as ended, whatever still holds its output open. */
const GRACE_MILLISECONDS = 1_500;

/**
 * Sees to it that a command ends: kills what it started, and lets go of its output when that does not close even then.
 * A command such as `server &` ends its shell, yet holds the output open; nothing of that may outlive the call.
 */
export class CommandReaper {
  /** Resolves, to null, when the command can no longer be waited for. */
  readonly givenUp: Promise<null>;
  #giveUp: () => void = () => undefined;
  #isSettled = false;
  #grace: NodeJS.Timeout | null = null;

  /**
   * @param streams Where the command's output comes from.
   * @param lifeline Held open until there is nothing left to kill; the command's guard waits for its end.
   * @param mark The variable of the command's environment, `NAME=value`.
   */
  constructor(
    private readonly command: Pick<ChildProcess, 'pid' | 'once'>,
    private readonly streams: readonly Readable[],
    private readonly lifeline: Readable | Writable | null,
    private readonly mark: string,
  ) {
    this.givenUp = new Promise((resolve) => {
      this.#giveUp = () => {
        resolve(null);
      };
    });
    command.once('exit', () => {
      setTimeout(() => {
        // What has let go of the output and left for a session of its own, as daemons do, was meant to stay.
        if (this.#isSettled) void this.#killTree().then(() => this.lifeline?.destroy());
        else this.killAll();
      }, LINGER_MILLISECONDS).unref();
    });
  }

  /** Kills everything the command started; it counts as ended soon after, whether or not that succeeds. */
  killAll(): void {
    void this.#killTree()
      .then(() => killMarked(this.mark))
      .then(() => this.lifeline?.destroy());
    this.#grace ??= setTimeout(() => {
      for (const stream of this.streams) stream.destroy();
      this.#giveUp();
    }, GRACE_MILLISECONDS);
  }

  /** To be called when the command has ended. */
  settle(): void {
    this.#isSettled = true;
    if (this.#grace !== null) clearTimeout(this.#grace);
  }

  async #killTree(): Promise<void> {
    if (this.command.pid !== undefined) await killProcessTree(this.command.pid);
  }
}
