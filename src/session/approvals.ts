import { posix } from 'node:path';
import { confinedPath, workspacePath } from './tools/confinedPath';
import { isNamedSo, isRunByOthers } from './tools/runByOthers';
import type { FileProposal, ProposalContext, Tool, ToolContext } from './tools/tool';
import type { ApprovalRule, ApprovalSubject } from './approvalRules';
import { covers, forbids, offeredRule, ruleText } from './approvalRules';

export type ApprovalAnswer = 'once' | 'session' | 'always' | 'deny';

/** A person's word. */
export interface ApprovalReply {
  readonly answer: ApprovalAnswer;
  /** Why it is denied, in the person's words; may be empty. */
  readonly reason: string;
}

/** A question to the person at the screen. */
export interface ApprovalRequest {
  readonly id: string;
  /** As on the screen: `Bash`. */
  readonly toolName: string;
  readonly summary: string;
  /** What exactly will run or be written, whole. */
  readonly detail: string;
  /** What the answer `session` would allow: the same again (command or host), or every call of the tool. */
  readonly sessionScope: SessionScope;
  /** The rule that `always` would make, as it will be listed; null where there is none. */
  readonly alwaysRule: string | null;
  /** The call changes a file, and what it makes of it can be looked at. */
  readonly changesFile: boolean;
  /** The file that is really written, where links lead to another than the call names; null otherwise. */
  readonly target: string | null;
  /** It is a file that other programs run by themselves. */
  readonly runsByItself: boolean;
}

export type SessionScope = 'command' | 'host' | 'tool';

/** What a person may look at before answering; null where nothing can be shown. */
export type ShowProposal = () => Promise<FileProposal | null>;

/** Rejects when the signal aborts. */
export type AskApproval = (
  request: ApprovalRequest,
  signal: AbortSignal,
  proposal: ShowProposal,
) => Promise<ApprovalReply>;

export type Permission =
  | { readonly allowed: true }
  /** `text` tells the model why. */
  | { readonly allowed: false; readonly text: string };

/** What was allowed or forbidden beyond the session; revoked rules hold no more at once. */
export interface ApprovalRules {
  allowed(): readonly ApprovalRule[];
  denied(): readonly ApprovalRule[];
  add(rule: ApprovalRule): Promise<void>;
}

/** For where nothing is kept. */
export const NO_RULES: ApprovalRules = { allowed: () => [], denied: () => [], add: () => Promise.resolve() };

export interface ApprovalOptions {
  readonly ask: AskApproval;
  /** Why nothing may be written or run now, or null. */
  readonly restriction: () => string | null;
  readonly makeId: () => string;
  readonly rules: ApprovalRules;
}

/**
 * Reading is free; what writes, runs or fetches needs a person's word: for this call, until the session ends, or as a rule.
 * A word for the session covers all writing by the tool, but of running only the very same command, of fetching only the
 * host. What writes files that run by themselves asks each time, whatever was said before. Only a person's answer or rule
 * allows anything: nothing a model, a file or a page says is looked at here but as what is asked for.
 */
export class ApprovalPolicy {
  /** Words for the session, by what they cover, with how they read. */
  readonly #allowed = new Map<string, string>();

  constructor(private readonly options: ApprovalOptions) {}

  /**
   * @param args The call's arguments, parsed.
   * @throws ToolError for what can do nothing: arguments that do not fit, a path outside the workspace
   */
  async check(tool: Tool, args: unknown, context: ProposalContext & Pick<ToolContext, 'signal'>): Promise<Permission> {
    if (!tool.needsApproval) return { allowed: true };
    const restriction = this.options.restriction();
    if (restriction !== null) return { allowed: false, text: `[refused: ${restriction}]` };
    tool.check(args);
    const { root, signal } = context;
    const subject = await this.#subjectOf(tool, args, root);
    const { rules } = this.options;
    if (subject !== null && rules.denied().some((rule) => forbids(rule, tool, subject))) {
      return { allowed: false, text: '[denied by a rule of the user; do not try it again another way]' };
    }
    const runsByItself = await writesWhatRuns(tool, args, root);
    if (!runsByItself && this.#isAllowed(tool, args, subject)) return { allowed: true };
    const rule = runsByItself || subject === null ? null : offeredRule(tool, subject);
    const request: ApprovalRequest = {
      id: this.options.makeId(),
      toolName: tool.canonicalName,
      ...tool.preview(args),
      sessionScope: sessionScope(tool, subject),
      alwaysRule: rule === null ? null : ruleText(rule),
      changesFile: tool.writtenPath(args) !== null,
      target: linkTarget(tool.writtenPath(args), subject),
      runsByItself,
    };
    const reply = await this.options.ask(request, signal, () => tool.proposal(args, context));
    return this.#settle(reply, rule, grantOf(tool, args, subject), request);
  }

  /** What was allowed until the session ends. */
  get grants(): readonly { readonly id: string; readonly text: string }[] {
    return [...this.#allowed].map(([id, text]) => ({ id, text }));
  }

  revokeGrant(id: string): void {
    this.#allowed.delete(id);
  }

  /** Whether a call will ask, as far as can be told without looking at the disk. */
  willAsk(tool: Tool, args: unknown): boolean {
    if (!tool.needsApproval || this.options.restriction() !== null) return false;
    const path = tool.writtenPath(args);
    const subject = path === null ? plainSubject(tool, args) : ({ kind: 'path', path } as const);
    return !this.#isAllowed(tool, args, subject) || isNamedSo(path ?? '');
  }

  async #settle(
    { answer, reason }: ApprovalReply,
    rule: ApprovalRule | null,
    grant: string,
    { toolName, sessionScope: scope, detail }: ApprovalRequest,
  ): Promise<Permission> {
    switch (answer) {
      case 'always':
        // Where no rule was offered the word holds for this call.
        if (rule !== null) await this.options.rules.add(rule);
        return { allowed: true };
      case 'session':
        this.#allowed.set(grant, scope === 'tool' ? toolName : `${toolName}: ${detail.split('\n', 1)[0] ?? ''}`);
        return { allowed: true };
      case 'once':
        return { allowed: true };
      case 'deny': {
        const said = reason.trim();
        const why = said === '' ? '' : ` The user says: ${said}`;
        return { allowed: false, text: `[denied by the user; do not try it again another way]${why}` };
      }
    }
  }

  #isAllowed(tool: Tool, args: unknown, subject: ApprovalSubject | null): boolean {
    if (this.#allowed.has(grantOf(tool, args, subject))) return true;
    return subject !== null && this.options.rules.allowed().some((rule) => covers(rule, tool, subject));
  }

  async #subjectOf(tool: Tool, args: unknown, root: string): Promise<ApprovalSubject | null> {
    const path = tool.writtenPath(args);
    if (path === null) return plainSubject(tool, args);
    return { kind: 'path', path: workspacePath(root, await confinedPath(root, path)) };
  }
}

/** What a call that writes no file is judged by; null where only the whole call can be. */
function plainSubject(tool: Tool, args: unknown): ApprovalSubject | null {
  if (typeof args !== 'object' || args === null) return null;
  if (tool.canonicalName === 'Bash' && 'command' in args && typeof args.command === 'string') {
    const cwd = 'cwd' in args && typeof args.cwd === 'string' ? posix.normalize(args.cwd).replace(/\/$/u, '') : '.';
    return { kind: 'command', command: args.command, cwd: cwd === '' ? '.' : cwd };
  }
  if (tool.canonicalName === 'Web Fetch' && 'url' in args && typeof args.url === 'string' && URL.canParse(args.url)) {
    return { kind: 'host', host: new URL(args.url).host };
  }
  return null;
}

/** Writing a file that other programs run is running it, which a word for all writing does not cover. */
async function writesWhatRuns(tool: Tool, args: unknown, root: string): Promise<boolean> {
  const path = tool.writtenPath(args);
  return path !== null && (await isRunByOthers(root, path));
}

/** Null where the call names the file as it is. */
function linkTarget(named: string | null, subject: ApprovalSubject | null): string | null {
  if (named === null || subject?.kind !== 'path') return null;
  return posix.normalize(named.replaceAll('\\', '/')) === subject.path ? null : subject.path;
}

function sessionScope(tool: Tool, subject: ApprovalSubject | null): SessionScope {
  if (subject?.kind === 'host') return 'host';
  return subject?.kind === 'path' || tool.canonicalName === 'Remember' ? 'tool' : 'command';
}

/** What a word for the session covers; a harmless command says nothing about the next one. */
function grantOf(tool: Tool, args: unknown, subject: ApprovalSubject | null): string {
  if (subject?.kind === 'host') return `${tool.name}\0${subject.host}`;
  if (subject?.kind === 'command') return JSON.stringify([tool.name, subject.command, subject.cwd]);
  return sessionScope(tool, subject) === 'tool' ? tool.name : JSON.stringify([tool.name, args]);
}
