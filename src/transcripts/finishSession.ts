import { callBoundariesOf } from './callBoundaries';
import { mainModel } from './mainModel';
import { reportFindings } from './messageFindings';
import type { ProblemList } from './problemList';
import { isCount, withSoundTokens, withSoundUsage } from './soundCounts';
import { titleFromAssistant, titleFromUser } from './sessionTitle';
import { TranscriptError, type Transcript, type TranscriptProblem } from './transcript';
import type { ReadSession, RecordReader, TranscriptFormat } from './transcriptFormat';

interface FileFacts {
  /** The file's name without its folder. */
  readonly name: string;
  readonly format: Pick<TranscriptFormat, 'id' | 'label'>;
  /** What was wrong with the records; is not added to. */
  readonly problems: ProblemList;
  /** What is wrong with the last line as long as nothing more is written. */
  readonly unfinished: TranscriptProblem | null;
}

/**
 * The transcript a reader has come to. What the file does not say of it is told from its messages.
 *
 * @throws TranscriptError `empty` where there is no message, or what the reader throws
 */
export async function finishSession(
  reader: RecordReader,
  { name, format, problems, unfinished }: FileFacts,
): Promise<Transcript> {
  const found = problems.copy();
  if (unfinished !== null) found.add(unfinished);
  const session = await reader.finish(found);
  const { recorded, journal, sessions, workspace, contextWindow } = session;
  if (session.messages.length === 0 && session.mayBeEmpty !== true)
    throw new TranscriptError('empty', `${name} holds no messages (${format.label}).`);
  if (session.restored !== undefined) return restored(session, session.restored, found);
  const messages = withSoundUsage(session.messages, found);
  reportFindings(messages, found, reader);
  const model = session.model ?? mainModel(messages);
  return {
    format: format.id,
    title: session.title ?? titleFromUser(messages) ?? titleFromAssistant(messages) ?? name,
    messages,
    callBoundaries: session.callBoundaries ?? callBoundariesOf(messages),
    problems: found.all(),
    ...(model === undefined ? {} : { model }),
    ...(workspace == null ? {} : { workspace }),
    ...(contextWindow === undefined || contextWindow === 0 || !isCount(contextWindow) ? {} : { contextWindow }),
    ...(recorded === undefined ? {} : { recorded: withSoundTokens(recorded) }),
    ...(journal === undefined ? {} : { journal }),
    ...(sessions === undefined ? {} : { sessions }),
  };
}

/** A session as it was read the first time. What is wrong with its messages was reported then. */
function restored(
  { messages, journal }: ReadSession,
  facts: NonNullable<ReadSession['restored']>,
  found: ProblemList,
): Transcript {
  const problems = [...facts.problems, ...found.all()];
  return { ...facts, messages, problems, ...(journal === undefined ? {} : { journal }) };
}
