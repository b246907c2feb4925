import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { t } from '../l10n/text';
import { openTranscript, readTranscript } from '../transcripts/registry';
import type { Transcript } from '../transcripts/transcript';
import type { TranscriptFile } from '../transcripts/transcriptFile';
import type { DeskTools } from './deskTools';
import type { OpenParameters } from './fileSessions';

/** Of files from this size on the beginning is shown before the whole is read: some seconds. Bytes. */
const SLOW_FILE_BYTES = 32 << 20;

/** How much of the beginning: hundreds of messages, in a fraction of a second. Bytes. */
const BEGINNING_BYTES = 2 << 20;

/**
 * The beginning of a file that takes long to read; null where the whole is there as soon, where one of several sessions
 * is asked for, and where nothing can be had of it: reading the whole tells why.
 */
export async function readBeginning(
  { path, session = null }: Pick<OpenParameters, 'path' | 'session'>,
  signal: AbortSignal,
): Promise<Transcript | null> {
  const size = await stat(path).then(
    (status) => status.size,
    () => 0,
  );
  if (size < SLOW_FILE_BYTES || session !== null) return null;
  return readTranscript(path, { signal, firstBytes: BEGINNING_BYTES }).catch(() => null);
}

/** The whole of a file, with progress while it is read. @throws as `openTranscript` of the registry */
export function openWhole(
  { path, session }: Pick<OpenParameters, 'path' | 'session'>,
  signal: AbortSignal,
  tools: Pick<DeskTools, 'emit'>,
): Promise<TranscriptFile> {
  const text = t('Reading {0}', basename(path));
  tools.emit('progress', { text, share: 0 });
  return openTranscript(path, {
    signal,
    session: session ?? undefined,
    onProgress: (share) => {
      tools.emit('progress', { text, share });
    },
  });
}
