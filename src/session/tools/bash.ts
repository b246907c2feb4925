import { randomUUID } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import * as z from 'zod/mini';
import { BoundedOutput } from './boundedOutput';
import { CommandReaper } from './commandReaper';
import type { ToolContext, ToolOutcome } from './tool';
import { ToolError, defineTool } from './tool';

const DEFAULT_SECONDS = 120;
const MOST_SECONDS = 3_600;

/** Characters kept of the beginning and of the end of the output. The engine offloads what is too much for the window. */
const HALF_OUTPUT_CHARACTERS = 200_000;

/** A variable of the command's environment, by whose random value everything it starts is found again. */
const MARK_NAME = 'STRATA_COMMAND';

export const bashTool = defineTool({
  name: 'bash',
  canonicalName: 'Bash',
  description:
    'Runs a shell command in the workspace folder and gives its output and exit code. Each call is a new shell; there is no terminal and no input.',
  schema: z.object({
    command: z.string().check(z.minLength(1), z.describe('The command')),
    timeout_seconds: z.optional(
      z
        .int()
        .check(
          z.minimum(1),
          z.maximum(MOST_SECONDS),
          z.describe(`Seconds before it is killed; ${String(DEFAULT_SECONDS)} by default`),
        ),
    ),
  }),
  needsApproval: true,
  preview: (args) => ({ summary: args.command.split('\n', 1)[0] ?? '', detail: args.command }),
  run: (args, context) => runCommand(args.command, (args.timeout_seconds ?? DEFAULT_SECONDS) * 1000, context),
});

async function runCommand(command: string, timeoutMilliseconds: number, context: ToolContext): Promise<ToolOutcome> {
  if (command.includes('\0')) throw new ToolError('arguments', 'A command must not hold a NUL character.');
  if (context.signal.aborted) return { text: '[cancelled before it started]', isError: true };
  const [shell, ...shellArguments] = shellCommand(command);
  const mark = randomUUID();
  const child = execa(shell, shellArguments, {
    cwd: context.root,
    env: { ...childEnvironment(), [MARK_NAME]: mark },
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    buffer: false,
    reject: false,
    // A group of its own, so that everything the command starts can be ended with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const output = new BoundedOutput(HALF_OUTPUT_CHARACTERS);
  child.all.on('data', (bytes: Buffer) => {
    output.add(bytes);
  });
  const reaper = new CommandReaper(child, `${MARK_NAME}=${mark}`);
  let ending: 'timeout' | 'cancelled' | null = null;
  const end = (reason: 'timeout' | 'cancelled'): void => {
    ending ??= reason;
    reaper.killAll();
  };
  const onAbort = (): void => {
    end('cancelled');
  };
  const timer = setTimeout(() => {
    end('timeout');
  }, timeoutMilliseconds);
  context.signal.addEventListener('abort', onAbort, { once: true });
  try {
    // Whoever still holds the output open once all was killed cannot be waited for.
    const result = (await Promise.race([child, reaper.givenUp])) ?? {
      exitCode: child.exitCode ?? undefined,
      signal: child.signalCode ?? undefined,
    };
    const text = stripVTControlCharacters(output.finish()).trimEnd();
    const note = endingNote(ending, timeoutMilliseconds, result);
    return {
      text: [text === '' ? '[no output]' : text, ...(note === '' ? [] : [note])].join('\n'),
      isError: note !== '',
    };
  } finally {
    reaper.settle();
    clearTimeout(timer);
    context.signal.removeEventListener('abort', onAbort);
  }
}

interface CommandEnd {
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  readonly shortMessage?: string | undefined;
}

function endingNote(
  ending: 'timeout' | 'cancelled' | null,
  timeoutMilliseconds: number,
  { exitCode, signal, shortMessage }: CommandEnd,
): string {
  if (ending === 'timeout') return `[killed after ${String(timeoutMilliseconds / 1000)} s without an end]`;
  if (ending === 'cancelled') return '[cancelled by the user]';
  if (signal !== undefined) return `[killed by ${signal}]`;
  if (exitCode === undefined) return `[could not be started: ${shortMessage ?? 'no reason given'}]`;
  return exitCode === 0 ? '' : `[exit code ${String(exitCode)}]`;
}

function shellCommand(command: string): readonly [string, ...string[]] {
  if (process.platform === 'win32') return ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', command];
  return [
    '/bin/sh',
    '-c',
    `if command -v bash >/dev/null 2>&1; then exec bash -c "$1"; else exec sh -c "$1"; fi`,
    'sh',
    command,
  ];
}

/** The environment without what the editor sets for itself, and without anything that would wait for a person. */
function childEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !/^(?:VSCODE_|ELECTRON_)/.test(entry[0]),
  );
  return {
    ...Object.fromEntries(kept),
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    NO_COLOR: '1',
    TERM: 'dumb',
  };
}
