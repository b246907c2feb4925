import type { Memento } from 'vscode';
import type { SettingsReader } from '../config/readSettings';
import type { ApprovalRule } from '../session/approvalRules';
import { isAboutAsking, parseRule, ruleText } from '../session/approvalRules';
import type { ApprovalRules } from '../session/approvals';

const KEY = 'strata.approvalRules';

/**
 * What a person allowed for good. “Always” holds for the workspace it was said in and is kept by VS Code, out of reach of
 * the workspace's own files; rules for every workspace stand in the user's settings, which a workspace cannot set.
 */
export class ApprovalRuleBook implements ApprovalRules {
  constructor(
    private readonly settings: Pick<SettingsReader, 'read' | 'write'>,
    private readonly workspaceState: Memento,
  ) {}

  allowed(): readonly ApprovalRule[] {
    return [...this.ofWorkspace(), ...rulesOf(this.settings.read()['approvals.allow'])];
  }

  denied(): readonly ApprovalRule[] {
    return rulesOf(this.settings.read()['approvals.deny']);
  }

  /** Texts of the settings that hold for nothing: no rules, or of tools that never ask. */
  idle(): readonly string[] {
    const { 'approvals.allow': allow, 'approvals.deny': deny } = this.settings.read();
    return [...new Set([...allow, ...deny])].filter((text) => !isAboutAsking(parseRule(text)));
  }

  /** Those that “always” made. */
  ofWorkspace(): readonly ApprovalRule[] {
    const kept: unknown = this.workspaceState.get(KEY);
    return Array.isArray(kept) ? rulesOf(kept.filter((item) => typeof item === 'string')) : [];
  }

  async add(rule: ApprovalRule): Promise<void> {
    const texts = this.ofWorkspace().map(ruleText);
    const text = ruleText(rule);
    if (!texts.includes(text)) await this.workspaceState.update(KEY, [...texts, text]);
  }

  /** Holds from the next call on, here and in every window of the workspace that is opened later. */
  async revoke(rule: ApprovalRule): Promise<void> {
    const text = ruleText(rule);
    const others = (rules: readonly ApprovalRule[]): string[] => rules.map(ruleText).filter((other) => other !== text);
    await this.workspaceState.update(KEY, others(this.ofWorkspace()));
    const users = rulesOf(this.settings.read()['approvals.allow']);
    if (users.some((other) => ruleText(other) === text)) await this.settings.write('approvals.allow', others(users));
  }
}

/** Texts that are no rules allow and forbid nothing. */
function rulesOf(texts: readonly string[]): readonly ApprovalRule[] {
  return texts.map(parseRule).filter((rule) => rule !== null);
}
