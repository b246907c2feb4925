import type { JournalEntry } from '../engine/journal';
import { type EngineSettings, limitsFor } from '../engine/settings';
import { profileFor } from '../models/profile';
import type { Transcript } from '../transcripts/transcript';
import { t } from '../l10n/text';
import type { SessionWorkerApi } from './api';
import type { DeskSession } from './deskSession';
import type { DeskTools } from './deskTools';
import { ImportedSession } from './importedSession';
import { JournalSession } from './journalSession';
import type { SessionFacts } from './readModel/overview';
import { RecordedSession } from './recordedSession';
import { RecordedTrack } from './recordedTrack';
import { type ReplayParameters, ReplaySession } from './replaySession';
import { TranscriptUsage } from './transcriptUsage';

export type OpenParameters = Parameters<SessionWorkerApi['openTranscript']>[0];

/** The same opening under other settings. */
export function underSettings(params: OpenParameters, settings: EngineSettings): OpenParameters {
  return { ...params, settings, settingsAtFirst: params.settingsAtFirst ?? params.settings };
}

/** A session read from a file. */
export interface FileSession {
  readonly session: DeskSession;
  /** Reads it through; what is there shows as it goes. */
  start(): Promise<void>;
  /** Shows the session as its file has it now. Resolves false where it is another one, and has to be opened anew. */
  update(transcript: Transcript): Promise<boolean>;
}

export interface FileSessionTools extends DeskTools {
  /** Told when there is more to see. */
  readonly onChange: () => void;
}

/** The session of a file: the decisions of a journal of ours as they were taken, every other one on two tracks. */
export async function fileSession(
  transcript: Transcript,
  params: OpenParameters,
  tools: FileSessionTools,
): Promise<FileSession> {
  const { journal } = transcript;
  return journal === undefined
    ? importedSession(transcript, params, tools)
    : recordedSession(transcript, journal, params, tools);
}

async function importedSession(
  transcript: Transcript,
  params: OpenParameters,
  tools: FileSessionTools,
): Promise<FileSession> {
  const model = params.model ?? transcript.model ?? '';
  const overrides = params.overrides ?? {};
  const { window, prices } = profileFor(model, overrides);
  const usage = new TranscriptUsage(overrides);
  usage.take(transcript);
  const parameters = {
    transcript,
    counter: await tools.counterFor(model),
    model,
    limits: limitsFor(params.window ?? transcript.contextWindow ?? window, params.reserve),
    settings: params.settings,
    memory: '',
    usage: usage.log,
  };
  const replayed = newReplay(parameters, params, tools);
  // Of a session that just began, its model and its window are told later: both decide what is counted and what fits.
  const opensOtherwise = (current: Transcript): boolean =>
    (params.model === null && model === '' && current.model !== undefined) ||
    (params.window === null && current.contextWindow !== transcript.contextWindow);
  const session = new ImportedSession({
    transcript,
    replayed,
    createRecorded: (current) =>
      new RecordedTrack({ ...parameters, transcript: current, prices, facts: () => replayed.facts() }),
    onChange: tools.onChange,
  });
  return {
    session,
    start: () => session.open(),
    update: (current) => {
      if (opensOtherwise(current)) return Promise.resolve(false);
      usage.take(current);
      session.update(current);
      return Promise.resolve(true);
    },
  };
}

/** A journal of ours says itself what was decided: it is folded, and replayed only under other settings. */
async function recordedSession(
  transcript: Transcript,
  journal: readonly JournalEntry[],
  params: OpenParameters,
  tools: FileSessionTools,
): Promise<FileSession> {
  const { title, problems } = transcript;
  const { settings, settingsAtFirst = settings, overrides = {} } = params;
  const recorded = await JournalSession.create({ ...tools, kind: 'transcript', title, settings, problems, overrides });
  const createReplay = async (changed: EngineSettings, { model, limits }: SessionFacts): Promise<ReplaySession> => {
    const memory = recorded.ledger.memory?.source ?? '';
    const counter = await tools.counterFor(model);
    const { usage } = recorded.readModel;
    return newReplay({ transcript, counter, model, limits, settings: changed, memory, usage }, params, tools);
  };
  const session = new RecordedSession(recorded, journal, settingsAtFirst, createReplay);
  return {
    session,
    start: async () => {
      await recorded.append(journal);
      await session.configure(settings);
    },
    update: (current) => session.update(current),
  };
}

function newReplay(
  parameters: Omit<ReplayParameters, 'onProgress' | 'errorBand' | 'overrides'>,
  { overrides = {} }: OpenParameters,
  tools: FileSessionTools,
): ReplaySession {
  const { counter, model } = parameters;
  return new ReplaySession({
    ...parameters,
    errorBand: counter.method === 'estimated' ? tools.errorBandOf(model) : null,
    overrides,
    onProgress: (share) => {
      if (share !== null) tools.emit('progress', { text: t('Counting and replaying'), share });
      tools.onChange();
    },
  });
}
