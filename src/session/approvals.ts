import { isNamedSo, isRunByOthers } from './tools/runByOthers';
import type { Tool, ToolContext } from './tools/tool';

export type ApprovalAnswer = 'once' | 'session' | 'deny';

/** A question to the person at the screen. */
export interface ApprovalRequest {
  readonly id: string;
  /** As on the screen: `Bash`. */
  readonly toolName: string;
  readonly summary: string;
  /** What exactly will run or be written, whole. */
  readonly detail: string;
  /** What the answer `session` would allow: the same command again, or every call of the tool. */
  readonly sessionScope: SessionScope;
}

export type SessionScope = 'command' | 'tool';

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

/**
 * Reading is free; what writes or runs needs a person's word: for this call, or until the session ends, then for all
 * writing by the tool, but of running only for the very same command. What writes files that run by themselves asks each
 * time.
 */
export class ApprovalPolicy {
  readonly #allowed = new Set<string>();

  constructor(private readonly options: ApprovalOptions) {}

  /** @param args The call's arguments, parsed. */
  async check(tool: Tool, args: unknown, { root, signal }: Pick<ToolContext, 'root' | 'signal'>): Promise<Permission> {
    if (!tool.needsApproval) return { allowed: true };
    const restriction = this.options.restriction();
    if (restriction !== null) return { allowed: false, text: `[refused: ${restriction}]` };
    if (this.#allowed.has(grantOf(tool, args)) && !(await writesWhatRuns(tool, args, root))) return { allowed: true };
    const answer = await this.options.ask(
      {
        id: this.options.makeId(),
        toolName: tool.canonicalName,
        ...tool.preview(args),
        sessionScope: sessionScope(tool, args),
      },
      signal,
    );
    switch (answer) {
      case 'session':
        this.#allowed.add(grantOf(tool, args));
        return { allowed: true };
      case 'once':
        return { allowed: true };
      case 'deny':
        return { allowed: false, text: '[denied by the user; do not try it again another way]' };
    }
  }

  /** Whether a call will ask, as far as can be told without looking at the disk. */
  willAsk(tool: Tool, args: unknown): boolean {
    if (!tool.needsApproval || this.options.restriction() !== null) return false;
    return !this.#allowed.has(grantOf(tool, args)) || isNamedSo(tool.writtenPath(args) ?? '');
  }
}

/** Writing a file that other programs run is running it, which a word for all writing does not cover. */
async function writesWhatRuns(tool: Tool, args: unknown, root: string): Promise<boolean> {
  const path = tool.writtenPath(args);
  return path !== null && (await isRunByOthers(root, path));
}

function sessionScope(tool: Tool, args: unknown): SessionScope {
  return tool.writtenPath(args) === null ? 'command' : 'tool';
}

/** What a word for the session covers; a harmless command says nothing about the next one. */
function grantOf(tool: Tool, args: unknown): string {
  return sessionScope(tool, args) === 'tool' ? tool.name : `${tool.name}\0${tool.preview(args).detail}`;
}
