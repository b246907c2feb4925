import { renderContext } from '../engine/render';
import type { ExportEntry } from '../transcripts/exports/exportEntry';
import { markdown } from '../transcripts/exports/markdown';
import { openAiJsonl } from '../transcripts/exports/openAiJsonl';
import type { SessionWorkerApi } from './api';
import type { DeskSession } from './deskSession';

/** The text of a file with the whole history, each message with its fate, or with the context as the model sees it. */
export function exportSession(
  session: Pick<DeskSession, 'ledger' | 'facts'>,
  { format, scope }: Parameters<SessionWorkerApi['exportText']>[0],
): string {
  const entries = scope === 'history' ? historyEntries(session) : renderContext(session.ledger);
  switch (format) {
    case 'markdown':
      return markdown(session.facts().title, entries);
    case 'openai':
      return openAiJsonl(entries);
  }
}

function historyEntries({ ledger }: Pick<DeskSession, 'ledger'>): ExportEntry[] {
  return Array.from({ length: ledger.length }, (_, index) => {
    const { fate, pinned } = ledger.state(index);
    return { message: { ...ledger.message(index), pinned }, index, fate };
  });
}
