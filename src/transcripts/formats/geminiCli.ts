import type { SourcePosition } from '../../engine/message';
import { counted } from '../counted';
import { asRecord, asString, isList, isRecord, stringAt, type JsonRecord } from '../../wire/jsonValue';
import { KindCounts } from '../kindCounts';
import type { ProblemList } from '../problemList';
import { titleFrom } from '../sessionTitle';
import type { ReadContext, ReadSession, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { readGeminiContent } from './geminiCli/content';
import { GeminiRecording, messageList } from './geminiCli/recording';

/** Sessions of Gemini CLI: one JSON document, or lines that are replayed. */
export const geminiCli: TranscriptFormat = { id: 'gemini-cli', label: 'Gemini CLI', detect, open };

function detect(sample: readonly unknown[]): number {
  let certainty = 0;
  for (const record of sample) {
    if (!isRecord(record)) continue;
    if (isHeader(record)) return 1;
    const isReply = record['type'] === 'gemini' && typeof record['id'] === 'string' && 'content' in record;
    if (isReply || '$rewindTo' in record || isRecord(record['$set'])) certainty = 0.9;
    else if (messageList(record)?.some((message) => isRecord(message) && message['type'] === 'gemini') === true) {
      certainty = Math.max(certainty, 0.9);
    }
  }
  return certainty;
}

function isHeader(record: JsonRecord): boolean {
  return typeof record['sessionId'] === 'string' && typeof record['projectHash'] === 'string';
}

function open(context: ReadContext): RecordReader {
  return new RecordingReader(context.problems);
}

/** Notes of the agent to its user, which the model never gets. */
const NOTES = new Set(['info', 'warning', 'error']);

class RecordingReader implements RecordReader {
  private readonly recording = new GeminiRecording();
  private readonly notes = new KindCounts();
  private readonly unknown = new KindCounts();
  private title: string | null = null;
  private workspace: string | null = null;

  constructor(private readonly problems: ProblemList) {}

  add(record: unknown, { line, byteOffset }: SourcePosition): void {
    const position = { line, byteOffset };
    if (!isRecord(record)) {
      this.problems.report('info', position, 'The line is no object; it was left out.');
      return;
    }
    const target = asString(record['$rewindTo']);
    const update = asRecord(record['$set']);
    if (target !== null) this.rewindTo(target, position);
    else if (update !== null) this.update(update, position);
    else if (isHeader(record) || messageList(record) !== null) this.update(record, position);
    else if (typeof record['type'] === 'string') this.addMessage(record, position);
    else this.unknown.note('', position);
  }

  finish(problems: ProblemList): ReadSession {
    this.notes.report(
      problems,
      (kind) => `of the kind "${kind}" left out: notes to the user, which the model never gets.`,
    );
    this.unknown.report(problems, () => 'without a type left out.');
    const { messages, compactions } = this.recording.finish();
    return {
      messages,
      title: this.title,
      workspace: this.workspace,
      ...(compactions.length === 0 ? {} : { recorded: { compactions } }),
    };
  }

  private update(fields: JsonRecord, position: SourcePosition): void {
    this.title = titleFrom(stringAt(fields, 'summary') ?? '') ?? this.title;
    const directories = fields['directories'];
    const directory: unknown = isList(directories) ? directories[0] : undefined;
    if (typeof directory === 'string') this.workspace = directory;
    const list = messageList(fields);
    if (list === null) return;
    if (!this.recording.isEmpty) this.checkpoint(list, position);
    else for (const message of list) this.addListed(message, position);
  }

  private addListed(message: unknown, position: SourcePosition): void {
    if (isRecord(message)) this.addMessage(message, position);
    else this.problems.report('info', position, 'An item of the list is no message; it was left out.');
  }

  private addMessage(record: JsonRecord, position: SourcePosition): void {
    const type = asString(record['type']) ?? '';
    if (!NOTES.has(type)) {
      this.recording.add(record, position);
      return;
    }
    const compression = compressionIn(record);
    if (compression === null) this.notes.note(type, position);
    else this.recording.noteCompression(compression, position);
  }

  private checkpoint(list: readonly unknown[], position: SourcePosition): void {
    const spoken = list.filter((message) => !isRecord(message) || !NOTES.has(stringAt(message, 'type') ?? ''));
    const count = this.recording.checkpoint(spoken, position);
    if (count === 0) return;
    const words = `A turn was given up before it ended: ${counted(count, 'message')} left out.`;
    this.problems.report('info', position, words);
  }

  private rewindTo(id: string, position: SourcePosition): void {
    const { messages, isKnown } = this.recording.rewindTo(id);
    const words = `The user went back: ${counted(messages, 'message')} left out.`;
    if (isKnown) this.problems.report('info', position, words);
    else {
      const why = `The message ${id} to go back to is not in the file, which Gemini CLI takes for the start.`;
      this.problems.report('warning', position, `${why} ${words}`);
    }
  }
}

/** What a note says of a compression of the history; null for any other note. */
function compressionIn(record: JsonRecord): { readonly before?: number; readonly after?: number } | null {
  const text = readGeminiContent(record['content'])
    .parts.map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n')
    .slice(0, LONGEST_NOTE);
  if (record['type'] !== 'info' || !/\b(?:history\s+compressed|compressed\s+(?:chat\s+)?history)\b/i.test(text))
    return null;
  const numbers = /from\s+([\d.,]+)\s+to\s+([\d.,]+)\s+tokens/i.exec(text);
  const [before, after] = [numbers?.[1], numbers?.[2]].map((digits) => Number((digits ?? '').replace(/[.,]/g, '')));
  if (numbers === null || before === undefined || after === undefined) return {};
  return { before, after };
}

/** Characters of a note that are looked at. */
const LONGEST_NOTE = 500;
