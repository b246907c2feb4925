import type { CountMethod, SummaryFacts, Threshold } from './inspector';

/** What the chat shows and asks. */

export interface ChatToolCall {
  readonly id: string;
  readonly name: string;
  /** One line that says what it does: `src/a.ts`, `npm test`. */
  readonly summary: string;
  readonly arguments: string;
  readonly status: 'running' | 'waiting' | 'done' | 'failed' | 'denied' | 'cancelled';
  /** The first characters of the result. */
  readonly result: string | null;
  /** Characters of the whole result. */
  readonly resultLength: number;
  /** Index of the result in the history, once it is there. */
  readonly index: number | null;
}

export type ChatItem =
  | {
      readonly kind: 'user';
      readonly key: string;
      readonly index: number;
      readonly text: string;
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
    }
  | {
      readonly kind: 'decision';
      readonly key: string;
      readonly decisionId: string;
      readonly text: string;
      readonly savedTokens: number;
      readonly undone: boolean;
      /** For ④ and ⑤. */
      readonly summary: SummaryFacts | null;
    }
  | { readonly kind: 'error'; readonly key: string; readonly text: string; readonly action: ChatErrorAction | null };

export interface ChatErrorAction {
  readonly label: string;
  readonly command: 'retry' | 'setApiKey' | 'openSettings' | 'compact';
}

export interface ChatApproval {
  readonly id: string;
  readonly toolName: string;
  readonly summary: string;
  /** What exactly will run or be written, whole. */
  readonly detail: string;
  /** What allowing for the session covers: the same command again, or every call of the tool. */
  readonly sessionScope: 'command' | 'tool';
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

/** A summary that is being written: requests of it that are done, and how many there are. */
export interface SummaryProgress {
  readonly done: number;
  readonly total: number;
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
  readonly gauge: Gauge;
  readonly models: readonly ModelChoice[];
  readonly modelId: string;
  /** Why tools that write or run are off, or null. */
  readonly restricted: string | null;
}

export type ApprovalAnswer = 'once' | 'session' | 'deny';

/** Asked by the webview, answered by the host. */
export interface ChatHostApi {
  snapshot(): Promise<ChatSnapshot>;
  earlier(params: { readonly beforeKey: string; readonly count: number }): Promise<readonly ChatItem[]>;
  send(params: { readonly text: string }): Promise<void>;
  stop(): Promise<void>;
  retry(): Promise<void>;
  answerApproval(params: { readonly id: string; readonly answer: ApprovalAnswer }): Promise<void>;
  compact(): Promise<void>;
  summarize(): Promise<void>;
  /** Goes on with the summary under way without the model. */
  skipSummary(): Promise<void>;
  undo(params: { readonly decisionId: string }): Promise<void>;
  newSession(): Promise<void>;
  selectModel(params: { readonly id: string }): Promise<void>;
  setPinned(params: { readonly index: number; readonly pinned: boolean }): Promise<void>;
  openInspector(params: { readonly index: number | null }): Promise<void>;
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
  state: {
    readonly busy: boolean;
    readonly approval: ChatApproval | null;
    readonly summary: SummaryProgress | null;
    readonly gauge: Gauge;
    readonly title: string;
  };
}
