import type { DecisionRow, MessageRow } from './inspectorRows';
import type { Fate, Role, Strategy } from './terms';
import type { CallUsage } from './usage';

/** What the detail pane shows. */
export type DetailSubject =
  { readonly kind: 'message'; readonly index: number } | { readonly kind: 'decision'; readonly id: string };

/** One link in the chain of decisions that touched a message. */
export interface WhyStep {
  readonly decisionId: string;
  readonly strategy: Strategy;
  readonly layer: 1 | 2 | 3;
  readonly reason: 'threshold' | 'overflow' | 'command' | 'fit' | 'proactive' | 'recorded';
  /** What `thresholdTokens` is: what was passed; what the input was to come down to; or nothing, all that may go went. */
  readonly measure: 'threshold' | 'target' | 'none';
  /** The setting that says so; for `none`, the one that says what stays. Null for what another agent did. */
  readonly setting: string | null;
  /** For what another agent did: its file's own words and numbers. */
  readonly recorded: {
    readonly words: string;
    readonly tokensBefore: number | null;
    readonly tokensAfter: number | null;
  } | null;
  readonly measuredTokens: number;
  readonly thresholdTokens: number;
  /** Share of the window measured, 0 to 1 and beyond. */
  readonly measuredShare: number;
  /** Of the whole input, before and after the batch. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly batchSize: number;
  readonly undone: boolean;
  /** This message was put back since, by itself or with a batch that was undone; the decision may hold for others. */
  readonly putBack: boolean;
}

/** A text that may be long: the first characters and the whole length. */
export interface ClippedText {
  readonly text: string;
  /** Characters of the whole text. */
  readonly length: number;
}

/** What the model reads in a message's place: itself, what stands for all that were removed, or nothing. */
export type InContextKind = 'message' | 'notice' | 'summary' | 'nothing';

export interface MessageDetail {
  readonly revision: number;
  /** What the detail is as of, for `isCurrent`. */
  readonly version: string;
  readonly row: MessageRow;
  readonly original: ClippedText;
  readonly inContext: ClippedText;
  readonly inContextKind: InContextKind;
  /** The decision whose notice or summary stands for the message. */
  readonly coveredBy: DecisionRow | null;
  readonly why: readonly WhyStep[];
  /** Pointers into the archive where originals are. */
  readonly pointers: readonly string[];
  /** Line in the source file, if it came from one. */
  readonly sourceLine: number | null;
  readonly toolCallId: string | null;
  readonly model: string | null;
  /** Of the call that gave the reply; null for every other message, and where nothing is known of it. */
  readonly usage: CallUsage | null;
  readonly createdAt: number | null;
}

/** A message a decision touched. */
export interface CoveredMessage {
  readonly index: number;
  readonly role: Role;
  readonly fate: Fate;
  readonly title: string;
  readonly tokensOriginal: number;
  /** It was put back since. */
  readonly putBack: boolean;
}

export interface DecisionDetail {
  readonly revision: number;
  /** What the detail is as of, for `isCurrent`. */
  readonly version: string;
  readonly row: DecisionRow;
  /** Index of the message it stands before among the rows: the length of the history when it took effect. */
  readonly position: number;
  /** Of the calls its summary took; null where it asked no model. */
  readonly usage: CallUsage | null;
  /** The summary it wrote, or the facts it listed beside its notice; null where it did neither. */
  readonly text: ClippedText | null;
  /** The first ones; `row.messageCount` says how many there are. */
  readonly messages: readonly CoveredMessage[];
}
