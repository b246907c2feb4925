import { agentSettings } from './agentSettings';
import { compressionSettings } from './compressionSettings';
import { gatewaySettings } from './gatewaySettings';
import { layerSettings } from './layerSettings';
import { modelSettings } from './modelSettings';
import type { Parsed } from './parsed';
import { sessionSettings } from './sessionSettings';
import type { BooleanDefinition, ListDefinition, NumberDefinition, SettingDefinition } from './settingDefinition';

/**
 * Every setting, declared once. The manifest is generated from this table (`scripts/generateManifest.ts`), the types and
 * the checks are derived from it, and no default stands anywhere else.
 */

/** Keys without the `strata.` prefix. */
export const settings = {
  ...layerSettings,
  ...compressionSettings,
  ...modelSettings,
  ...agentSettings,
  ...sessionSettings,
  ...gatewaySettings,
  'chat.openOnStartup': {
    type: 'boolean',
    default: false,
    category: 'Chat',
    order: 1,
    scope: 'window',
    markdownDescription: 'Show the chat when a window opens.',
  },
} as const satisfies Record<string, SettingDefinition>;

export type SettingKey = keyof typeof settings;

type ValueOf<Definition extends SettingDefinition> = Definition extends NumberDefinition
  ? number
  : Definition extends BooleanDefinition
    ? boolean
    : Definition extends { readonly choices: infer Choices }
      ? keyof Choices
      : Definition extends ListDefinition
        ? readonly string[]
        : Definition extends { readonly parse: (value: unknown, path: string) => Parsed<infer Value> }
          ? Value
          : string;

/** A value for each setting, of the right type and within its range. */
export type Settings = { readonly [Key in SettingKey]: ValueOf<(typeof settings)[Key]> };

/** The keys in the order of the table. */
export const settingKeys = Object.keys(settings) as readonly SettingKey[];
