import { engineSettings } from '../config/engineSettings';
import type { JournalEntry } from '../engine/journal';
import { limitsFor } from '../engine/settings';
import { profileFor } from '../models/profile';
import { readTranscript } from '../transcripts/registry';
import { TranscriptError, type Transcript } from '../transcripts/transcript';

import { loadCounter } from './modelCounter';
import { checkOutputs } from './outputConflicts';
import { OutputError } from './outputError';
import { LineFile, prepareFile, prepareFolder, writeArchive, writeOutput } from './outputFiles';
import { print } from './print';
import { parseReplayArguments, USAGE, UsageError, type ReplayArguments } from './replayArguments';
import type { ReplayReport } from './replayReport';
import { contextJson, replaySession, type ReplayRun } from './replaySession';
import { replayTable } from './replayTable';
import { escapeControls, oneLine } from './terminalText';

/**
 * The command `npm run -s replay`. Prints to standard output; errors are one line on standard error.
 *
 * @returns the exit code: 0, or 2 where the input cannot be read, the output not written, or the call not understood
 */
export async function main(args: readonly string[]): Promise<number> {
  let file: string | undefined;
  try {
    const parsed = parseReplayArguments(args);
    file = parsed?.file;
    await print(process.stdout, parsed === null ? USAGE : await replay(parsed));
    return 0;
  } catch (error) {
    await print(process.stderr, `${oneLine(errorWords(error, file))}\n`).catch(() => undefined);
    return 2;
  }
}

/** Runs the command and returns what it prints. */
async function replay(options: ReplayArguments): Promise<string> {
  checkOutputs(options);
  const started = performance.now();
  const transcript = await readTranscript(options.file, { format: options.format, session: options.session });
  const read = performance.now();
  const model = options.model ?? transcript.model ?? null;
  const profile = profileFor(model ?? '', options.settings['model.overrides']);
  const counter = await loadCounter(model ?? '');
  const loaded = performance.now();
  const window = options.window ?? (options.settings['model.window'] || recordedWindow(transcript) || profile.window);
  const limits = limitsFor(window, options.settings['tokens.reserve']);
  const settings = engineSettings(options.settings, {
    provider: options.settings.provider,
    model: model ?? '',
    window,
  });
  const { contextOut, callsOut, archiveDir } = options;
  if (contextOut !== undefined) prepareFile('--context-out', contextOut);
  if (callsOut !== undefined) prepareFile('--calls-out', callsOut);
  if (archiveDir !== undefined) prepareFolder('--archive-dir', archiveDir);
  const prepared = performance.now();
  const run = replayInto(callsOut, (onCall) => replaySession(transcript, settings, limits, counter, onCall));
  const replayed = performance.now();
  if (contextOut !== undefined) writeOutput('--context-out', contextOut, `${contextJson(run.ledger, 1)}\n`);
  if (archiveDir !== undefined) writeArchive(archiveDir, run.archive.entries.values());
  const timings = { readMs: read - started, loadMs: loaded - read, replayMs: replayed - prepared };
  const report = reportOf(transcript, model, limits, run, options.warnings, timings);
  return options.json ? `${escapeControls(JSON.stringify(report, null, 1))}\n` : replayTable(report);
}

/** Replays with the context of each call going to a file, where one is asked for. */
function replayInto(
  callsOut: string | undefined,
  replayWith: (onCall: (contextJson: () => string) => void) => ReplayRun,
): ReplayRun {
  if (callsOut === undefined) return replayWith(() => undefined);
  const calls = new LineFile('--calls-out', callsOut);
  try {
    return replayWith((json) => {
      calls.write(json());
    });
  } finally {
    calls.close();
  }
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
    tokens: { original: ledger.originalTokens, context: ledger.totalTokens, counted: ledger.counter.method },
    tooLarge: tooLarge?.message ?? null,
    ...(recorded === undefined ? {} : { recorded }),
    warnings,
    timings,
  };
}

/** Strata's own sessions say which window they had, and so do some of other agents. */
function recordedWindow({ journal, contextWindow }: Transcript): number | undefined {
  const limits = (entry: JournalEntry): boolean => entry.type === 'header' || entry.type === 'model';
  const entry = journal?.findLast(limits);
  return entry !== undefined && 'window' in entry ? entry.window : contextWindow;
}

function errorWords(error: unknown, file: string | undefined): string {
  const words = error instanceof Error ? error.message : String(error);
  const isExpected = [TranscriptError, UsageError, OutputError].some((expected) => error instanceof expected);
  return isExpected ? words : `${file ?? 'The command'} cannot be replayed, which is a fault of this program: ${words}`;
}
