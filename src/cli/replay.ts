import type { JournalEntry } from '../engine/journal';
import { limitsFor } from '../engine/settings';
import { profileFor } from '../models/profile';
import { readTranscript } from '../transcripts/registry';
import { TranscriptError, type Transcript } from '../transcripts/transcript';
import { loadExactCounter } from './exactCounter';
import { LineFile, writeArchive, writeOutput } from './outputFiles';
import { parseReplayArguments, USAGE, UsageError, type ReplayArguments } from './replayArguments';
import type { ReplayReport } from './replayReport';
import { contextJson, replaySession, type ReplayRun } from './replaySession';
import { replayTable } from './replayTable';

/**
 * The command `npm run -s replay`. Prints to standard output; errors are one line on standard error.
 *
 * @returns the exit code: 0, or 2 where the input cannot be read, the output not written, or the call not understood
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const parsed = parseReplayArguments(args);
    const output = parsed === null ? USAGE : await replay(parsed);
    process.stdout.write(output);
    return 0;
  } catch (error) {
    if (!isExpected(error)) throw error;
    process.stderr.write(`${error.message.replaceAll('\n', ' ')}\n`);
    return 2;
  }
}

/** Runs the command and returns what it prints. */
async function replay(options: ReplayArguments): Promise<string> {
  const started = performance.now();
  const transcript = await readTranscript(options.file, { format: options.format, session: options.session });
  const read = performance.now();
  const model = options.model ?? transcript.model ?? null;
  const profile = profileFor(model ?? '');
  const counter = await loadExactCounter(profile.encoding);
  const loaded = performance.now();
  const window = options.window ?? (options.settings['model.window'] || recordedWindow(transcript) || profile.window);
  const limits = limitsFor(window, options.settings['tokens.reserve']);
  const calls = options.callsOut === undefined ? null : new LineFile(options.callsOut);
  const run = replaySession(transcript, options.settings, limits, counter, (json) => calls?.write(json()));
  calls?.close();
  const replayed = performance.now();
  if (options.contextOut !== undefined) writeOutput(options.contextOut, `${contextJson(run.ledger, 1)}\n`);
  if (options.archiveDir !== undefined) writeArchive(options.archiveDir, run.archive.entries.values());
  const timings = { readMs: read - started, loadMs: loaded - read, replayMs: replayed - loaded };
  const report = reportOf(transcript, model, limits, run, options.warnings, timings);
  return options.json ? `${JSON.stringify(report, null, 1)}\n` : replayTable(report);
}

function reportOf(
  transcript: Transcript,
  model: string | null,
  limits: { readonly window: number; readonly reserve: number },
  { ledger, calls, tooLarge }: ReplayRun,
  warnings: readonly string[],
  timings: ReplayReport['timings'],
): ReplayReport {
  const { format, title, messages, problems, recorded } = transcript;
  return {
    format,
    title,
    model,
    window: limits.window,
    reserve: limits.reserve,
    messages: messages.length,
    problems,
    calls,
    fates: ledger.fates,
    tokens: { original: ledger.originalTokens, context: ledger.totalTokens, counted: 'counted' },
    tooLarge: tooLarge?.message ?? null,
    ...(recorded === undefined ? {} : { recorded }),
    warnings,
    timings,
  };
}

/** Strata's own sessions say which window they had. */
function recordedWindow({ journal }: Transcript): number | undefined {
  const limits = (entry: JournalEntry): boolean => entry.type === 'header' || entry.type === 'model';
  const entry = journal?.findLast(limits);
  return entry !== undefined && 'window' in entry ? entry.window : undefined;
}

function isExpected(error: unknown): error is Error {
  if (error instanceof TranscriptError || error instanceof UsageError) return true;
  return error instanceof Error && 'syscall' in error;
}
