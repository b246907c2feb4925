import { anthropicMessages } from './formats/anthropicMessages';
import { claudeCode } from './formats/claudeCode';
import { openAiChat } from './formats/openAiChat';
import { strata } from './formats/strata';
import { ProblemList } from './problemList';
import { finishSession } from './finishSession';
import { siblingFilesOf } from './siblingFiles';
import { TranscriptError, type Transcript } from './transcript';
import type { TranscriptFormat } from './transcriptFormat';
import { openSource, type TranscriptSource } from './transcriptSource';

/** Every format Strata reads; where two are equally sure, the earlier one has it. */
const transcriptFormats: readonly TranscriptFormat[] = [strata, claudeCode, anthropicMessages, openAiChat];

/** Records looked at to tell the format: side lines at the start of a session can be many. */
const SAMPLE_RECORDS = 400;

/** No more of a file than this is looked at, bytes. */
const SAMPLE_BYTES = 1 << 22;

/** Surer than this, or the format counts as unknown. */
const LEAST_CERTAINTY = 0.4;

export interface ReadTranscriptOptions {
  /** Id of the format, instead of telling it from the content. */
  readonly format?: string | undefined;
  /** Which of several sessions in the file, from 0. */
  readonly session?: number | undefined;
  /** Aborting it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Told now and then, with the share of the file read, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/**
 * Reads a session file of any known format.
 *
 * @throws TranscriptError, whose message names the file and says what to do; or the signal's reason
 */
export async function readTranscript(path: string, options: ReadTranscriptOptions = {}): Promise<Transcript> {
  const source = await openSource(path, options.signal);
  try {
    const format = options.format === undefined ? await detectFormat(source) : formatById(options.format);
    const problems = new ProblemList();
    const { name } = source;
    const reader = format.open({ name, problems, session: options.session, siblings: siblingFilesOf(path) });
    for await (const items of source.records(options.onProgress)) {
      for (const item of items) {
        if (item.kind === 'problem') problems.add(item.problem);
        else reader.add(item.record, item);
      }
    }
    return await finishSession(reader, { name, format, problems });
  } finally {
    await source.close();
  }
}

/**
 * The format the content of a file is in.
 *
 * @throws TranscriptError `empty` or `unknownFormat`
 */
async function detectFormat(source: TranscriptSource): Promise<TranscriptFormat> {
  const sample = await readSample(source);
  if (sample.length > 0 && sample.every((record) => Array.isArray(record) && record.length === 0)) {
    throw new TranscriptError('empty', `${source.name} is an empty list: the session holds no messages.`);
  }
  let best: { readonly format: TranscriptFormat; readonly certainty: number } | null = null;
  for (const format of transcriptFormats) {
    const certainty = format.detect(sample);
    if (certainty >= LEAST_CERTAINTY && certainty > (best?.certainty ?? 0)) best = { format, certainty };
  }
  if (best === null) {
    throw new TranscriptError(
      'unknownFormat',
      `${source.name} is no session that Strata can read. It reads ${supported(({ label }) => label)}.`,
    );
  }
  return best.format;
}

function formatById(id: string): TranscriptFormat {
  const format = transcriptFormats.find((candidate) => candidate.id === id);
  if (format === undefined) {
    throw new TranscriptError('unknownFormat', `There is no format "${id}"; choose ${supported((known) => known.id)}.`);
  }
  return format;
}

function supported(nameOf: (format: TranscriptFormat) => string): string {
  return transcriptFormats.map(nameOf).join(', ');
}

async function readSample(source: TranscriptSource): Promise<readonly unknown[]> {
  const sample: unknown[] = [];
  for await (const items of source.peek()) {
    for (const item of items) {
      if (item.kind !== 'record') continue;
      sample.push(item.record);
      if (sample.length >= SAMPLE_RECORDS || item.byteOffset > SAMPLE_BYTES) return sample;
    }
  }
  return sample;
}
