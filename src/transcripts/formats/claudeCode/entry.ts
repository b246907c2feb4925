import type { Part, Usage } from '../../../engine/message';
import type { ToolResultBlock } from '../anthropicBlocks';

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
  /** From 1. */
  readonly line: number;
  readonly byteOffset: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number | null;
  readonly parts: readonly Part[];
  readonly toolResults: readonly ToolResultBlock[];
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
  readonly compaction: { readonly trigger?: string; readonly tokensBefore?: number } | null;
}

/** Whether the entry says something to the model or for it. */
export function isSpoken(entry: Entry): boolean {
  return entry.kind === 'user' || entry.kind === 'assistant';
}
