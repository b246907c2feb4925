import type { RequestBody } from './script';

/** What the real API would refuse in a request, in its own words, or null. */
export function requestProblem(body: RequestBody): string | null {
  const { messages } = body;
  if (typeof body.model !== 'string') return 'you must provide a model parameter';
  if (!Array.isArray(messages) || messages.length === 0) return "Invalid 'messages': empty array.";
  let open = new Set<string>();
  for (const [index, message] of (body.messages ?? []).entries()) {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id ?? '')) {
        return `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls' (messages.[${index}]).`;
      }
      if (typeof message.content !== 'string' && !Array.isArray(message.content)) {
        return `Invalid value for 'messages.[${index}].content'.`;
      }
      continue;
    }
    if (open.size > 0) return unanswered(open);
    const calls = message.tool_calls ?? [];
    if (message.tool_calls?.length === 0) return `Invalid 'messages[${index}].tool_calls': empty array.`;
    for (const { function: called } of calls) {
      try {
        JSON.parse(called.arguments);
      } catch {
        return `Invalid 'messages[${index}].tool_calls[0].function.arguments': not JSON.`;
      }
    }
    open = new Set(calls.map(({ id }) => id));
    if (open.size !== calls.length) return `Duplicate 'tool_call_id' in messages.[${index}].`;
    const hasContent = message.content !== undefined && message.content !== null;
    if (!hasContent && calls.length === 0)
      return `Invalid value for 'content': expected a string, got null (messages.[${index}]).`;
  }
  return open.size > 0 ? unanswered(open) : null;
}

function unanswered(open: ReadonlySet<string>): string {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`;
}
