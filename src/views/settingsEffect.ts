import type { SettingKey } from '../config/settings';

/**
 * What changed settings mean for an open transcript. `reopen`: the window or the reserve it is read under; `replay`: the
 * engine's thresholds only; `none`: nothing that shows.
 */
export function settingsEffect(changed: ReadonlySet<SettingKey>): 'reopen' | 'replay' | 'none' {
  if (changed.has('model.window') || changed.has('tokens.reserve')) return 'reopen';
  return [...changed].some((key) => key.startsWith('layer')) ? 'replay' : 'none';
}
