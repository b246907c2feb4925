import type { Decision } from '../engine/decision';
import type { CallEntry, LinkEntry, ModelEntry } from '../engine/journal';
import type { Message, ToolCallPart } from '../engine/message';
import type { ApprovalRequest } from './approvals';
import type { QueuedMessage } from './messageQueue';
import type { ProviderWait } from './patience';
import type { SummaryProgress } from './summaries';
import type { ToolPreview } from './tools/tool';

/** Which call of which assistant message; ids of calls may repeat within a session. */
export interface ToolCallPlace {
  /** Index of the assistant message in the history. */
  readonly messageIndex: number;
  /** Position among the message's calls. */
  readonly position: number;
}

export type ToolCallEnding = 'done' | 'failed' | 'denied' | 'cancelled';

/** What a person can do about a failure. */
export interface FailureAction {
  readonly label: string;
  readonly command: 'retry' | 'selectModel' | 'setApiKey' | 'openSettings' | 'compact' | 'editMemory';
}

export interface SessionFailure {
  readonly text: string;
  readonly action: FailureAction | null;
}

export interface SessionState {
  /** A reply, a tool or a compaction is under way. */
  readonly busy: boolean;
  /** The question that waits for an answer. */
  readonly approval: ApprovalRequest | null;
  /** A summary that is being written, aside or waited for. */
  readonly summary: SummaryProgress | null;
  /** The provider failed and is asked again soon. */
  readonly waiting: ProviderWait | null;
  /** What the person said meanwhile, in order. */
  readonly queued: readonly QueuedMessage[];
}

/** What a session tells its views, in order. */
export type AgentEvent =
  /** Part of the history now, on the disk. */
  | { readonly type: 'message-append'; readonly index: number; readonly message: Message }
  | { readonly type: 'reply-start'; readonly key: string }
  | { readonly type: 'reply-delta'; readonly key: string; readonly text: string; readonly thinking: string }
  /** `index` is the reply's place in the history; null when nothing of it was kept. Follows its `message-append`. */
  | { readonly type: 'reply-end'; readonly key: string; readonly index: number | null }
  | {
      readonly type: 'tool-start';
      readonly place: ToolCallPlace;
      readonly call: ToolCallPart;
      readonly preview: ToolPreview;
      /** A person has to allow it first. */
      readonly waiting: boolean;
    }
  /** Allowed, and running now. */
  | { readonly type: 'tool-run'; readonly place: ToolCallPlace }
  /** The end of what a running call has put out so far, in place of what was told before. */
  | { readonly type: 'tool-output'; readonly place: ToolCallPlace; readonly text: string }
  /** `index` is the result's place in the history. Follows its `message-append`. */
  | {
      readonly type: 'tool-end';
      readonly place: ToolCallPlace;
      readonly ending: ToolCallEnding;
      readonly index: number;
    }
  | { readonly type: 'decision-take'; readonly decision: Decision }
  | { readonly type: 'decision-undo'; readonly decisionId: string }
  | { readonly type: 'restore'; readonly index: number }
  | { readonly type: 'pin-change'; readonly index: number; readonly pinned: boolean }
  /** What the memory holds from here on, Markdown. */
  | { readonly type: 'memory-change'; readonly text: string }
  | { readonly type: 'link-add'; readonly link: LinkEntry }
  | { readonly type: 'title-change'; readonly title: string }
  /** What a call took. Follows the `message-append` of its reply. */
  | { readonly type: 'call-record'; readonly call: CallEntry }
  | { readonly type: 'model-change'; readonly model: Omit<ModelEntry, 'type'> }
  | { readonly type: 'failure'; readonly failure: SessionFailure }
  | { readonly type: 'state'; readonly state: SessionState };
