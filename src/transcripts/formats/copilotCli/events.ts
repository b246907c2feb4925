import type { JsonRecord } from '../../../wire/jsonValue';

/** Events whose records make the conversation, or say what became of it. */
const READ = [
  'session.start',
  'session.resume',
  'session.model_change',
  'session.title_changed',
  'session.usage_info',
  'session.truncation',
  'session.compaction_start',
  'session.compaction_complete',
  'session.snapshot_rewind',
  'system.message',
  'system.notification',
  'user.message',
  'assistant.message',
  'assistant.reasoning',
  'assistant.usage',
  'tool.user_requested',
  'tool.execution_start',
  'tool.execution_complete',
] as const;

export type EventType = (typeof READ)[number];

const READ_TYPES: ReadonlySet<string> = new Set(READ);

export function isReadEvent(type: string): type is EventType {
  return READ_TYPES.has(type);
}

/** Families of events that only tell how the agent went about its work. */
const BOOKKEEPING =
  /^(?:session|assistant|tool|hook|subagent|skill|permission|external_tool|pending_messages|command|commands|elicitation|user_input|exit_plan_mode|sampling|mcp|model|workspace|auto_mode_switch|capabilities|factory)\.\w+$/;

export function isBookkeeping(type: string): boolean {
  return type === 'abort' || BOOKKEEPING.test(type);
}

/** Who a user message comes from where a person typed it, or planned it. */
const TYPED_SOURCE = /^(?:user$|command-|schedule-|autopilot-)/;

/** Whether the agent itself wrote a user message: a skill, another agent. */
export function isInjected(data: JsonRecord): boolean {
  const { source } = data;
  return source !== undefined && source !== null && !(typeof source === 'string' && TYPED_SOURCE.test(source));
}

/** Whether an event belongs to a subagent, whose work the main thread sees only as the result of a call. */
export function isOfSubagent(event: JsonRecord, data: JsonRecord): boolean {
  return isId(event['agentId']) || isId(data['agentId']) || isId(data['parentToolCallId']);
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
