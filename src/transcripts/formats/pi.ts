import { callBoundariesOf } from '../callBoundaries';
import { asString, isRecord, stringAt, type JsonRecord } from '../../wire/jsonValue';
import { KindCounts } from '../kindCounts';
import type { ReadContext, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { readEntry } from './pi/entry';
import { SessionTree } from './pi/sessionTree';

/** Sessions of the pi coding agent, and of agents built on it: a tree of entries, or in older files a list. */
export const pi: TranscriptFormat = { id: 'pi', label: 'pi', detect, open };

const ROLES = new Set(['user', 'assistant', 'toolResult', 'bashExecution', 'custom', 'hookMessage']);

function detect(sample: readonly unknown[]): number {
  let certainty = 0;
  for (const record of sample) {
    if (isRecord(record)) certainty = Math.max(certainty, certaintyOf(record));
    if (certainty === 1) break;
  }
  return certainty;
}

function certaintyOf(record: JsonRecord): number {
  const { type, message } = record;
  if (type === 'session') return typeof record['id'] === 'string' && typeof record['cwd'] === 'string' ? 1 : 0;
  if (type === 'compaction') return 'firstKeptEntryId' in record || 'firstKeptEntryIndex' in record ? 0.95 : 0;
  if (type !== 'message' || !isRecord(message) || typeof record['timestamp'] !== 'string') return 0;
  return ROLES.has(stringAt(message, 'role') ?? '') && 'timestamp' in message ? 0.9 : 0;
}

/** Entries that say nothing to the model: settings, bookmarks, an extension's own notes. */
const SETTINGS = new Set(['thinking_level_change', 'model_change', 'custom', 'label', 'session_info']);

function open({ problems }: ReadContext): RecordReader {
  const tree = new SessionTree(problems);
  const unknown = new KindCounts();
  let workspace: string | null = null;
  let name: string | null = null;
  return {
    add(record, position) {
      if (!isRecord(record)) {
        problems.report('info', position, 'The line is no object; it was left out.');
        tree.skip();
        return;
      }
      const type = asString(record['type']) ?? '';
      if (type === 'session') {
        workspace ??= stringAt(record, 'cwd');
        tree.skip();
        return;
      }
      if (type === 'session_info') name = stringAt(record, 'name') ?? name;
      const entry = readEntry(record, position);
      if (entry.content === null && !SETTINGS.has(type)) unknown.note(type, position);
      tree.add(entry);
    },
    finish(found) {
      unknown.report(found, (kind) => `of the unknown kind "${kind}" are left out.`);
      const { messages, compactions, failed } = tree.finish(found);
      return {
        title: name,
        messages,
        callBoundaries:
          failed.size === 0
            ? callBoundariesOf(messages)
            : callBoundariesOf(messages, (message) => !failed.has(message)),
        workspace,
        ...(compactions.length === 0 ? {} : { recorded: { compactions } }),
      };
    },
  };
}
