import { basename } from 'node:path';
import type { JournalEntry } from '../engine/journal';
import { renderMessage } from '../engine/render';
import { type EngineSettings, limitsFor } from '../engine/settings';
import { profileFor } from '../models/profile';
import type { ModelOverrides } from '../models/profileOverrides';
import type {
  DecisionDetail,
  InspectorSnapshot,
  MessageDetail,
  RowFilter,
  RowsPage,
  RowsRequest,
  SeriesChange,
} from '../protocol/inspector';
import type { CompactionPreview, PreviewWishes } from '../protocol/preview';
import { readTranscript } from '../transcripts/registry';
import type { Transcript } from '../transcripts/transcript';
import type { CarryOver, Plan, PlanRequest, SessionWorkerApi, SummarizeRequest, SummaryAnswer } from './api';
import type { DeskSession } from './deskSession';
import type { DeskTools } from './deskTools';
import { exportSession } from './exportSession';
import { type JournalParameters, JournalSession } from './journalSession';
import { decisionDetail, isCurrentDetail, messageDetail } from './readModel/detail';
import { overview, type SessionFacts } from './readModel/overview';
import { seriesChange } from './readModel/series';
import { RecordedSession } from './recordedSession';
import { type ReplayParameters, ReplaySession } from './replaySession';
import { pause } from './slices';
import { WorkerError } from './workerError';

type OpenParameters = Parameters<SessionWorkerApi['openTranscript']>[0];

/** One session open at a time, and the answers to everything asked about it. Runs in a worker, or in a test as it is. */
export class SessionDesk implements SessionWorkerApi {
  readonly #tools: DeskTools;
  #session: DeskSession | null = null;
  #overrides: ModelOverrides = {};
  #opening = new AbortController();
  #revision = 0;

  constructor(tools: DeskTools) {
    this.#tools = tools;
  }

  /**
   * @throws TranscriptError when the file cannot be read
   * @throws WorkerError `superseded` or `closed` when something else was opened, or the desk closed, meanwhile
   */
  async openTranscript(params: OpenParameters): Promise<void> {
    const signal = this.#startOpening();
    this.#overrides = params.overrides ?? {};
    const name = basename(params.path);
    const transcript = await this.#read(params.path, name, signal);
    if (transcript.journal !== undefined) await this.#openJournal(params, transcript, transcript.journal, signal);
    else await this.#openReplay(params, transcript, signal);
  }

  async openLive({ settings, overrides }: Parameters<SessionWorkerApi['openLive']>[0]): Promise<void> {
    const signal = this.#startOpening();
    this.#overrides = overrides ?? {};
    const session = await this.#createJournal({ kind: 'live', title: null, settings, problems: [] });
    this.#show(session, signal);
  }

  async append(entries: readonly JournalEntry[]): Promise<void> {
    await this.#live().append(entries);
  }

  async configure({ settings }: { readonly settings: EngineSettings }): Promise<void> {
    await this.#open().configure(settings);
  }

  async setToolSchemas({ json }: { readonly json: string }): Promise<void> {
    await this.#open().setToolSchemas(json);
  }

  async plan(request: PlanRequest): Promise<Plan> {
    return await this.#live().plan(request);
  }

  async preview(wishes: PreviewWishes): Promise<CompactionPreview> {
    return await this.#live().preview(wishes);
  }

  async summarize(request: SummarizeRequest): Promise<boolean> {
    return await this.#live().summarize(request);
  }

  async carryOver(params: Parameters<SessionWorkerApi['carryOver']>[0]): Promise<CarryOver | null> {
    return await this.#live().carryOver(params);
  }

  async answerSummary(answer: SummaryAnswer): Promise<void> {
    this.#live().answerSummary(answer);
    return Promise.resolve();
  }

  async endSummary({ how }: { readonly how: 'skip' | 'stop' }): Promise<void> {
    this.#live().endSummary(how);
    return Promise.resolve();
  }

  async snapshot(): Promise<InspectorSnapshot> {
    const session = await this.#settled();
    const { source, calls, usage } = session.readModel;
    return { ...overview(session.facts(), source, calls, usage), revision: this.#revision };
  }

  async series({ known }: { readonly known: string }): Promise<SeriesChange> {
    const session = await this.#settled();
    const { source, calls } = session.readModel;
    return seriesChange({ calls, toolNames: source.facts.toolNames, problems: session.facts().problems }, known);
  }

  async rows(params: RowsRequest): Promise<RowsPage> {
    const session = await this.#settled();
    // The rows are those of this revision or of a later one, never of an earlier one.
    const revision = this.#revision;
    return { ...(await session.readModel.rows(params, pause)), revision };
  }

  async locate(params: { readonly filter: RowFilter; readonly index: number }): Promise<number | null> {
    const session = await this.#settled();
    return session.readModel.locate(params, pause);
  }

  async detail({
    index,
    clipCharacters,
  }: {
    readonly index: number;
    readonly clipCharacters: number;
  }): Promise<MessageDetail> {
    const { readModel, ledger } = await this.#settled();
    if (index >= ledger.length) throw new WorkerError('badParameters', `There is no message ${String(index)}.`);
    const rendered = renderMessage(ledger, index);
    const usage = readModel.usage.ofMessage(index);
    return { ...messageDetail(index, readModel.source, rendered, clipCharacters), usage, revision: this.#revision };
  }

  async decision({
    id,
    clipCharacters,
  }: {
    readonly id: string;
    readonly clipCharacters: number;
  }): Promise<DecisionDetail> {
    const { readModel } = await this.#settled();
    const detail = decisionDetail(id, readModel.source, clipCharacters);
    if (detail === null) throw new WorkerError('badParameters', 'There is no such decision any more.');
    return { ...detail, usage: readModel.usage.ofDecision(id), revision: this.#revision };
  }

  async isCurrent({ subject, version }: Parameters<SessionWorkerApi['isCurrent']>[0]): Promise<boolean> {
    const { readModel } = await this.#settled();
    return isCurrentDetail(subject, version, readModel.source);
  }

  async exportText(params: {
    readonly format: 'markdown' | 'openai';
    readonly scope: 'history' | 'context';
  }): Promise<string> {
    const session = await this.#settled();
    return exportSession(session, params);
  }

  /** Ends whatever is under way; it rejects with `closed`. */
  close(): void {
    this.#opening.abort(new WorkerError('closed', 'The session was closed.'));
    this.#session?.close();
    this.#session = null;
  }

  async #read(path: string, name: string, signal: AbortSignal): Promise<Transcript> {
    this.#emitProgress(`Reading ${name}`, 0);
    return readTranscript(path, {
      signal,
      onProgress: (share) => {
        this.#emitProgress(`Reading ${name}`, share);
      },
    });
  }

  async #openReplay(params: OpenParameters, transcript: Transcript, signal: AbortSignal): Promise<void> {
    const model = params.model ?? transcript.model ?? '';
    const session = this.#createReplay({
      transcript,
      counter: await this.#tools.counterFor(model),
      model,
      limits: limitsFor(params.window ?? profileFor(model, this.#overrides).window, params.reserve),
      settings: params.settings,
      memory: '',
    });
    this.#show(session, signal);
    await session.replay();
  }

  /** A journal of ours says itself what was decided: it is folded, and replayed only under other settings. */
  async #openJournal(
    { settings }: OpenParameters,
    transcript: Transcript,
    journal: readonly JournalEntry[],
    signal: AbortSignal,
  ): Promise<void> {
    const { title, problems } = transcript;
    const recorded = await this.#createJournal({ kind: 'transcript', title, settings, problems });
    const createReplay = async (changed: EngineSettings, { model, limits }: SessionFacts): Promise<ReplaySession> =>
      this.#createReplay({
        transcript,
        counter: await this.#tools.counterFor(model),
        model,
        limits,
        settings: changed,
        memory: recorded.ledger.memory?.source ?? '',
        usage: recorded.readModel.usage,
      });
    this.#show(new RecordedSession(recorded, settings, createReplay), signal);
    await recorded.append(journal);
  }

  #createReplay(parameters: Omit<ReplayParameters, 'onProgress' | 'errorBand' | 'overrides'>): ReplaySession {
    const { counter, model } = parameters;
    return new ReplaySession({
      ...parameters,
      errorBand: counter.method === 'estimated' ? this.#tools.errorBandOf(model) : null,
      overrides: this.#overrides,
      onProgress: (share) => {
        if (share !== null) this.#emitProgress('Counting and replaying', share);
        this.#changed();
      },
    });
  }

  #createJournal(
    parameters: Pick<JournalParameters, 'kind' | 'title' | 'settings' | 'problems'>,
  ): Promise<JournalSession> {
    const { observe, errorBandOf } = this.#tools;
    return JournalSession.create({
      ...parameters,
      observe,
      errorBandOf,
      overrides: this.#overrides,
      counterFor: (model) => this.#tools.counterFor(model),
      emit: (name, value) => {
        this.#tools.emit(name, value);
      },
      onChange: () => {
        this.#changed();
      },
    });
  }

  #startOpening(): AbortSignal {
    this.#opening.abort(new WorkerError('superseded', 'Another session was opened.'));
    this.#opening = new AbortController();
    return this.#opening.signal;
  }

  #show(session: DeskSession, signal: AbortSignal): void {
    signal.throwIfAborted();
    this.#session?.close();
    this.#session = session;
    this.#changed();
  }

  #open(): DeskSession {
    if (this.#session === null) throw new WorkerError('notOpen', 'No session is open yet.');
    return this.#session;
  }

  #live(): JournalSession {
    const session = this.#open();
    if (session instanceof JournalSession && session.facts().kind === 'live') return session;
    throw new WorkerError('wrongKind', 'A session read from a file cannot be continued here.');
  }

  async #settled(): Promise<DeskSession> {
    const session = this.#open();
    await session.settled();
    return session;
  }

  #changed(): void {
    this.#revision += 1;
    this.#tools.emit('changed', { revision: this.#revision });
  }

  #emitProgress(text: string, share: number | null): void {
    this.#tools.emit('progress', { text, share });
  }
}
