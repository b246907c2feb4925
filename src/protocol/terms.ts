/** The words host and pages share. Numbers of tokens say how they were got. */

export type Fate = 'kept' | 'truncated' | 'compacted' | 'pruned' | 'summarized';
export type Role = 'system' | 'user' | 'assistant' | 'tool';
export type CountMethod = 'reported' | 'counted' | 'estimated';
export type Strategy = 'truncate' | 'compact' | 'prune' | 'summarizeFull' | 'summarizePartial';
