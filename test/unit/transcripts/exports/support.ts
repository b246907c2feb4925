import type { ExportFormat, ExportItem } from '../../../../src/transcripts/exports/exportItem';
import { Redaction } from '../../../../src/transcripts/exports/redaction/redaction';
import { writeItems } from '../../../../src/transcripts/exports/writeItems';
import { exportItems, type ExportSource } from '../../../../src/transcripts/exports/exportItems';
import { readTranscript } from '../../../../src/transcripts/registry';
import type { Transcript } from '../../../../src/transcripts/transcript';
import { ContextLedger } from '../../../../src/engine/ledger';
import { MessageCounter } from '../../../../src/engine/messageCounter';
import type { Message } from '../../../../src/engine/message';
import { characterCounter } from '../../../support/characterCounter';
import { withFile } from '../../../support/sessionFiles';

export const NOBODY = { keys: [], homeFolder: '' } as const;

/** The text of a file of these items. */
export function textOfItems(format: ExportFormat, items: Iterable<ExportItem>): string {
  return [...writeItems(format, items)].join('');
}

/** A session of these messages in which nothing was decided. */
export function sourceOf(messages: readonly Message[], transcript: Transcript | null = null): ExportSource {
  const ledger = new ContextLedger(new MessageCounter(characterCounter));
  for (const message of messages) ledger.append(message);
  const journal = messages.map((message) => ({ type: 'message', message }) as const);
  const facts = { title: 'A session', format: 'strata', model: 'gpt-5', call: null, window: 1000 };
  return { facts, ledger, transcript, journal, describe: ({ strategy }) => `Did ${strategy}` };
}

/** The history of a session as a file. */
export function historyText(
  format: ExportFormat,
  messages: readonly Message[],
  transcript: Transcript | null = null,
): string {
  return textOfItems(format, exportItems(sourceOf(messages, transcript), format, 'history'));
}

/** Items with their secrets masked. */
export async function masked(items: readonly ExportItem[], redaction = new Redaction(NOBODY)): Promise<ExportItem[]> {
  for (const item of items) await redaction.search(item, null);
  await redaction.finish();
  return items.map((item) => redaction.mask(item));
}

export function readText(text: string, name = 'session.jsonl'): Promise<Transcript> {
  return withFile(text, (path) => readTranscript(path), name);
}
