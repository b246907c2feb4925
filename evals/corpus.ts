import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { readTranscript } from '../src/transcripts/registry';
import { TranscriptError } from '../src/transcripts/transcript';
import { corpusFolder } from '../test/support/corpus';

/** One file of the corpus as it was read. */
interface CorpusRow {
  readonly file: string;
  readonly format: string;
  readonly messages: string;
  readonly compactions: string;
  readonly problems: string;
}

const COLUMNS = ['format', 'messages', 'compactions', 'problems', 'file'] as const;

/** Files that describe the corpus. */
const OTHER_FILES = /(?:^|[\\/])(?:MANIFEST\.tsv|README\.md)$/;

/**
 * Reads every file of the corpus, or of a folder that is named, and prints what was found: format, messages, recorded
 * compactions, problems.
 *
 * @returns 1 where a file failed in a way that is a fault of the reader
 */
export async function main([folder = corpusFolder]: readonly string[]): Promise<number> {
  if (!existsSync(folder)) {
    console.info(`No corpus at ${folder} (set STRATA_CORPUS or name a folder).`);
    return 0;
  }
  const rows: CorpusRow[] = [];
  let faults = 0;
  for (const file of filesBelow(folder)) {
    const row = await readRow(folder, file).catch((error: unknown) => {
      faults += 1;
      return failedRow(folder, file, error);
    });
    rows.push(row);
  }
  for (const text of table(rows)) console.info(text);
  console.info(`${String(rows.length)} files, ${String(faults)} faults of a reader`);
  return faults === 0 ? 0 : 1;
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !OTHER_FILES.test(file))
    .sort();
}

async function readRow(folder: string, file: string): Promise<CorpusRow> {
  try {
    const { format, messages, recorded, problems, sessions } = await readTranscript(file);
    const several =
      sessions === undefined ? '' : ` of ${String(sessions.titles.length)} sessions, ${String(sessions.shown)}`;
    return {
      file: nameOf(folder, file),
      format,
      messages: `${String(messages.length)}${several}`,
      compactions: String(recorded?.compactions.length ?? 0),
      problems: String(problems.length),
    };
  } catch (error) {
    // What cannot be read is told to the user in these words.
    if (error instanceof TranscriptError) return failedRow(folder, file, error);
    throw error;
  }
}

function failedRow(folder: string, file: string, error: unknown): CorpusRow {
  const words = error instanceof Error ? error.message : String(error);
  return { file: nameOf(folder, file), format: '-', messages: words, compactions: '-', problems: '-' };
}

function nameOf(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}

function table(rows: readonly CorpusRow[]): readonly string[] {
  const header: CorpusRow = {
    file: 'file',
    format: 'format',
    messages: 'messages',
    compactions: 'compactions',
    problems: 'problems',
  };
  const width = (column: (typeof COLUMNS)[number]): number =>
    Math.min(80, Math.max(...[header, ...rows].map((row) => row[column].length)));
  return [header, ...rows].map((row) =>
    COLUMNS.map((column) => row[column].padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
}
