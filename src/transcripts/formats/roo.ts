import type { SourcePosition } from '../../engine/message';
import { isList, isRecord, stringAt, type JsonRecord } from '../../wire/jsonValue';
import type { ReadContext, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { isUiMessages } from './clineTask/uiMessages';
import { RooTask } from './roo/rooTask';

/** Tasks of Roo Code, and of Kilo Code before it changed its storage: `api_conversation_history.json`. */
export const roo: TranscriptFormat = { id: 'roo', label: 'Roo Code', detect, open };

/** An empty history is a known fault of Roo, and of nobody else's that is read here. */
const EMPTY_CERTAINTY = 0.5;

function detect(sample: readonly unknown[]): number {
  const list = listOf(sample[0]);
  if (sample.length !== 1 || list === null) return 0;
  if (list.length === 0) return EMPTY_CERTAINTY;
  if (list.some(isRooEntry)) return isUiMessages(list) ? 0.97 : 0;
  if (list.some(isMarked)) return 0.98;
  return list.some(isTimed) && !list.some(hasModel) ? 0.97 : 0;
}

/** The history: a list, or, in newer versions, a document around one. */
function listOf(record: unknown): readonly unknown[] | null {
  if (isList(record)) return record;
  const messages = isRecord(record) && record['version'] === 2 ? record['messages'] : null;
  return isList(messages) ? messages : null;
}

const MARKS = ['isSummary', 'condenseId', 'condenseParent', 'truncationId', 'truncationParent', 'isTruncationMarker'];

function isMarked(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const isReasoning = value['type'] === 'reasoning' && 'encrypted_content' in value && 'ts' in value;
  return isReasoning || (typeof value['role'] === 'string' && MARKS.some((mark) => mark in value));
}

/** Milliseconds since the epoch of 2001-09-09: smaller numbers are none. */
const LEAST_TIME = 1e12;

function isTimed(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { ts, role } = value;
  return typeof ts === 'number' && ts > LEAST_TIME && (role === 'user' || role === 'assistant') && 'content' in value;
}

/** Cline notes the model at a message; Roo does not. */
function hasModel(value: unknown): boolean {
  return isRecord(value) && (isRecord(value['modelInfo']) || isRecord(value['metrics']));
}

function isRooEntry(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if ('contextCondense' in value || 'contextTruncation' in value) return true;
  return value['say'] === 'api_req_started' && (stringAt(value, 'text') ?? '').includes('"apiProtocol"');
}

function open(context: ReadContext): RecordReader {
  const task = new RooTask(context);
  let isTaken = false;
  return {
    add(record, position) {
      const source: SourcePosition = { line: position.line, byteOffset: position.byteOffset };
      const list = listOf(record) ?? lone(record);
      if (isTaken) context.problems.report('info', source, 'The file holds a second record; it was left out.');
      else task.add(list, source);
      isTaken = true;
    },
    finish: (problems) => task.finish(problems),
  };
}

function lone(record: unknown): readonly JsonRecord[] {
  return isRecord(record) ? [record] : [];
}
