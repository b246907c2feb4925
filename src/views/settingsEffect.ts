import type { SettingKey } from '../config/settings';

/** What the window, the reserve and the prices a transcript is read under come from. */
const REOPENING = ['model.window', 'model.overrides', 'tokens.reserve'] as const;

/**
 * What changed settings mean for an open transcript. `reopen`: the window or the reserve it is read under; `replay`: the
 * engine's thresholds only; `none`: nothing that shows.
 */
export function settingsEffect(changed: ReadonlySet<SettingKey>): 'reopen' | 'replay' | 'none' {
  if (REOPENING.some((key) => changed.has(key))) return 'reopen';
  return [...changed].some((key) => key.startsWith('layer') || key.startsWith('compression.')) ? 'replay' : 'none';
}
