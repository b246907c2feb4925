import { aider } from './formats/aider';
import { anthropicMessages } from './formats/anthropicMessages';
import { claudeCode } from './formats/claudeCode';
import { cline } from './formats/cline';
import { codex } from './formats/codex';
import { copilotCli } from './formats/copilotCli';
import { geminiCli } from './formats/geminiCli';
import { miniSweAgent } from './formats/miniSweAgent';
import { openAiChat } from './formats/openAiChat';
import { openCode } from './formats/openCode';
import { openHands } from './formats/openHands';
import { pi } from './formats/pi';
import { roo } from './formats/roo';
import { specStory } from './formats/specStory';
import { strata } from './formats/strata';
import { sweAgent } from './formats/sweAgent';
import { vscodeChat } from './formats/vscodeChat';
import { vscodeChatReplay } from './formats/vscodeChatReplay';
import { TranscriptError, type Transcript } from './transcript';
import type { TranscriptFormat } from './transcriptFormat';
import { TranscriptFile } from './transcriptFile';
import type { TranscriptSource } from './transcriptSource';

/** Every format Strata reads; where two are equally sure, the earlier one has it. */
const transcriptFormats: readonly TranscriptFormat[] = [
  strata,
  claudeCode,
  codex,
  geminiCli,
  copilotCli,
  pi,
  sweAgent,
  miniSweAgent,
  vscodeChat,
  vscodeChatReplay,
  aider,
  specStory,
  openCode,
  openHands,
  roo,
  cline,
  anthropicMessages,
  openAiChat,
];

/** Records looked at to tell the format: side lines at the start of a session can be many. */
const SAMPLE_RECORDS = 400;

/** No more of a file than this is looked at, bytes. */
const SAMPLE_BYTES = 1 << 22;

/** Surer than this, or the format counts as unknown. */
const LEAST_CERTAINTY = 0.4;

export interface ReadTranscriptOptions {
  /** Id of the format, instead of telling it from the content. */
  readonly format?: string | undefined;
  /** See `TranscriptFileOptions`. */
  readonly session?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((share: number) => void) | undefined;
  readonly firstBytes?: number | undefined;
}

/**
 * Opens a session file of any known format and reads it as far as it is written.
 *
 * @throws TranscriptError, whose message names the file and says what to do; or the signal's reason
 */
export function openTranscript(path: string, options: ReadTranscriptOptions = {}): Promise<TranscriptFile> {
  const { format, session, signal, onProgress, firstBytes } = options;
  const chooseFormat = (source: TranscriptSource): Promise<TranscriptFormat> =>
    format === undefined ? detectFormat(source) : Promise.resolve(formatById(format));
  return TranscriptFile.open(path, { chooseFormat, session, signal, onProgress, firstBytes });
}

/** What a session file of any known format holds. @throws as `openTranscript` */
export async function readTranscript(path: string, options: ReadTranscriptOptions = {}): Promise<Transcript> {
  return (await openTranscript(path, options)).transcript;
}

/**
 * The format the content of a file is in.
 *
 * @throws TranscriptError `empty` or `unknownFormat`
 */
async function detectFormat(source: TranscriptSource): Promise<TranscriptFormat> {
  const sample = await readSample(source);
  let best: { readonly format: TranscriptFormat; readonly certainty: number } | null = null;
  for (const format of transcriptFormats) {
    const certainty = format.detect(sample);
    if (certainty >= LEAST_CERTAINTY && certainty > (best?.certainty ?? 0)) best = { format, certainty };
    // None behind it can be surer.
    if (certainty >= 1) break;
  }
  if (best === null) {
    if (sample.length > 0 && sample.every((record) => Array.isArray(record) && record.length === 0)) {
      throw new TranscriptError('empty', `${source.name} is an empty list: the session holds no messages.`);
    }
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
