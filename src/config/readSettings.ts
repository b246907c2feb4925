import { ConfigurationTarget, workspace, type Disposable } from 'vscode';
import { settingKeys, type SettingKey, type Settings } from './settings';
import { settingWrite, type SettingTarget, type SettingWrite } from './settingWrite';
import { validateSettings } from './validateSettings';

/** The settings as they are now, checked. Warnings that were told before are not told again. */
export interface SettingsReader {
  read(): Settings;
  /** Puts a value into the user's settings, where it holds for every window. */
  write<Key extends SettingKey>(key: Key, value: Settings[Key]): Promise<void>;
  /**
   * Makes the settings of the user or of the workspace say these values, and takes out what would hold anyway.
   *
   * @returns what was done for each, in the order given
   */
  apply(
    values: Readonly<Partial<Record<SettingKey, unknown>>>,
    target: SettingTarget,
  ): Promise<readonly AppliedSetting[]>;
  /** Calls back with the keys whose checked values differ from before. */
  onDidChange(listener: (settings: Settings, changed: ReadonlySet<SettingKey>) => void): Disposable;
}

/** What was done for one setting. */
export interface AppliedSetting extends SettingWrite {
  readonly key: SettingKey;
  /** What holds now. */
  readonly value: unknown;
}

/**
 * The only user of VS Code's configuration.
 *
 * @param warn receives one sentence for each value that could not be taken as it is.
 */
export function createSettingsReader(warn: (text: string) => void): SettingsReader {
  const told = new Set<string>();
  const read = (): Settings => {
    const configuration = workspace.getConfiguration('strata');
    const raw = Object.fromEntries(settingKeys.map((key) => [key, configuration.get<unknown>(key)]));
    const { settings, warnings } = validateSettings(raw);
    for (const warning of warnings) {
      if (told.has(warning)) continue;
      told.add(warning);
      warn(warning);
    }
    return settings;
  };
  return {
    read,
    write: async (key, value) => {
      await workspace.getConfiguration('strata').update(key, value, ConfigurationTarget.Global);
    },
    apply: async (values, target) => {
      const configuration = workspace.getConfiguration('strata');
      const scope = target === 'user' ? ConfigurationTarget.Global : ConfigurationTarget.Workspace;
      const applied: AppliedSetting[] = [];
      for (const [key, value] of Object.entries(values) as [SettingKey, unknown][]) {
        const write = settingWrite(configuration.inspect(key) ?? {}, value, target);
        if (write.action !== 'none')
          await configuration.update(key, write.action === 'write' ? value : undefined, scope);
        applied.push({ key, value, ...write });
      }
      const now = read();
      return applied.map((one) => ({ ...one, value: now[one.key] }));
    },
    onDidChange(listener) {
      let before = read();
      return workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('strata')) return;
        const after = read();
        const changed = new Set(
          settingKeys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])),
        );
        before = after;
        if (changed.size > 0) listener(after, changed);
      });
    },
  };
}
