import { StatusBarAlignment, l10n, window } from 'vscode';
import { Disposables, type Disposable } from '../platform/disposables';
import type { ChatEvents, Gauge } from '../protocol/chat';
import { type SessionUsage, totalUsage } from '../protocol/usage';
import type { LiveSessions } from './liveSessions';

/** Shares the right side with what VS Code puts there for editors; a low number stands further right. */
const PRIORITY = 90;

/** How full the window of the chat's session is. VS Code's own menu hides it. */
export function createStatusBarItem(liveSessions: LiveSessions): Disposable {
  const owned = new Disposables();
  const item = owned.add(window.createStatusBarItem('strata.gauge', StatusBarAlignment.Right, PRIORITY));
  item.name = l10n.t('Strata: Context Used');
  item.command = 'strata.openInspector';
  const show = ({ gauge, usage }: Pick<ChatEvents['state'], 'gauge' | 'usage'>): void => {
    if (gauge.window === 0 || gauge.contextTokens === 0) {
      item.hide();
      return;
    }
    const percent = Math.round((gauge.contextTokens / gauge.window) * 100);
    item.text = `$(layers) ${String(percent)} %`;
    const context = l10n.t(
      'Strata: {0} of {1} tokens of the context window ({2})',
      gauge.contextTokens.toLocaleString(),
      gauge.window.toLocaleString(),
      countWord(gauge.counted),
    );
    item.tooltip = [context, ...usageWords(usage)].join('\n');
    item.accessibilityInformation = { label: l10n.t('Context window {0} percent used', percent) };
    item.show();
  };
  owned.add(liveSessions.onDidChangeGauge(show));
  return owned;
}

/** A line about the session so far; none before its first call. */
function usageWords(usage: SessionUsage): readonly string[] {
  const { calls, inputTokens, outputTokens, dollars, unpricedCalls } = totalUsage(usage);
  if (calls === 0) return [];
  const money = dollarFormat(dollars).format(dollars);
  const price =
    unpricedCalls === 0 ? money : unpricedCalls === calls ? l10n.t('price unknown') : l10n.t('at least {0}', money);
  return [
    l10n.t(
      'Calls so far: {0}; tokens in {1}, out {2}; {3}',
      calls.toLocaleString(),
      inputTokens.toLocaleString(),
      outputTokens.toLocaleString(),
      price,
    ),
  ];
}

/** Sessions may cost parts of a cent. */
function dollarFormat(dollars: number): Intl.NumberFormat {
  const digits = dollars < 0.1 ? { maximumSignificantDigits: 2 } : {};
  return new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD', ...digits });
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
