import type { Part } from '../../../engine/message';

/** Types of items that lines of old rollouts are themselves, without an envelope. */
export const ITEM_TYPES: ReadonlySet<string> = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
]);

/** How texts begin that Codex puts into the conversation as if the user had said them. */
const INJECTED =
  /^\s*(?:# AGENTS\.md instructions for |<(?:environment_context|user_instructions|instructions|permissions|turn_aborted|user_shell_command|skill|subagent_notification|collaboration_mode|model_switch|personality_spec|apps_instructions|plugins_instructions|skills_instructions|goal_context|recommended_plugins)[\s>_])/i;

/** Whether nobody typed a user message: all of its texts are Codex's own. */
export function isInjected(parts: readonly Part[]): boolean {
  return parts.length > 0 && parts.every((part) => part.type === 'text' && INJECTED.test(part.text));
}
