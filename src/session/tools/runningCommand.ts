import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { CommandReaper } from './commandReaper';
import { LIFELINE, MARK_NAME, commandEnvironment, shellCommand } from './commandShell';

/** How a command ended by itself. */
export interface CommandEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not be started, or null. */
  readonly problem: string | null;
}

/** A command that was started. */
export interface RunningCommand {
  /** Resolves when it has ended and its output is closed, or when it can no longer be waited for. Never rejects. */
  readonly ended: Promise<CommandEnd>;
  /** Kills everything it started; it ends soon after, whether or not that succeeds. */
  kill(): void;
  /** To be called when it has ended. */
  settle(): void;
}

/**
 * Runs a command in a shell of its own without input. If this process ends, however it does, the command ends too with all
 * it started; on Windows only its shell.
 *
 * @param folder absolute path
 * @param onOutput given what comes from both streams
 */
export function startCommand(command: string, folder: string, onOutput: (bytes: Buffer) => void): RunningCommand {
  const isPosix = process.platform !== 'win32';
  const mark = randomUUID();
  const [shell, ...shellArguments] = shellCommand(command);
  const child = spawn(shell, shellArguments, {
    cwd: folder,
    env: commandEnvironment(mark),
    stdio: ['ignore', 'pipe', 'pipe', isPosix ? 'pipe' : 'ignore'],
    // A group of its own, so that everything the command starts can be ended with it.
    detached: isPosix,
    windowsHide: true,
  });
  const lifeline = child.stdio[LIFELINE] ?? null;
  // The guard may be gone before the lifeline is let go.
  lifeline?.on('error', () => undefined);
  const streams = [child.stdout, child.stderr].filter((stream): stream is Readable => stream !== null);
  const reaper = new CommandReaper(child, streams, lifeline, `${MARK_NAME}=${mark}`);
  const ended = new Promise<CommandEnd>((resolve) => {
    let open = streams.length + 1;
    const closeOne = (): void => {
      open -= 1;
      if (open === 0) resolve({ exitCode: child.exitCode, signal: child.signalCode, problem: null });
    };
    child.once('exit', closeOne);
    for (const stream of streams) stream.on('data', onOutput).once('close', closeOne);
    child.once('error', (error) => {
      lifeline?.destroy();
      resolve({ exitCode: null, signal: null, problem: error.message });
    });
    // Whoever still holds the output open once all was killed cannot be waited for.
    void reaper.givenUp.then(() => {
      resolve({ exitCode: child.exitCode, signal: child.signalCode, problem: null });
    });
  });
  return {
    ended,
    kill: () => {
      reaper.killAll();
    },
    settle: () => {
      reaper.settle();
    },
  };
}
