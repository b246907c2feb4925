import { nodeWorkspaceFiles } from '../../../../src/session/nodeWorkspaceFiles';
import type { Tool, ToolContext, ToolOutcome } from '../../../../src/session/tools/tool';

/** Runs a tool over a folder of the disk. */
export function runTool(
  tool: Tool,
  root: string,
  args: unknown,
  more: Partial<ToolContext> = {},
): Promise<ToolOutcome> {
  const context = { root, files: nodeWorkspaceFiles, archive: null, signal: new AbortController().signal, ...more };
  return tool.run(args, context);
}
