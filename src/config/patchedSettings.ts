import type { CompressionOptions, CompressionPatch } from './compressionOptions';
import { settingKeys, type SettingKey, type Settings } from './settings';
import { validateSettings } from './validateSettings';
import { compressionWarnings } from './resolveCompression';

/** The options of compression as one level: the settings one by one, under `compression` of the configuration. */
export function compressionAnswer(settings: Settings): CompressionOptions {
  const single: CompressionOptions = {
    enabled: settings['compression.enabled'],
    thresholdTokens: settings['compression.thresholdTokens'],
    targetTokens: settings['compression.targetTokens'],
    summarizerModel: settings['compression.summarizerModel'],
    preserveRecentMessages: settings['compression.preserveRecentMessages'],
    tokensPerChar: settings['compression.tokensPerChar'],
    customPrompt: settings['compression.customPrompt'],
    stages: settings['compression.stages'],
  };
  return { ...single, ...settings['compression.config'].compression };
}

/** New values for settings, each where it takes effect: an option that the configuration names is changed there. */
export function settingUpdates(
  settings: Pick<Settings, 'compression.config'>,
  patch: CompressionPatch,
): ReadonlyMap<SettingKey, unknown> {
  const config = settings['compression.config'];
  const updates = new Map<SettingKey, unknown>();
  let inConfig: Record<string, unknown> | null = null;
  for (const [name, value] of Object.entries(patch)) {
    if (config.compression !== undefined && Object.hasOwn(config.compression, name)) {
      inConfig = { ...(inConfig ?? config.compression), [name]: value };
      continue;
    }
    const key = settingKeys.find((known) => known === `compression.${name}`);
    if (key !== undefined) updates.set(key, value);
  }
  if (inConfig !== null) updates.set('compression.config', { ...config, compression: inConfig });
  return updates;
}

/** The settings once the patch holds; the faults say why it cannot. */
export function patchedSettings(
  settings: Settings,
  patch: CompressionPatch,
): { readonly settings: Settings; readonly faults: readonly string[] } {
  const raw = { ...settings, ...Object.fromEntries(settingUpdates(settings, patch)) };
  const before = new Set(compressionWarnings(settings));
  const checked = validateSettings(raw);
  return { settings: checked.settings, faults: checked.warnings.filter((warning) => !before.has(warning)) };
}
