import { stat } from 'node:fs/promises';
import * as z from 'zod/mini';
import { t, tn } from '../../l10n/text';
import { BoundedOutput } from './boundedOutput';
import { confinedPath } from './confinedPath';
import { LiveOutput } from './liveOutput';
import type { CommandEnd } from './runningCommand';
import { startCommand } from './runningCommand';
import { terminalText } from './terminalText';
import type { ToolContext, ToolOutcome } from './tool';
import { LONGEST_SUMMARY, ToolError, clipped, defineTool } from './tool';

const DEFAULT_SECONDS = 120;
const MOST_SECONDS = 3_600;

/** Bytes kept of the beginning and of the end of the output. The engine offloads what is too much for the window. */
const HALF_OUTPUT_BYTES = 200_000;

const schema = z.object({
  command: z.string().check(z.minLength(1), z.describe('The command')),
  cwd: z.optional(z.string().check(z.describe('Folder to run it in; the workspace folder by default'))),
  timeout_seconds: z.optional(
    z
      .int()
      .check(
        z.minimum(1),
        z.maximum(MOST_SECONDS),
        z.describe(`Seconds before it is killed; ${String(DEFAULT_SECONDS)} by default`),
      ),
  ),
});

type BashArguments = z.output<typeof schema>;

export const bashTool = defineTool({
  name: 'bash',
  canonicalName: 'Bash',
  description:
    'Runs a shell command in the workspace folder and gives its output and exit code. Each call is a new shell; there is no terminal and no input, and nothing it started goes on after it.',
  schema,
  needsApproval: true,
  check: ({ command }) => {
    if (command.includes('\0')) throw new ToolError('arguments', 'A command must not hold a NUL character.');
  },
  preview: ({ command, cwd }) => {
    const place = cwd === undefined || cwd === '.' ? '' : ` ${t('(in {0})', cwd)}`;
    const [firstLine = '', ...more] = command.trim().split('\n');
    const rest = more.length === 0 ? '' : ` ${tn('(+ {0} more line)', '(+ {0} more lines)', more.length)}`;
    return {
      // What stands behind a long line is said all the same.
      summary: `${clipped(firstLine, Math.max(80, LONGEST_SUMMARY - rest.length - place.length))}${rest}${place}`,
      detail: place === '' ? command : `${command}\n${place.trimStart()}`,
    };
  },
  run: runCommand,
});

type Ending = 'timeout' | 'cancelled';

async function runCommand(args: BashArguments, context: ToolContext): Promise<ToolOutcome> {
  const { command, timeout_seconds: seconds = DEFAULT_SECONDS } = args;
  const folder = await folderOf(args.cwd ?? '.', context.root);
  const { signal } = context;
  if (signal.aborted) return { text: '[cancelled before it started]', isError: true };
  const output = new BoundedOutput(HALF_OUTPUT_BYTES);
  const live = new LiveOutput(output, context.onOutput);
  const running = startCommand(command, folder, (bytes) => {
    output.add(bytes);
    live.touch();
  });
  let ending: Ending | null = null;
  const end = (reason: Ending): void => {
    ending ??= reason;
    running.kill();
  };
  const onAbort = (): void => {
    end('cancelled');
  };
  const timer = setTimeout(() => {
    end('timeout');
  }, seconds * 1000);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const result = await running.ended;
    const note = endingNote(ending, seconds, result);
    const text = terminalText(output.finish()).trimEnd();
    return {
      text: [text === '' ? '[no output]' : text, ...(note === '' ? [] : [note])].join('\n'),
      isError: note !== '',
    };
  } finally {
    live.close();
    running.settle();
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

async function folderOf(cwd: string, root: string): Promise<string> {
  const folder = await confinedPath(root, cwd);
  const found = await stat(folder).catch(() => null);
  if (found === null) throw new ToolError('missing', `There is no folder ${cwd}.`);
  if (!found.isDirectory()) throw new ToolError('unsuitable', `${cwd} is no folder.`);
  return folder;
}

function endingNote(ending: Ending | null, seconds: number, { exitCode, signal, problem }: CommandEnd): string {
  if (ending === 'timeout') return `[killed after ${String(seconds)} s without an end]`;
  if (ending === 'cancelled') return '[cancelled by the user]';
  if (problem !== null) return `[could not be started: ${problem}]`;
  if (signal !== null) return `[killed by ${signal}]`;
  return exitCode === 0 ? '' : `[exit code ${String(exitCode)}]`;
}
