import { ThemeIcon, commands, l10n, window, type QuickInputButton, type QuickPickItem } from 'vscode';
import type { ApprovalRule } from '../session/approvalRules';
import { isAboutAsking, ruleText } from '../session/approvalRules';
import type { ApprovalRuleBook } from './approvalRuleBook';
import { plainLabel } from './plainLabel';

/** A word for the running session. */
export interface SessionGrant {
  readonly id: string;
  readonly text: string;
}

export interface GrantHolder {
  readonly grants: readonly SessionGrant[];
  revokeGrant(id: string): void;
}

/** A rule as it is written in the settings. */
const EXAMPLE = 'Bash(npm test *)';

interface Entry extends QuickPickItem {
  readonly revoke?: () => Promise<void> | void;
}

/** Lists everything that was allowed and takes back what the person points at. */
export function manageApprovals(book: ApprovalRuleBook, session: GrantHolder): Promise<void> {
  const remove: QuickInputButton = { iconPath: new ThemeIcon('trash'), tooltip: l10n.t('Revoke') };
  const ofRule = (rule: ApprovalRule, description: string): Entry => ({
    label: plainLabel(ruleText(rule)),
    description,
    buttons: [remove],
    revoke: () => book.revoke(rule),
  });
  /** Choosing it leads to the settings. */
  const ofSetting = (text: string, description: string): Entry => ({ label: plainLabel(text), description });
  const entries = (): readonly Entry[] => {
    const ofWorkspace = book.ofWorkspace();
    const workspaceTexts = new Set(ofWorkspace.map(ruleText));
    const ofUser = book.allowed().filter((rule) => isAboutAsking(rule) && !workspaceTexts.has(ruleText(rule)));
    return [
      ...session.grants.map(({ id, text }): Entry => ({
        label: plainLabel(text),
        description: l10n.t('this session'),
        buttons: [remove],
        revoke: () => {
          session.revokeGrant(id);
        },
      })),
      ...ofWorkspace.map((rule) => ofRule(rule, l10n.t('this workspace'))),
      ...ofUser.map((rule) => ofRule(rule, l10n.t('everywhere, from your settings'))),
      ...book
        .denied()
        .filter(isAboutAsking)
        .map((rule) => ofSetting(ruleText(rule), l10n.t('always denied, from your settings'))),
      ...book.idle().map((text) => ofSetting(text, l10n.t('no rule, holds for nothing; write it like {0}', EXAMPLE))),
    ];
  };
  const picker = window.createQuickPick<Entry>();
  picker.title = l10n.t('Approvals');
  const show = (): void => {
    const items = entries();
    picker.placeholder =
      items.length === 0
        ? l10n.t('Nothing was allowed or denied beyond single calls.')
        : l10n.t('Choose one to revoke it');
    picker.items = items;
  };
  const take = async (entry: Entry | undefined): Promise<void> => {
    if (entry === undefined) return;
    if (entry.revoke === undefined) {
      picker.hide();
      await commands.executeCommand('workbench.action.openSettings', 'strata.approvals');
      return;
    }
    await entry.revoke();
    show();
  };
  show();
  return new Promise((resolve) => {
    picker.onDidTriggerItemButton(({ item }) => void take(item));
    picker.onDidAccept(() => void take(picker.selectedItems[0]));
    picker.onDidHide(() => {
      picker.dispose();
      resolve();
    });
    picker.show();
  });
}
