import micromatch from 'micromatch';
import { forbidsCommand, offeredCommand, matchesCommand } from './commandRules';
import type { Tool } from './tools/tool';

/**
 * What a person allowed for good, or forbade: `Bash(npm test *)`, `Edit(src/**)`, `Web Fetch(example.com)`. A rule names a
 * tool and what it may be used on; it is plain text, so that it can be read, typed and revoked.
 */
export interface ApprovalRule {
  /** Canonical name. */
  readonly tool: string;
  readonly pattern: string;
}

/** What a call is judged by. */
export type ApprovalSubject =
  /** `cwd` from the workspace folder; `.` for itself. */
  | { readonly kind: 'command'; readonly command: string; readonly cwd: string }
  /** From the workspace folder, links resolved, forward slashes. */
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'host'; readonly host: string };

/** A rule from its text, or null where it is none. */
export function parseRule(text: string): ApprovalRule | null {
  const match = /^\s*(?<tool>[A-Za-z][A-Za-z ]*?)\s*\((?<pattern>.+)\)\s*$/su.exec(text);
  const { tool, pattern } = match?.groups ?? {};
  if (tool === undefined || pattern === undefined || pattern.trim() === '') return null;
  return { tool, pattern: pattern.trim() };
}

export function ruleText({ tool, pattern }: ApprovalRule): string {
  return `${tool}(${pattern})`;
}

/** Whether a rule that allows speaks of this use of the tool. One that cannot be read as a pattern speaks of nothing. */
export function covers(rule: ApprovalRule, tool: Pick<Tool, 'canonicalName'>, subject: ApprovalSubject): boolean {
  if (rule.tool.toLowerCase() !== tool.canonicalName.toLowerCase()) return false;
  switch (subject.kind) {
    case 'command':
      // What is harmless in one folder is not in another, and a rule names none.
      return subject.cwd === '.' && matchesCommand(rule.pattern, subject.command);
    case 'path':
      return matchesPath(rule.pattern, subject.path);
    case 'host':
      return matchesHost(rule.pattern, subject.host);
  }
}

/** Tools that change files: who denies one of them a path means the path. */
const WRITING_TOOLS: ReadonlySet<string> = new Set(['edit', 'write file', 'create file']);

/** Whether anything a rule could be held against has its tool's name. */
export function isAboutAsking(rule: ApprovalRule | null): boolean {
  const tool = rule?.tool.toLowerCase() ?? '';
  return WRITING_TOOLS.has(tool) || tool === 'bash' || tool === 'web fetch';
}

/** Whether a rule that denies speaks of this use of the tool, written in whatever way. */
export function forbids(rule: ApprovalRule, tool: Pick<Tool, 'canonicalName'>, subject: ApprovalSubject): boolean {
  const [named, asked] = [rule.tool.toLowerCase(), tool.canonicalName.toLowerCase()];
  const isWriting = WRITING_TOOLS.has(named) && WRITING_TOOLS.has(asked);
  if (subject.kind === 'path') return (isWriting || named === asked) && matchesPath(rule.pattern, subject.path);
  if (named !== asked) return false;
  return subject.kind === 'command'
    ? forbidsCommand(rule.pattern, subject.command)
    : forbidsHost(rule.pattern, subject.host);
}

/** The rule that “always” would make, no wider than what a person sees of the call; null where none is offered. */
export function offeredRule(tool: Pick<Tool, 'canonicalName'>, subject: ApprovalSubject): ApprovalRule | null {
  const pattern = offeredPattern(subject);
  return pattern === null ? null : { tool: tool.canonicalName, pattern };
}

function offeredPattern(subject: ApprovalSubject): string | null {
  switch (subject.kind) {
    case 'command':
      return subject.cwd === '.' ? offeredCommand(subject.command) : null;
    case 'host':
      return subject.host;
    case 'path': {
      const slash = subject.path.lastIndexOf('/');
      return escapeGlob(slash < 0 ? subject.path : subject.path.slice(0, slash)) + (slash < 0 ? '' : '/**');
    }
  }
}

function matchesPath(pattern: string, path: string): boolean {
  try {
    return micromatch.isMatch(path, pattern.replace(/^\.\//, ''), { dot: true, posix: true, nonegate: true });
  } catch {
    return false;
  }
}

/** `*.example.com` covers the hosts below it, not the domain itself. */
function matchesHost(pattern: string, host: string): boolean {
  const wanted = pattern.toLowerCase();
  const asked = host.toLowerCase();
  return wanted.startsWith('*.') ? asked.endsWith(wanted.slice(1)) : asked === wanted;
}

/** Whatever the port, with `www.` or not, as one is redirected to the other, and with the dot of a full name or not. */
function forbidsHost(pattern: string, host: string): boolean {
  const name = host.replace(/:\d+$/u, '').replace(/\.$/u, '');
  return [host, name, name.replace(/^www\./iu, '')].some((asked) => matchesHost(pattern, asked));
}

/** A folder may be called `[id]`. */
function escapeGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()!+@|]/g, String.raw`\$&`);
}
