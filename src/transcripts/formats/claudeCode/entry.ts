import type { Part, Usage } from '../../../engine/message';
import type { RecordedCompaction } from '../../transcript';
import type { ToolResultBlock } from '../../../wire/anthropicBlocks';

/** One line of a Claude Code session that has a place in the tree, reduced to what a transcript needs. */
export interface Entry {
  /** Position among the entries of the file, from 0. */
  readonly index: number;
  /** The record's own, or one made from its position. */
  readonly uuid: string;
  /** Undefined: the record says nothing of a parent, so the line before it is the parent. */
  readonly parent: string | null | undefined;
  /** Parent across a compaction, where `parent` is null. */
  readonly logicalParent: string | null;
  readonly kind: 'user' | 'assistant' | 'attachment' | 'boundary' | 'other';
  readonly sessionId: string | null;
  readonly sidechain: boolean;
  /** The subagent that wrote the line, where it is named. */
  readonly agentId: string | null;
  /** From 1. */
  readonly line: number;
  readonly byteOffset: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number | null;
  readonly parts: readonly Part[];
  readonly toolResults: readonly ToolResultBlock[];
  /** Typed while the model was at work, and not linked to any other line. */
  readonly aside: boolean;
  /** Injected by the agent, not typed. */
  readonly meta: boolean;
  readonly compactSummary: boolean;
  readonly pinned: boolean;
  /** Id of the API's reply; one reply is written as several lines. */
  readonly messageId: string | null;
  readonly model: string | null;
  readonly usage: Usage | null;
  /** The agent's own words in place of a reply: an API error, a placeholder. */
  readonly placeholder: boolean;
  /** For a boundary. */
  readonly compaction: EntryCompaction | null;
  /** Tool results, the oldest ones, that the API left out of the request a reply answers. */
  readonly clearedToolUses: number;
}

/** What a boundary says of the compaction it stands for. */
export interface EntryCompaction {
  readonly facts: Pick<RecordedCompaction, 'kind' | 'trigger' | 'tokensBefore' | 'tokensAfter'>;
  /** Uuids of lines that stayed as they were. */
  readonly preserved: readonly string[];
  /** First and last uuid of a run of lines that stayed. */
  readonly segment: { readonly head: string; readonly tail: string } | null;
  /** Ids of calls whose results, and uuids of attachments that, were cleared; null where everything was summarized. */
  readonly cleared: ReadonlySet<string> | null;
}

/** Whether the entry says something to the model or for it. */
export function isSpoken(entry: Entry): boolean {
  return entry.kind === 'user' || entry.kind === 'assistant';
}
