import { nodeWorkspaceFiles } from '../../../../src/session/nodeWorkspaceFiles';
import { SeenFiles } from '../../../../src/session/tools/seenFiles';
import type { Tool, ToolContext, ToolOutcome } from '../../../../src/session/tools/tool';

/** Runs a tool over a folder of the disk. */
export function runTool(
  tool: Tool,
  root: string,
  args: unknown,
  more: Partial<ToolContext> = {},
): Promise<ToolOutcome> {
  const context = {
    root,
    files: nodeWorkspaceFiles,
    archive: null,
    memory: null,
    ripgrep: null,
    seen: new SeenFiles(),
    signal: new AbortController().signal,
    onOutput: (): void => undefined,
    ...more,
  };
  return tool.run(args, context);
}
