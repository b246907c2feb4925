import { EventEmitter, l10n, type Uri } from 'vscode';
import type { JournalFold } from '../engine/journalFold';
import { toolCallsOf, type Message } from '../engine/message';
import type { ModelOverrides } from '../models/profileOverrides';
import { coalesced } from '../platform/coalesced';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Log } from '../platform/log';
import type { ChatErrorAction, ChatEvents, ChatHint, ChatItem, ChatToolCall, Gauge, HintKind } from '../protocol/chat';
import type { InspectorEvents } from '../protocol/inspector';
import type { PreviewWishes } from '../protocol/preview';
import { NO_USAGE, type SessionUsage } from '../protocol/usage';
import type { AgentEvent, ToolCallPlace } from '../session/agentEvents';
import type { AgentSession } from '../session/agentSession';
import type { StoredSession } from '../session/sessionStore';
import type { SessionWorker } from '../worker/client';
import type { ChatTimeline } from '../worker/readModel/chatTimeline';
import { messageKey } from '../worker/readModel/chatItems';
import type { InspectorSource } from './inspectorSource';
import { storedTimeline } from './storedTimeline';
import { ViewError } from './viewError';

/** What the chat's page has to know, in order. `reset`: everything it shows may have changed. */
export type LiveUpdate =
  | { readonly name: 'item'; readonly value: ChatEvents['item'] }
  | { readonly name: 'delta'; readonly value: ChatEvents['delta'] }
  | { readonly name: 'toolOutput'; readonly value: ChatEvents['toolOutput'] }
  | { readonly name: 'state'; readonly value: ChatEvents['state'] }
  | { readonly name: 'reset' };

/** Before the first snapshot of the worker. */
const EMPTY_GAUGE: Gauge = {
  contextTokens: 0,
  window: 0,
  reserve: 0,
  counted: 'estimated',
  errorBand: null,
  thresholds: [],
};

type AgentCommand =
  | 'send'
  | 'stop'
  | 'retry'
  | 'compact'
  | 'summarize'
  | 'skipSummary'
  | 'undo'
  | 'setPinned'
  | 'answerApproval'
  | 'proposal'
  | 'grants'
  | 'sendQueued'
  | 'unqueue'
  | 'revokeGrant'
  | 'remember'
  | 'carryOver'
  | 'link';

/** The session of the chat: the agent, the worker that counts and plans for it, and what both views show of them. */
export class LiveSession implements Disposable {
  readonly id: string;
  readonly source: InspectorSource;
  private readonly owned = new Disposables();
  private readonly updated = this.owned.add(new EventEmitter<LiveUpdate>());
  readonly onDidUpdate = this.updated.event;
  private readonly failed = this.owned.add(new EventEmitter<Error>());
  private readonly changed = this.owned.add(new EventEmitter<void>());
  private currentGauge = EMPTY_GAUGE;
  private currentUsage: SessionUsage = { replies: NO_USAGE, summaries: NO_USAGE, newest: null };
  /** Brings the gauge up to date. */
  private readonly measure = coalesced(() => this.measureContext());
  /**
   * Failures are not journaled; their keys count them. A journal holds what was said and decided, from which the context
   * follows; a failure is neither, the model never sees it, and its button means nothing after a restart. What it leaves
   * behind that matters is in the history: a message without an answer, which the chat tells of when it opens.
   */
  private failures = 0;

  private constructor(
    stored: Pick<StoredSession, 'id'>,
    private readonly timeline: ChatTimeline,
    private readonly agent: AgentSession,
    private readonly worker: SessionWorker,
    journalFile: Uri,
    private readonly log: Log,
  ) {
    this.id = stored.id;
    const progress = this.owned.add(new EventEmitter<InspectorEvents['progress']>());
    const whatIfProgress = this.owned.add(new EventEmitter<InspectorEvents['whatIfProgress']>());
    this.source = {
      id: stored.id,
      get title() {
        return agent.fold.title;
      },
      worker: worker.api,
      ready: Promise.resolve(),
      shown: Promise.resolve(),
      onDidChange: this.changed.event,
      onProgress: progress.event,
      onWhatIfProgress: whatIfProgress.event,
      get connection() {
        return agent.fold.model;
      },
      onDidFail: this.failed.event,
      file: journalFile,
      showSession: null,
      restoreSession: null,
      actions: {
        setPinned: (index, pinned) => agent.setPinned(index, pinned),
        undo: (decisionId) => agent.undo(decisionId),
        restore: (index) => agent.restore(index),
        compact: (wishes) => this.compactAs(wishes),
      },
    };
    this.owned.addFunction(agent.onEvent((event) => this.take(event)));
    this.owned.addFunction(
      worker.on('changed', () => {
        this.changed.fire();
        this.measure();
      }),
    );
    this.owned.addFunction(
      worker.on('progress', (value) => {
        progress.fire(value);
      }),
    );
    this.owned.addFunction(
      worker.on('whatIfProgress', (value) => {
        whatIfProgress.fire(value);
      }),
    );
    this.measure();
  }

  /**
   * Builds what the chat shows of a stored session, and lets others use the thread meanwhile.
   * @param overrides what the user says of models
   */
  static async open(
    stored: Pick<StoredSession, 'id' | 'entries'>,
    agent: AgentSession,
    worker: SessionWorker,
    journalFile: Uri,
    log: Log,
    overrides: ModelOverrides,
  ): Promise<LiveSession> {
    const timeline = await storedTimeline(stored.entries, overrides);
    const newest = stored.entries.findLast((entry) => entry.type === 'message')?.message;
    if (newest !== undefined && isUnanswered(newest)) timeline.put(interruptionItem());
    return new LiveSession(stored, timeline, agent, worker, journalFile, log);
  }

  get title(): string {
    return this.source.title;
  }

  get items(): readonly ChatItem[] {
    return this.timeline.items;
  }

  /** Nothing has been said yet. */
  get isEmpty(): boolean {
    return this.timeline.historyLength === 0;
  }

  /** Everything said and decided so far. */
  get fold(): JournalFold {
    return this.agent.fold;
  }

  showHint(hint: ChatHint): void {
    this.tell([this.timeline.put(hint)]);
  }

  removeHint(kind: HintKind): void {
    const shown = this.timeline.items.find((item) => item.kind === 'hint' && item.hint === kind);
    if (shown === undefined) return;
    this.timeline.remove(shown.key);
    this.updated.fire({ name: 'reset' });
  }

  /** Nothing will be written any more until the session is opened anew. */
  get isBroken(): boolean {
    return this.agent.isBroken;
  }

  get state(): ChatEvents['state'] {
    return { ...this.agent.state, gauge: this.currentGauge, usage: this.currentUsage, title: this.title };
  }

  get commands(): Pick<AgentSession, AgentCommand> {
    return this.agent;
  }

  /** The worker ended: nothing can be counted or planned any more. */
  fail(error: Error): void {
    this.failed.fire(error);
    this.tellFailure(error.message, null);
  }

  /** Stops the agent and waits until everything is on the disk. */
  async close(): Promise<void> {
    await this.agent.dispose();
    await this.worker.dispose();
    this.dispose();
  }

  dispose(): void {
    this.owned.dispose();
  }

  private take(event: AgentEvent): void {
    switch (event.type) {
      case 'message-append':
        this.takeBackInterruption();
        this.tell(this.timeline.fold({ type: 'message', message: event.message }));
        break;
      case 'reply-start':
        this.takeBackInterruption();
        // The reply is shown from its first word on; until then the page shows that the agent is busy.
        break;
      case 'reply-delta':
        this.takeDelta(event.text, event.thinking);
        break;
      case 'reply-end':
        if (event.index === null) this.takeBackReply();
        break;
      case 'tool-start':
        this.changeCall(event.place, {
          status: event.waiting ? 'waiting' : 'running',
          ...(event.preview.summary === '' ? {} : { summary: event.preview.summary }),
        });
        break;
      case 'tool-run':
        this.changeCall(event.place, { status: 'running' });
        break;
      case 'tool-output':
        this.showOutput(event.place, event.text);
        break;
      case 'tool-end':
        this.changeCall(event.place, { status: event.ending, output: '' });
        break;
      case 'call-record':
        this.tell(this.timeline.fold(event.call));
        break;
      case 'decision-take':
        this.tell(this.timeline.fold({ type: 'decision', decision: event.decision }));
        break;
      case 'decision-undo':
        this.tell(this.timeline.fold({ type: 'undo', decisionId: event.decisionId }));
        break;
      case 'memory-change':
        this.tell(this.timeline.fold({ type: 'memory', text: event.text }));
        break;
      case 'link-add':
        this.tell(this.timeline.fold(event.link));
        break;
      case 'pin-change':
        this.tell(this.timeline.fold({ type: 'pin', index: event.index, pinned: event.pinned }));
        break;
      case 'restore':
        // The history is the same; the decisions that took the message say that it was put back.
        this.tell(this.timeline.fold({ type: 'restore', index: event.index }));
        break;
      case 'failure':
        this.tellFailure(event.failure.text, event.failure.action);
        break;
      case 'model-change':
        this.timeline.setModel(event.model);
        break;
      case 'title-change':
      case 'state':
        this.tellState();
        break;
    }
  }

  private async compactAs({ skip, pin }: PreviewWishes): Promise<void> {
    if (this.agent.state.busy) {
      throw new ViewError('invalidRequest', l10n.t('The agent is still at work. Stop it first, or wait.'));
    }
    for (const index of pin) await this.agent.setPinned(index, true);
    await this.agent.compact(skip);
  }

  private takeDelta(text: string, thinking: string): void {
    const key = messageKey(this.timeline.historyLength);
    const item = this.timeline.find(key);
    if (item?.kind === 'assistant') {
      this.timeline.put({ ...item, text: item.text + text, thinking: item.thinking + thinking });
      this.updated.fire({ name: 'delta', value: { key, text, thinking } });
    } else {
      this.tell([
        this.timeline.put({
          kind: 'assistant',
          key,
          index: null,
          text,
          thinking,
          toolCalls: [],
          streaming: true,
          pinned: false,
          usage: null,
        }),
      ]);
    }
  }

  /** It goes on, so nothing has to be said of the interruption any more. */
  private takeBackInterruption(): void {
    if (this.timeline.find(INTERRUPTION_KEY) === undefined) return;
    this.timeline.remove(INTERRUPTION_KEY);
    this.updated.fire({ name: 'reset' });
  }

  /** Words of a reply that failed are not part of the history, so they go. */
  private takeBackReply(): void {
    const key = messageKey(this.timeline.historyLength);
    if (this.timeline.find(key) === undefined) return;
    this.timeline.remove(key);
    this.updated.fire({ name: 'reset' });
  }

  private changeCall(place: { messageIndex: number; position: number }, change: Partial<ChatToolCall>): void {
    this.tell(this.timeline.changeCall(place.messageIndex, place.position, change));
  }

  /** Comes often: the page is told of the output alone, not of the whole item. */
  private showOutput({ messageIndex, position }: ToolCallPlace, text: string): void {
    this.timeline.changeCall(messageIndex, position, { output: text });
    this.updated.fire({ name: 'toolOutput', value: { key: messageKey(messageIndex), position, text } });
  }

  private tell(items: readonly ChatItem[]): void {
    for (const item of items) this.updated.fire({ name: 'item', value: item });
  }

  private tellFailure(text: string, action: ChatErrorAction | null): void {
    this.failures += 1;
    this.tell([this.timeline.put({ kind: 'error', key: `failure-${String(this.failures)}`, text, action })]);
    this.log.warn(text);
  }

  private tellState(): void {
    this.updated.fire({ name: 'state', value: this.state });
  }

  private async measureContext(): Promise<void> {
    try {
      const { contextTokens, window, reserve, counted, errorBand, thresholds, usage } =
        await this.worker.api.snapshot();
      this.currentUsage = usage;
      this.currentGauge = { contextTokens, window, reserve, counted, errorBand, thresholds };
      this.tellState();
    } catch (error) {
      this.log.debug(`The context was not measured: ${String(error)}`);
    }
  }
}

const INTERRUPTION_KEY = 'interruption';

/** Told of a session that was closed, or whose process died, before the agent had answered. */
function interruptionItem(): ChatItem {
  return {
    kind: 'error',
    key: INTERRUPTION_KEY,
    text: l10n.t('The last message was not answered before the session was closed.'),
    action: { label: l10n.t('Go on'), command: 'retry' },
  };
}

function isUnanswered(newest: Message): boolean {
  if (newest.role === 'assistant') return toolCallsOf(newest).length > 0;
  // A session that goes on from another one begins with its summary.
  return newest.role !== 'system' && newest.synthetic !== 'summary';
}
