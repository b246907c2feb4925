import { touchedIndexes } from './decision';
import type { Check } from './fieldCheck';
import {
  amount,
  count,
  finite,
  flag,
  isRecord,
  listOf,
  nullable,
  oneOf,
  optional,
  record,
  text,
  variantOf,
} from './fieldCheck';
import type { JournalEntry } from './journal';
import { JOURNAL_VERSION } from './journal';

/** What a journal entry must look like before anything is folded over it: files may have been touched by anyone. */

const part = variantOf(
  'type',
  new Map([
    ['text', record({ text, attachment: optional(text) })],
    ['thinking', record({ text, signature: optional(text), redacted: optional(text) })],
    ['toolCall', record({ id: text, name: text, arguments: text })],
    [
      'media',
      record({
        kind: oneOf('image', 'document', 'audio'),
        mediaType: text,
        data: text,
        url: optional(text),
        name: optional(text),
        width: optional(amount),
        height: optional(amount),
      }),
    ],
    ['raw', record({ kind: text, json: text })],
  ]),
);

const usage = record({ inputTokens: amount, cachedInputTokens: optional(amount), outputTokens: amount });

const message = record({
  id: text,
  role: oneOf('system', 'user', 'assistant', 'tool'),
  parts: listOf(part),
  toolCallId: optional(text),
  toolName: optional(text),
  isError: optional(flag),
  pinned: optional(flag),
  synthetic: optional(oneOf('summary', 'injected')),
  createdAt: optional(finite),
  model: optional(text),
  usage: optional(usage),
  source: optional(record({ line: count, byteOffset: count })),
});

const editBase = { index: count, tokensBefore: amount, tokensAfter: amount };

const edit = variantOf(
  'kind',
  new Map([
    [
      'cut',
      record({
        ...editBase,
        headCharacters: count,
        tailCharacters: count,
        notice: text,
        marker: text,
        pointer: nullable(text),
      }),
    ],
    ['replace', record({ ...editBase, text, pointers: listOf(text) })],
    ['arguments', record({ ...editBase, part: count, arguments: text, pointer: text })],
  ]),
);

const summaryLevel = oneOf('full', 'withoutOversized', 'outline', 'notice');

const summaryReport = record({
  level: summaryLevel,
  faults: listOf(record({ level: summaryLevel, fault: text, detail: optional(text) })),
  model: nullable(text),
  chunks: count,
  oversized: listOf(count),
  facts: record({ found: count, inSummary: count, listed: count, reachable: count }),
  usage: nullable(usage),
});

const ownTrigger = record({ setting: text, measuredTokens: amount, thresholdTokens: amount });

const decision = record({
  id: text,
  strategy: oneOf('truncate', 'compact', 'prune', 'summarizeFull', 'summarizePartial'),
  layer: oneOf(1, 2, 3),
  trigger: variantOf(
    'reason',
    new Map([
      ...['threshold', 'overflow', 'command', 'fit', 'proactive'].map((reason) => [reason, ownTrigger] as const),
      [
        'recorded',
        record({
          words: text,
          measuredTokens: amount,
          reportedBefore: nullable(amount),
          reportedAfter: nullable(amount),
        }),
      ],
    ]),
  ),
  historyLength: count,
  tokensBefore: amount,
  tokensAfter: amount,
  counted: oneOf('reported', 'counted', 'estimated'),
  edits: listOf(edit),
  removal: nullable(
    record({
      indexes: listOf(count),
      summary: nullable(text),
      pointer: nullable(text),
      facts: optional(text),
      standIn: optional(nullable(count)),
    }),
  ),
  summary: optional(summaryReport),
  cache: optional(record({ rereadTokens: amount, savedTokens: finite })),
  takenAt: optional(finite),
});

const ENTRY_CHECKS: Readonly<Record<JournalEntry['type'], Check>> = {
  header: record({
    version: count,
    sessionId: text,
    title: text,
    createdAt: finite,
    provider: text,
    model: text,
    window: amount,
    reserve: amount,
    workspace: optional(text),
    origin: optional(record({ relation: oneOf('forks', 'continues'), sessionId: text, historyLength: count })),
    client: optional(text),
  }),
  message: record({ message }),
  decision: record({ decision }),
  undo: record({ decisionId: text }),
  restore: record({ index: count }),
  pin: record({ index: count, pinned: flag }),
  call: record({ historyLength: count, inputTokens: amount, usage: optional(usage), model: text }),
  model: record({ provider: text, model: text, window: amount, reserve: amount, learned: optional(flag) }),
  title: record({ title: text }),
  memory: record({ text }),
  link: record({ relation: oneOf('forkedTo', 'continuedIn'), sessionId: text }),
};

/** Every kind of entry there is. */
export const JOURNAL_ENTRY_TYPES: readonly string[] = Object.keys(ENTRY_CHECKS);

/** A record read as a journal entry. */
export type ParsedEntry =
  | { readonly kind: 'entry'; readonly entry: JournalEntry }
  /** `fault` says why it is none; its words follow a name of the entry. */
  | { readonly kind: 'fault'; readonly fault: string }
  /** What only a later version of the format holds. */
  | { readonly kind: 'newer'; readonly fault: string };

/** Checks one record of a journal by itself; `misplacedFault` checks it against what stands before it. */
export function parseJournalEntry(value: unknown): ParsedEntry {
  const type = isRecord(value) ? value['type'] : undefined;
  if (!isRecord(value) || typeof type !== 'string') return { kind: 'fault', fault: 'it is no entry of a session' };
  if (!isEntryType(type)) return { kind: 'newer', fault: `its type ${JSON.stringify(type)} is not known` };
  const version = value['version'];
  if (type === 'header' && typeof version === 'number' && version > JOURNAL_VERSION) {
    return { kind: 'newer', fault: `version ${version} is newer than this program` };
  }
  const fault = ENTRY_CHECKS[type](value);
  // Every field the type names has been checked.
  return fault === null ? { kind: 'entry', entry: value as unknown as JournalEntry } : { kind: 'fault', fault };
}

/**
 * Why an entry cannot stand where it does, or null: what speaks of messages that are not there would mislead every fold.
 * @param historyLength Messages before the entry.
 */
export function misplacedFault(entry: JournalEntry, historyLength: number): string | null {
  switch (entry.type) {
    case 'decision': {
      const isAhead = entry.decision.historyLength > historyLength;
      const last = touchedIndexes(entry.decision).at(-1) ?? -1;
      return isAhead || last >= historyLength ? 'it touches messages that are not there' : null;
    }
    case 'pin':
      return entry.index >= historyLength ? 'it pins a message that is not there' : null;
    case 'restore':
      return entry.index >= historyLength ? 'it restores a message that is not there' : null;
    case 'call':
      return entry.historyLength > historyLength ? 'it names messages that are not there' : null;
    case 'header':
    case 'message':
    case 'undo':
    case 'model':
    case 'title':
    case 'memory':
    case 'link':
      return null;
  }
}

function isEntryType(type: string): type is JournalEntry['type'] {
  return Object.hasOwn(ENTRY_CHECKS, type);
}
