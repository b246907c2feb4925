/** Lines of a session that say nothing to the model, or nothing that does not stand in the conversation too. */
const SIDE_LINES: ReadonlySet<string> = new Set([
  'system',
  'progress',
  'summary',
  'queue-operation',
  'last-prompt',
  'file-history-snapshot',
  'file-history-delta',
  'attribution-snapshot',
  'content-replacement',
  'ai-title',
  'custom-title',
  'agent-name',
  'agent-color',
  'agent-setting',
  'mode',
  'permission-mode',
  'tag',
  'task-summary',
  'pr-link',
  'relocated',
  'worktree-state',
  'bridge-session',
  'started',
  'result',
  // What its stream of JSON has beside the messages.
  'stream_event',
  'rate_limit_event',
  'tool_progress',
  'tool_use_summary',
  'auth_status',
  'control_request',
  'control_response',
  'control_cancel_request',
  'keep_alive',
]);

export function isSideLine(type: string): boolean {
  return SIDE_LINES.has(type);
}
