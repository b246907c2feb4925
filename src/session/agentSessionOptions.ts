import type { JournalEntry } from '../engine/journal';
import type { JournalFold } from '../engine/journalFold';
import type { ApprovalRules } from './approvals';
import type { ArchiveFolder } from './archiveFolder';
import type { ContextPlanner } from './contextPlanner';
import type { Journal } from './journalFile';
import type { Memory } from './memoryFile';
import type { QueuedMessage } from './messageQueue';
import type { ModelConnection } from './modelConnection';
import type { Patience } from './patience';
import type { Tool } from './tools/tool';
import type { WorkspaceFiles } from './workspaceFiles';

/** What a session of the agent is made with. */
export interface AgentSessionOptions {
  /** Everything the journal holds already, in order. */
  readonly entries: readonly JournalEntry[];
  readonly journal: Journal;
  readonly archive: ArchiveFolder;
  /** Empty; the session folds the entries into it. */
  readonly fold: JournalFold;
  readonly planner: ContextPlanner;
  readonly connection: ModelConnection;
  /** Absolute path of the workspace folder, links resolved; null when none is open. Tools need one. */
  readonly root: string | null;
  readonly files: WorkspaceFiles;
  /** Absolute path of ripgrep; searches are slower without it. */
  readonly ripgrep?: string | null;
  /** What every session of the workspace knows; null where nothing can be remembered. */
  readonly memory: Memory | null;
  readonly tools: readonly Tool[];
  /** Why nothing may be written or run now, in words for the model, or null. */
  readonly restriction: () => string | null;
  /** What was allowed or forbidden for good. */
  readonly rules: ApprovalRules;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly makeId: () => string;
  readonly maxToolRounds?: number;
  /** What waited when the session was left. */
  readonly queued?: readonly QueuedMessage[];
  /** For replies and summaries; by default each has its own. */
  readonly patience?: Patience;
}
