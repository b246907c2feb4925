import type { Tool, ToolPreview } from './tools/tool';

export type ApprovalAnswer = 'once' | 'session' | 'deny';

/** A question to the person at the screen. */
export interface ApprovalRequest {
  readonly id: string;
  /** As on the screen: `Bash`. */
  readonly toolName: string;
  readonly summary: string;
  /** What exactly will run or be written, whole. */
  readonly detail: string;
}

/** Rejects when the signal aborts. */
export type AskApproval = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer>;

export type Permission =
  | { readonly allowed: true }
  /** `text` tells the model why. */
  | { readonly allowed: false; readonly text: string };

export interface ApprovalOptions {
  readonly ask: AskApproval;
  /** Why nothing may be written or run now, or null. */
  readonly restriction: () => string | null;
  readonly makeId: () => string;
}

/** Reading is free; what writes or runs needs a person's word: for this call, or for the tool until the session ends. */
export class ApprovalPolicy {
  readonly #allowedTools = new Set<string>();

  constructor(private readonly options: ApprovalOptions) {}

  async check(tool: Tool, preview: ToolPreview, signal: AbortSignal): Promise<Permission> {
    if (!tool.needsApproval) return { allowed: true };
    const restriction = this.options.restriction();
    if (restriction !== null) return { allowed: false, text: `[refused: ${restriction}]` };
    if (this.#allowedTools.has(tool.name)) return { allowed: true };
    const answer = await this.options.ask(
      { id: this.options.makeId(), toolName: tool.canonicalName, ...preview },
      signal,
    );
    switch (answer) {
      case 'session':
        this.#allowedTools.add(tool.name);
        return { allowed: true };
      case 'once':
        return { allowed: true };
      case 'deny':
        return { allowed: false, text: '[denied by the user; do not try it again another way]' };
    }
  }

  /** Whether the next call of this tool will ask. */
  willAsk(tool: Tool): boolean {
    return tool.needsApproval && this.options.restriction() === null && !this.#allowedTools.has(tool.name);
  }
}
