import { StatusBarAlignment, l10n, window } from 'vscode';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Gauge } from '../protocol/chat';
import type { LiveSessions } from './liveSessions';

/** Shares the right side with what VS Code puts there for editors; a low number stands further right. */
const PRIORITY = 90;

/** How full the window of the chat's session is. VS Code's own menu hides it. */
export function createStatusBarItem(liveSessions: LiveSessions): Disposable {
  const owned = new Disposables();
  const item = owned.add(window.createStatusBarItem('strata.gauge', StatusBarAlignment.Right, PRIORITY));
  item.name = l10n.t('Strata: Context Used');
  item.command = 'strata.openInspector';
  const show = (gauge: Gauge | null): void => {
    if (gauge === null || gauge.window === 0 || gauge.contextTokens === 0) {
      item.hide();
      return;
    }
    const percent = Math.round((gauge.contextTokens / gauge.window) * 100);
    item.text = `$(layers) ${String(percent)} %`;
    item.tooltip = l10n.t(
      'Strata: {0} of {1} tokens of the context window ({2})',
      gauge.contextTokens.toLocaleString(),
      gauge.window.toLocaleString(),
      countWord(gauge.counted),
    );
    item.accessibilityInformation = { label: l10n.t('Context window {0} percent used', percent) };
    item.show();
  };
  owned.add(liveSessions.onDidChangeGauge(show));
  return owned;
}

function countWord(method: Gauge['counted']): string {
  switch (method) {
    case 'reported':
      return l10n.t('reported by the provider');
    case 'counted':
      return l10n.t('counted');
    case 'estimated':
      return l10n.t('estimated');
  }
}
