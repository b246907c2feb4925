import type { Tool } from './tool';

/**
 * A tool that takes `timeout_seconds`, with the person's own limit over what the model asks for.
 *
 * @param limitSeconds asked at each call, so that a changed limit holds from the next one on.
 */
export function withTimeLimit(tool: Tool, limitSeconds: () => number): Tool {
  return { ...tool, run: (args, context) => tool.run(limited(args, limitSeconds()), context) };
}

/** Arguments of the wrong kind go on as they are: the tool itself says what is wrong with them. */
function limited(args: unknown, limitSeconds: number): unknown {
  if (typeof args !== 'object' || args === null) return args;
  const asked = 'timeout_seconds' in args ? args.timeout_seconds : undefined;
  if (asked !== undefined && typeof asked !== 'number') return args;
  return { ...args, timeout_seconds: Math.min(asked ?? limitSeconds, limitSeconds) };
}
