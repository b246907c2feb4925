import type { JournalEntry } from '../engine/journal';
import type { EngineSettings } from '../engine/settings';
import { t } from '../l10n/text';
import type { ModelOverrides } from '../models/profileOverrides';
import type { DecisionDetail, MessageDetail } from '../protocol/inspectorDetail';
import type { InspectorSnapshot, SeriesChange } from '../protocol/inspectorFacts';
import type { HitStep, RowList, RowPlace, RowsPage, RowsRequest, StepRequest } from '../protocol/inspectorRows';
import type { Looking } from '../protocol/perspective';
import type { SeenFacts } from '../protocol/seenFacts';
import type { CompactionPreview, PreviewWishes } from '../protocol/preview';
import type { CompressionStatistics } from '../protocol/statistics';
import type { RunComparison } from '../protocol/whatIf';
import type { RedactionReport } from '../transcripts/exports/redaction/redaction';
import type { Transcript } from '../transcripts/transcript';
import type { TranscriptFile } from '../transcripts/transcriptFile';
import type {
  CarryOver,
  ExportStep,
  ExportWish,
  Plan,
  PlanRequest,
  SessionWorkerApi,
  SummarizeRequest,
  SummaryAnswer,
  WhatIfRequest,
} from './api';
import type { DeskSession } from './deskSession';
import type { DeskTools } from './deskTools';
import { ExportDesk } from './exportDesk';
import {
  fileSession,
  underSettings,
  type FileSession,
  type FileSessionTools,
  type OpenParameters,
} from './fileSessions';
import { FollowedFile } from './followedFile';
import { ImportedSession, type Track } from './importedSession';
import type { CallSource } from './historyAtCall';
import { JournalSession } from './journalSession';
import { openWhole, readBeginning } from './openingFile';
import { Perspectives, type SeenSession } from './perspectives';
import { isCurrentDetail } from './readModel/detail';
import { messageAt } from './readModel/messageAt';
import { overview } from './readModel/overview';
import { seriesChange } from './readModel/series';
import { sessionChoice } from './readModel/sessionChoice';
import { sessionStatistics } from './readModel/sessionStatistics';
import { seenDecision, seenMessage } from './seenDetail';
import { pause } from './slices';
import { RunBook } from './whatIf/runBook';
import { WorkerError } from './workerError';

/** One session open at a time, and the answers to everything asked about it. Runs in a worker, or in a test as it is. */
export class SessionDesk implements SessionWorkerApi {
  readonly #tools: DeskTools;
  #session: DeskSession | null = null;
  /** What was read; null for a session that is still going on. */
  #transcript: Transcript | null = null;
  readonly #exports = new ExportDesk();
  readonly #perspectives = new Perspectives();
  #overrides: ModelOverrides = {};
  #opening = new AbortController();
  /** The file of the session that shows. */
  #file: FollowedFile | null = null;
  /** How the file was opened last, with the settings as they were moved since. */
  #wanted: OpenParameters | null = null;
  /** Whether that could not be done, as the file was gone. */
  #isMissed = false;
  /** What one looks at stays when the file is opened anew. */
  #track: Track = 'replayed';
  /** Whether the file that shows was written to since it was opened. */
  #isGrowing = false;
  #revision = 0;
  #runs: RunBook;

  constructor(tools: DeskTools) {
    this.#tools = tools;
    this.#runs = new RunBook(tools, this.#overrides);
  }

  /**
   * @throws TranscriptError when the file cannot be read
   * @throws WorkerError `superseded` or `closed` when something else was opened, or the desk closed, meanwhile
   */
  async openTranscript(params: OpenParameters): Promise<void> {
    const signal = this.#startOpening(params.overrides);
    this.#wanted = params;
    this.#isMissed = false;
    await this.#showBeginning(params, signal);
    const file = await openWhole(params, signal, this.#tools).catch((error: unknown) => {
      // What shows stays.
      if (this.#file?.noteLost(error) === true) this.#isMissed = true;
      throw error;
    });
    const shown = await this.#showFile(file, signal);
    const followed = this.#file;
    await shown.start();
    // Where something newer was asked for in vain, this one stays.
    if (followed === this.#file) this.#follow(shown, signal);
    signal.throwIfAborted();
  }

  async openLive({ settings, overrides }: Parameters<SessionWorkerApi['openLive']>[0]): Promise<void> {
    const signal = this.#startOpening(overrides);
    const session = await JournalSession.create({
      ...this.#fileTools(),
      kind: 'live',
      title: null,
      settings,
      problems: [],
      overrides: this.#overrides,
    });
    this.#show(session, signal, null);
  }

  async append(entries: readonly JournalEntry[]): Promise<void> {
    await this.#live().append(entries);
  }

  async configure({ settings }: { readonly settings: EngineSettings }): Promise<void> {
    if (this.#wanted !== null) this.#wanted = underSettings(this.#wanted, settings);
    await this.#open().configure(settings);
  }

  setTrack({ track }: { readonly track: Track }): Promise<void> {
    const session = this.#open();
    if (!(session instanceof ImportedSession)) {
      throw new WorkerError('wrongKind', t('The session has one track only.'));
    }
    this.#track = track;
    session.setTrack(track);
    return Promise.resolve();
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
    return { ...overview(session.facts(), source, calls, usage), ...this.#facts() };
  }

  async seen({ perspective, known }: Parameters<SessionWorkerApi['seen']>[0]): Promise<SeenFacts | null> {
    const session = await this.#settled();
    return this.#perspectives.seen(this.#sourceOf(session), perspective, known, this.#facts());
  }

  async series({ known }: { readonly known: string }): Promise<SeriesChange> {
    const session = await this.#settled();
    const { source, calls } = session.readModel;
    return seriesChange({ calls, toolNames: source.facts.toolNames, problems: session.facts().problems }, known);
  }

  async rows(params: RowsRequest): Promise<RowsPage> {
    const { readModel } = await this.#seenFrom(params);
    // The rows are those of this revision or of a later one, never of an earlier one.
    const revision = this.#revision;
    return { ...(await readModel.rows(params, pause)), revision };
  }

  async locate(params: RowList & { readonly index: number }): Promise<RowPlace | null> {
    return (await this.#seenFrom(params)).readModel.locate(params, pause);
  }

  async heading(params: RowList & { readonly position: number }): Promise<number | null> {
    return (await this.#seenFrom(params)).readModel.heading(params, pause);
  }

  async nextHit(params: StepRequest & { readonly text: string }): Promise<HitStep> {
    return (await this.#seenFrom(params)).readModel.nextHit(params, pause);
  }

  async nextFateChange(params: StepRequest): Promise<number | null> {
    return (await this.#seenFrom(params)).readModel.nextFateChange(params, pause);
  }

  async whatIf(request: WhatIfRequest): Promise<RunComparison | null> {
    const runs = this.#runs;
    return runs.compare(await this.#settled(), request);
  }

  cancelWhatIf({ request }: { readonly request: string }): Promise<void> {
    this.#runs.cancel(request);
    return Promise.resolve();
  }

  async statistics(): Promise<CompressionStatistics> {
    return sessionStatistics(await this.#settled());
  }

  async detail(params: Parameters<SessionWorkerApi['detail']>[0]): Promise<MessageDetail> {
    return { ...seenMessage(await this.#seenFrom(params), params), revision: this.#revision };
  }

  async decision(params: Parameters<SessionWorkerApi['decision']>[0]): Promise<DecisionDetail> {
    return { ...seenDecision(await this.#seenFrom(params), params), revision: this.#revision };
  }

  async isCurrent(params: Parameters<SessionWorkerApi['isCurrent']>[0]): Promise<boolean> {
    const { readModel } = await this.#seenFrom(params);
    return isCurrentDetail(params.subject, params.version, readModel.source);
  }

  async messageAt({ line, words }: Parameters<SessionWorkerApi['messageAt']>[0]): Promise<number | null> {
    const { ledger } = await this.#settled();
    return messageAt(ledger, line, words);
  }

  sessionTitles(): Promise<readonly string[]> {
    return Promise.resolve(this.#transcript?.sessions?.titles ?? []);
  }

  async beginExport(wish: ExportWish): Promise<void> {
    const session = await this.#settled();
    await this.#exports.begin(this.#sourceOf(session), wish);
  }

  continueExport(step: ExportStep): Promise<number> {
    return this.#exports.goOn(step);
  }

  async exportReport(): Promise<RedactionReport> {
    return Promise.resolve(this.#exports.report());
  }

  endExport(): Promise<void> {
    return this.#exports.end();
  }

  /** Ends whatever is under way; it rejects with `closed`. */
  close(): void {
    this.#opening.abort(new WorkerError('closed', t('The session was closed.')));
    this.#file?.close();
    this.#file = null;
    this.#runs.close();
    this.#session?.close();
    this.#session = null;
    this.#perspectives.clear();
  }

  /** @throws the reason of the signal, having let go of the file */
  async #showFile(file: TranscriptFile, signal: AbortSignal): Promise<FileSession> {
    try {
      signal.throwIfAborted();
      const { transcript } = file;
      const shown = await fileSession(transcript, this.#wantedNow(), this.#fileTools());
      this.#show(shown.session, signal, transcript);
      this.#file = new FollowedFile(this.#wantedNow().path, file, () => {
        this.#changed();
      });
      return shown;
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** What is written to the file later shows too. */
  #follow(shown: FileSession, signal: AbortSignal): void {
    this.#file?.follow({
      onChange: async (transcript) => {
        this.#isGrowing = true;
        this.#transcript = transcript;
        // Where it is opened anew already, that has read the newest.
        if (!(await shown.update(transcript)) && !signal.aborted) await this.openTranscript(this.#wantedNow());
      },
      onBack: async () => {
        if (this.#isMissed) await this.openTranscript(this.#wantedNow());
      },
    });
  }

  /** Thresholds may have moved since the file was opened. */
  #wantedNow(): OpenParameters {
    if (this.#wanted === null) throw new WorkerError('notOpen', t('No file is open.'));
    return this.#wanted;
  }

  /** Of a file that takes long to read, its beginning shows at once. */
  async #showBeginning(params: OpenParameters, signal: AbortSignal): Promise<void> {
    // What shows of a file that is opened anew is more than its beginning.
    if (this.#file !== null) return;
    const beginning = await readBeginning(params, signal);
    signal.throwIfAborted();
    if (beginning === null) return;
    const shown = await fileSession(beginning, params, this.#fileTools());
    this.#show(shown.session, signal, null);
    await shown.start();
  }

  #fileTools(): FileSessionTools {
    return {
      ...this.#tools,
      counterFor: (model) => this.#tools.counterFor(model),
      emit: (name, value) => {
        this.#tools.emit(name, value);
      },
      onChange: () => {
        this.#changed();
      },
    };
  }

  #startOpening(overrides: ModelOverrides = {}): AbortSignal {
    this.#overrides = overrides;
    this.#runs.close();
    this.#runs = new RunBook(this.#tools, overrides);
    this.#opening.abort(new WorkerError('superseded', t('Another session was opened.')));
    this.#opening = new AbortController();
    return this.#opening.signal;
  }

  #show(session: DeskSession, signal: AbortSignal, transcript: Transcript | null): void {
    signal.throwIfAborted();
    this.#file?.close();
    this.#file = null;
    this.#session?.close();
    this.#perspectives.clear();
    this.#session = session;
    if (session instanceof ImportedSession && transcript?.recorded !== undefined) session.setTrack(this.#track);
    this.#transcript = transcript;
    this.#changed();
  }

  #open(): DeskSession {
    if (this.#session === null) throw new WorkerError('notOpen', t('No session is open yet.'));
    return this.#session;
  }

  #live(): JournalSession {
    const session = this.#open();
    if (session instanceof JournalSession && session.facts().kind === 'live') return session;
    throw new WorkerError('wrongKind', t('A session read from a file cannot be continued here.'));
  }

  async #settled(): Promise<DeskSession> {
    const session = this.#open();
    await session.settled();
    return session;
  }

  /** What answers a page, by where it looks from, with what is known of the file's problems. */
  async #seenFrom({ perspective }: Looking): Promise<SeenSession> {
    const session = await this.#settled();
    const seen = await this.#perspectives.of(this.#sourceOf(session), perspective);
    seen.readModel.takeProblems(session.facts().problems);
    const call = perspective?.kind === 'call' ? perspective.call : null;
    seen.readModel.useWhatIf((request) => this.#runs.fatesOf(request, call));
    return seen;
  }

  #sourceOf(session: DeskSession): CallSource {
    const transcript = this.#transcript;
    const journal = (): readonly JournalEntry[] =>
      session instanceof JournalSession ? session.entries : (transcript?.journal ?? []);
    return { session, transcript, journal };
  }

  #facts(): Pick<InspectorSnapshot, 'sessions' | 'isGrowing' | 'lostFile' | 'revision'> {
    const sessions = sessionChoice(this.#transcript?.sessions);
    return { sessions, isGrowing: this.#isGrowing, lostFile: this.#file?.lost ?? null, revision: this.#revision };
  }

  #changed(): void {
    this.#revision += 1;
    this.#tools.emit('changed', { revision: this.#revision });
  }
}
