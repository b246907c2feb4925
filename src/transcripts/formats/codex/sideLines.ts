/** Lines of a rollout that say nothing to the model. */
export const SIDE_LINES: ReadonlySet<string> = new Set([
  'inter_agent_communication_metadata',
  'world_state',
  'security_risk_score',
  'token_usage_record',
  'realtime_item',
  'rollout_reference',
]);

/** Events that Codex shows, or keeps its own books with; what of them the model gets stands in items beside them. */
const EVENTS: ReadonlySet<string> = new Set([
  'task_complete',
  'turn_complete',
  'turn_aborted',
  'turn_diff',
  'error',
  'warning',
  'stream_error',
  'deprecation_notice',
  'background_event',
  'session_configured',
  'shutdown_complete',
  'item_started',
  'item_completed',
  'raw_response_item',
  'request_user_input',
  'exec_approval_request',
  'apply_patch_approval_request',
  'request_permissions',
  'view_image_tool_call',
  'entered_review_mode',
  'exited_review_mode',
  'thread_settings_applied',
  'sub_agent_activity',
  'skills_update_available',
  'model_reroute',
]);

/** Families of such events, by how their names begin. */
const EVENT_FAMILIES =
  /^(?:agent_(?:message_|reasoning)|reasoning_|exec_command_|patch_apply_|mcp_|web_search_|image_generation_|dynamic_tool_call_|plan_|undo_|hook_|collab_|guardian_|elicitation_|realtime_|thread_goal|terminal_interaction)/;

export function isKnownEvent(type: string): boolean {
  return EVENTS.has(type) || EVENT_FAMILIES.test(type);
}
