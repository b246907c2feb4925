import type { Threshold } from './inspectorFacts';
import type { SummaryFacts } from './inspectorRows';
import type { CountMethod } from './terms';
import type { CompactionPreview, PreviewWishes } from './preview';
import type { CallUsage, SessionUsage } from './usage';

/** What the chat shows and asks. */

export interface ChatTodo {
  readonly text: string;
  readonly status: 'pending' | 'inProgress' | 'done';
}

export interface ChatToolCall {
  readonly id: string;
  readonly name: string;
  /** One line that says what it does: `src/a.ts`, `npm test`. */
  readonly summary: string;
  readonly arguments: string;
  readonly status: 'running' | 'waiting' | 'done' | 'failed' | 'denied' | 'cancelled';
  /** The end of what it has put out so far; empty unless it is running. */
  readonly output: string;
  /** The whole list of todos, for a call that sets it; null for every other. */
  readonly todos: readonly ChatTodo[] | null;
  /** The first characters of the result. */
  readonly result: string | null;
  /** Characters of the whole result. */
  readonly resultLength: number;
  /** Images in the result; the inspector shows them. */
  readonly images: number;
  /** The result is. */
  readonly pinned: boolean;
  /** Index of the result in the history, once it is there. */
  readonly index: number | null;
}

export type ChatItem =
  | {
      readonly kind: 'user';
      readonly key: string;
      readonly index: number;
      /** As it was typed. */
      readonly text: string;
      /** Paths of files that went along, from the workspace folder. */
      readonly attachments: readonly string[];
      readonly pinned: boolean;
    }
  | {
      readonly kind: 'assistant';
      readonly key: string;
      readonly index: number | null;
      readonly text: string;
      readonly thinking: string;
      readonly toolCalls: readonly ChatToolCall[];
      readonly streaming: boolean;
      readonly pinned: boolean;
      /** What the reply took; null until it is complete, and where nothing is known. */
      readonly usage: CallUsage | null;
    }
  | {
      readonly kind: 'decision';
      readonly key: string;
      readonly decisionId: string;
      readonly text: string;
      /** What it freed; null once messages it had removed were put back: the inspector counts them. */
      readonly savedTokens: number | null;
      readonly undone: boolean;
      /** For ④ and ⑤. */
      readonly summary: SummaryFacts | null;
    }
  | {
      readonly kind: 'note';
      readonly key: string;
      readonly text: string;
      readonly action: ChatNoteAction | null;
    }
  | ChatHint
  | { readonly kind: 'error'; readonly key: string; readonly text: string; readonly action: ChatErrorAction | null };

export interface ChatErrorAction {
  readonly label: string;
  readonly command: 'retry' | 'selectModel' | 'setApiKey' | 'openSettings' | 'compact' | 'editMemory';
}

export type ChatNoteAction =
  | { readonly label: string; readonly command: 'editMemory' }
  | { readonly label: string; readonly command: 'openSession'; readonly sessionId: string };

/**
 * What may be wrong: `forgotten`, the agent forgot something; `archived`, what is asked about left the context;
 * `repeatedSummaries`, summaries of summaries pile up.
 */
export type HintKind = 'forgotten' | 'archived' | 'repeatedSummaries';

/** What may help, offered once and quietly. */
export interface ChatHint {
  readonly kind: 'hint';
  readonly key: string;
  readonly hint: HintKind;
  readonly text: string;
  readonly actions: readonly ChatHintAction[];
}

export type ChatHintAction =
  | { readonly label: string; readonly command: 'pin'; readonly index: number }
  | { readonly label: string; readonly command: 'remember'; readonly note: string }
  | { readonly label: string; readonly command: 'send'; readonly text: string }
  | { readonly label: string; readonly command: 'selectModel' | 'continueSession' };

export interface ChatApproval {
  readonly id: string;
  readonly toolName: string;
  readonly summary: string;
  /** What exactly will run or be written, whole. */
  readonly detail: string;
  /** What allowing for the session covers: the same command or host again, or every call of the tool. */
  readonly sessionScope: 'command' | 'host' | 'tool';
  /** The rule that allowing always would make, as it will be listed; null where none is offered. */
  readonly alwaysRule: string | null;
  /** The call changes a file, and the change can be looked at. */
  readonly changesFile: boolean;
  /** The file that is really written, where links lead to another than the call names; null otherwise. */
  readonly target: string | null;
  /** It is a file that other programs run by themselves. */
  readonly runsByItself: boolean;
}

export interface Gauge {
  readonly contextTokens: number;
  readonly window: number;
  readonly reserve: number;
  readonly counted: CountMethod;
  /** By how much the count may be off, as a share of it; null where that is not known. */
  readonly errorBand: number | null;
  readonly thresholds: readonly Threshold[];
}

/** What was said while the agent was at work, and waits. */
export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
}

/** A summary that is being written: requests of it that are done, and how many there are. */
export interface SummaryProgress {
  readonly done: number;
  readonly total: number;
}

/** The provider failed and is asked again soon. */
export interface ProviderWait {
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** The number of the next try. */
  readonly attempt: number;
  readonly tries: number;
}

export interface ModelChoice {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
}

export interface ChatSnapshot {
  readonly sessionId: string;
  readonly title: string;
  /** The newest items; earlier ones are asked for with `earlier`. */
  readonly items: readonly ChatItem[];
  readonly earlierCount: number;
  readonly busy: boolean;
  readonly approval: ChatApproval | null;
  /** A summary is being written: aside while `busy` is false, otherwise waited for. */
  readonly summary: SummaryProgress | null;
  readonly waiting: ProviderWait | null;
  readonly queued: readonly QueuedMessage[];
  readonly gauge: Gauge;
  readonly usage: SessionUsage;
  readonly models: readonly ModelChoice[];
  readonly modelId: string;
  /** Why tools that write or run are off, or null. */
  readonly restricted: string | null;
}

export type ApprovalAnswer = 'once' | 'session' | 'always' | 'deny';

/** Asked by the webview, answered by the host. */
export interface ChatHostApi {
  snapshot(): Promise<ChatSnapshot>;
  earlier(params: { readonly beforeKey: string; readonly count: number }): Promise<readonly ChatItem[]>;
  send(params: { readonly text: string }): Promise<void>;
  stop(): Promise<void>;
  retry(): Promise<void>;
  /** Sends what waits, after a stop or a failure. */
  sendQueued(): Promise<void>;
  /** Takes back what waits. */
  unqueue(params: { readonly id: string }): Promise<void>;
  /** Paths of files of the workspace that fit what was typed behind `@`, the best first; a few. */
  findFiles(params: { readonly query: string }): Promise<readonly string[]>;
  exportSession(): Promise<void>;
  /** @param params `reason` tells the model why it is denied; may be empty. */
  answerApproval(params: {
    readonly id: string;
    readonly answer: ApprovalAnswer;
    readonly reason: string;
  }): Promise<void>;
  /** Opens what the call in question would make of its file in a diff editor. */
  showProposal(params: { readonly id: string }): Promise<void>;
  compact(): Promise<void>;
  /** What `compactAs` would do for the same wishes. */
  previewCompact(params: PreviewWishes): Promise<CompactionPreview>;
  /** Pins what is wished pinned, then compacts. */
  compactAs(params: PreviewWishes): Promise<void>;
  summarize(): Promise<void>;
  /** Goes on with the summary under way without the model. */
  skipSummary(): Promise<void>;
  undo(params: { readonly decisionId: string }): Promise<void>;
  /** Keeps a note for this and every later session of the workspace. */
  remember(params: { readonly note: string }): Promise<void>;
  /** Opens the memory in an editor. */
  editMemory(): Promise<void>;
  newSession(): Promise<void>;
  /** Goes on in a new session with summary, todos and pins. */
  continueSession(): Promise<void>;
  /** Says something else in place of a message of the user, in a new session that begins with what came before it. */
  editAndResend(params: { readonly index: number; readonly text: string }): Promise<void>;
  /** Takes a hint away, and never shows one of its kind again. */
  dismissHint(params: { readonly hint: HintKind }): Promise<void>;
  openSession(params: { readonly id: string }): Promise<void>;
  selectModel(params: { readonly id: string }): Promise<void>;
  setPinned(params: { readonly index: number; readonly pinned: boolean }): Promise<void>;
  openInspector(params: { readonly index: number | null }): Promise<void>;
  /** Opens the inspector at a decision. */
  showDecision(params: { readonly decisionId: string }): Promise<void>;
  runAction(params: { readonly command: ChatErrorAction['command'] }): Promise<void>;
}

/** Told by the host. */
export interface ChatEvents {
  /** A whole new state: another session, a reload, an undo. */
  reset: ChatSnapshot;
  /** A new item at the end, or the item with the same key changed. */
  item: ChatItem;
  /** Text streamed onto the assistant item with this key. */
  delta: { readonly key: string; readonly text: string; readonly thinking: string };
  /** The end of the output of a running call: that at `position` of the assistant item with this key. */
  toolOutput: { readonly key: string; readonly position: number; readonly text: string };
  state: {
    readonly busy: boolean;
    readonly approval: ChatApproval | null;
    readonly summary: SummaryProgress | null;
    readonly waiting: ProviderWait | null;
    readonly queued: readonly QueuedMessage[];
    readonly gauge: Gauge;
    readonly usage: SessionUsage;
    readonly title: string;
  };
}
