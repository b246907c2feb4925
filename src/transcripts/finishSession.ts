import { callBoundariesOf } from './callBoundaries';
import { mainModel } from './mainModel';
import { reportFindings } from './messageFindings';
import type { ProblemList } from './problemList';
import { titleFromAssistant, titleFromUser } from './sessionTitle';
import { TranscriptError, type Transcript } from './transcript';
import type { RecordReader, TranscriptFormat } from './transcriptFormat';

interface FileFacts {
  /** The file's name without its folder. */
  readonly name: string;
  readonly format: Pick<TranscriptFormat, 'id' | 'label'>;
  /** What was wrong with the records; is not added to. */
  readonly problems: ProblemList;
}

/**
 * The transcript a reader has come to. What the file does not say of it is told from its messages.
 *
 * @throws TranscriptError `empty` where there is no message, or what the reader throws
 */
export async function finishSession(reader: RecordReader, { name, format, problems }: FileFacts): Promise<Transcript> {
  const found = problems.copy();
  const session = await reader.finish(found);
  const { messages, recorded, journal, sessions, workspace } = session;
  if (messages.length === 0) throw new TranscriptError('empty', `${name} holds no messages (${format.label}).`);
  reportFindings(messages, found);
  const model = session.model ?? mainModel(messages);
  return {
    format: format.id,
    title: session.title ?? titleFromUser(messages) ?? titleFromAssistant(messages) ?? name,
    messages,
    callBoundaries: session.callBoundaries ?? callBoundariesOf(messages),
    problems: found.all(),
    ...(model === undefined ? {} : { model }),
    ...(workspace == null ? {} : { workspace }),
    ...(recorded === undefined ? {} : { recorded }),
    ...(journal === undefined ? {} : { journal }),
    ...(sessions === undefined ? {} : { sessions }),
  };
}
