import { EventEmitter, l10n, type Uri } from 'vscode';
import { coalesced } from '../platform/coalesced';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Log } from '../platform/log';
import type { ChatErrorAction, ChatEvents, ChatItem, ChatToolCall, Gauge } from '../protocol/chat';
import type { InspectorEvents, PreviewWishes } from '../protocol/inspector';
import type { AgentEvent } from '../session/agentEvents';
import type { AgentSession } from '../session/agentSession';
import type { StoredSession } from '../session/sessionStore';
import type { SessionWorker } from '../worker/client';
import { ChatTimeline, messageKey } from '../worker/readModel/chatTimeline';
import type { InspectorSource } from './inspectorSource';
import { ViewError } from './viewError';

/** What the chat's page has to know, in order. `reset`: everything it shows may have changed. */
export type LiveUpdate =
  | { readonly name: 'item'; readonly value: ChatEvents['item'] }
  | { readonly name: 'delta'; readonly value: ChatEvents['delta'] }
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
  'send' | 'stop' | 'retry' | 'compact' | 'summarize' | 'skipSummary' | 'undo' | 'setPinned' | 'answerApproval';

/** The session of the chat: the agent, the worker that counts and plans for it, and what both views show of them. */
export class LiveSession implements Disposable {
  readonly id: string;
  readonly source: InspectorSource;
  private readonly owned = new Disposables();
  private readonly timeline = new ChatTimeline();
  private readonly updated = this.owned.add(new EventEmitter<LiveUpdate>());
  readonly onDidUpdate = this.updated.event;
  private readonly failed = this.owned.add(new EventEmitter<Error>());
  private readonly changed = this.owned.add(new EventEmitter<void>());
  private currentGauge = EMPTY_GAUGE;
  /** Brings the gauge up to date. */
  private readonly measure = coalesced(() => this.measureContext());
  /** Failures are not journaled; their keys count them. */
  private failures = 0;

  constructor(
    stored: Pick<StoredSession, 'id' | 'entries'>,
    private readonly agent: AgentSession,
    private readonly worker: SessionWorker,
    journalFile: Uri,
    private readonly log: Log,
  ) {
    this.id = stored.id;
    for (const entry of stored.entries) this.timeline.fold(entry);
    const progress = this.owned.add(new EventEmitter<InspectorEvents['progress']>());
    this.source = {
      id: stored.id,
      get title() {
        return agent.fold.title;
      },
      worker: worker.api,
      ready: Promise.resolve(),
      onDidChange: this.changed.event,
      onProgress: progress.event,
      onDidFail: this.failed.event,
      file: journalFile,
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
    this.measure();
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

  get state(): ChatEvents['state'] {
    return { ...this.agent.state, gauge: this.currentGauge, title: this.title };
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
        this.tell(this.timeline.fold({ type: 'message', message: event.message }));
        break;
      case 'reply-start':
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
      case 'tool-end':
        this.changeCall(event.place, { status: event.ending });
        break;
      case 'decision-take':
        this.tell(this.timeline.fold({ type: 'decision', decision: event.decision }));
        break;
      case 'decision-undo':
        this.tell(this.timeline.fold({ type: 'undo', decisionId: event.decisionId }));
        break;
      case 'pin-change':
        this.tell(this.timeline.fold({ type: 'pin', index: event.index, pinned: event.pinned }));
        break;
      case 'restore':
        // The chat shows the history, which is the same; the gauge follows the worker.
        break;
      case 'failure':
        this.tellFailure(event.failure.text, event.failure.action);
        break;
      case 'model-change':
        this.timeline.setLimits(event);
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
        this.timeline.put({ kind: 'assistant', key, index: null, text, thinking, toolCalls: [], streaming: true }),
      ]);
    }
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
      const { contextTokens, window, reserve, counted, errorBand, thresholds } = await this.worker.api.snapshot();
      this.currentGauge = { contextTokens, window, reserve, counted, errorBand, thresholds };
      this.tellState();
    } catch (error) {
      this.log.debug(`The context was not measured: ${String(error)}`);
    }
  }
}
