import { basename, dirname } from 'node:path';
import { journalMessageAt } from '../session/journalMessageAt';
import type { InspectorPanel } from './inspectorPanel';
import type { LiveSessions } from './liveSessions';
import type { FoundPlace } from './searchSessions';
import { inspectSession } from './sessionCommands';
import type { TranscriptEditor } from './transcriptEditor';

export interface OpenFoundServices {
  readonly liveSessions: LiveSessions;
  readonly inspector: Pick<InspectorPanel, 'open'>;
  readonly transcripts: Pick<TranscriptEditor, 'openAt'>;
}

/** Opens the inspector at what was found. A session of this workspace is put into the chat; others are only read. */
export async function openFound(services: OpenFoundServices, { file, line, words }: FoundPlace): Promise<void> {
  const { liveSessions, inspector, transcripts } = services;
  const id = basename(dirname(file.fsPath));
  const isOwn = basename(file.fsPath) === 'journal.jsonl' && (await liveSessions.list()).some((own) => own.id === id);
  if (!isOwn) {
    await transcripts.openAt(file, line, words);
    return;
  }
  const index = await journalMessageAt(file.fsPath, line);
  const atMessage: Pick<InspectorPanel, 'open'> = {
    open: () => inspector.open(index === null ? null : { kind: 'message', index }),
  };
  await inspectSession(liveSessions, atMessage, id);
}
