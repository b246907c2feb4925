import type { MediaPart, ToolCallPart } from '../engine/message';
import { CANCELLED_RESULT } from '../engine/notices';
import type { ToolCallEnding } from './agentEvents';
import type { ApprovalPolicy } from './approvals';
import type { Tool, ToolContext, ToolPreview } from './tools/tool';
import { ToolError } from './tools/tool';

/** A call's result as it enters the history. */
export interface ToolCallResult {
  readonly text: string;
  /** Images that belong to the text. */
  readonly media?: readonly MediaPart[];
  readonly toolName: string;
  readonly ending: ToolCallEnding;
}

/** Runs single tool calls; whatever goes wrong becomes a result, because a call must be answered. */
export class ToolRunner {
  readonly #byName: ReadonlyMap<string, Tool>;

  constructor(
    private readonly tools: readonly Tool[],
    private readonly approvals: ApprovalPolicy,
  ) {
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]));
  }

  /** What a person sees of the call before it runs. */
  preview(call: ToolCallPart): ToolPreview {
    const args = parseArguments(call.arguments);
    const tool = this.#byName.get(call.name);
    return tool === undefined || args === undefined ? { summary: '', detail: call.arguments } : tool.preview(args);
  }

  willAsk(call: ToolCallPart): boolean {
    const tool = this.#byName.get(call.name);
    return tool !== undefined && this.approvals.willAsk(tool, parseArguments(call.arguments));
  }

  /** Calls in groups that may run side by side: reading together, everything else alone, the order kept. */
  groups(calls: readonly ToolCallPart[]): readonly (readonly number[])[] {
    const groups: { readonly positions: number[]; readonly isReading: boolean }[] = [];
    for (const [position, call] of calls.entries()) {
      const isReading = this.#byName.get(call.name)?.needsApproval !== true;
      const last = groups.at(-1);
      if (last?.isReading === true && isReading) last.positions.push(position);
      else groups.push({ positions: [position], isReading });
    }
    return groups.map((group) => group.positions);
  }

  async run(call: ToolCallPart, context: ToolContext, onRun: () => void): Promise<ToolCallResult> {
    const tool = this.#byName.get(call.name);
    if (tool === undefined) {
      const known = this.tools.map(({ name }) => name).join(', ');
      return { text: `[there is no tool ${call.name}; there are: ${known}]`, toolName: call.name, ending: 'failed' };
    }
    const result = (text: string, ending: ToolCallEnding): ToolCallResult => ({
      text,
      toolName: tool.canonicalName,
      ending,
    });
    const isStopped = (): boolean => context.signal.aborted;
    const args = parseArguments(call.arguments);
    if (args === undefined) return result('[the arguments are no JSON object; they may have been cut off]', 'failed');
    try {
      const permission = await this.approvals.check(tool, args, context);
      if (!permission.allowed) return result(permission.text, 'denied');
      if (isStopped()) return result(CANCELLED_RESULT, 'cancelled');
      onRun();
      const outcome = await tool.run(args, context);
      const ending = isStopped() ? 'cancelled' : outcome.isError ? 'failed' : 'done';
      const { text, media = [], toolName = tool.canonicalName } = outcome;
      return { text, media, toolName, ending };
    } catch (error) {
      if (isStopped()) return result(CANCELLED_RESULT, 'cancelled');
      return result(error instanceof ToolError ? error.message : `[failed: ${String(error)}]`, 'failed');
    }
  }
}

/** The arguments object, or undefined when the text is none. */
function parseArguments(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
