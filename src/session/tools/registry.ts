import type { ToolDefinition } from '../../providers/chatProvider';
import { bashTool } from './bash';
import { createFileTool } from './createFile';
import { editTool } from './edit';
import { globTool } from './glob';
import { grepTool } from './grep';
import { readFileTool } from './readFile';
import { recallTool } from './recall';
import { rememberTool } from './remember';
import { searchFilesTool } from './searchFiles';
import { todoTool } from './todo';
import type { Tool } from './tool';
import { webFetchTool } from './webFetch';
import { writeFileTool } from './writeFile';

/** Every tool of the agent, in the order they are offered. The order is stable: it is part of the cached prefix. */
export const TOOLS: readonly Tool[] = [
  readFileTool,
  globTool,
  grepTool,
  searchFilesTool,
  recallTool,
  rememberTool,
  editTool,
  createFileTool,
  writeFileTool,
  bashTool,
  webFetchTool,
  todoTool,
];

/** The tools as a request carries them. */
export function toolDefinitions(tools: readonly Tool[]): readonly ToolDefinition[] {
  return tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
}
