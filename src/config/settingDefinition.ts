import type { Describe, JsonSchema } from './compressionSchema';
import type { Parsed } from './parsed';

/** What a setting is counted in: `share` is one of the window or of the input limit. */
export type SettingUnit = 'share' | 'tokens' | 'characters' | 'messages' | 'chunks' | 'tokensPerCharacter';

/** How a setting is shown where it can be moved: in what-if. */
interface Tuning {
  /** Short words for it, in English; the translations stand in `package.nls.*.json`. */
  readonly title: string;
}

interface DefinitionBase {
  /** Heading in the settings editor. */
  readonly category: SettingCategory;
  /** Position under the heading. */
  readonly order: number;
  /**
   * `application`: what may come from the user's own settings only, also in a remote window, as it says where data goes.
   * Scope `machine` would leave out the user's settings in a remote window without a word.
   */
  readonly scope: 'window' | 'application';
  /** What the user will see, in English; the translations stand in `package.nls.*.json`. */
  readonly markdownDescription: string;
  readonly tags?: readonly string[];
}

export interface NumberDefinition extends DefinitionBase {
  readonly type: 'number' | 'integer';
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly tuning?: Tuning & { readonly unit: SettingUnit };
}

export interface BooleanDefinition extends DefinitionBase {
  readonly type: 'boolean';
  readonly default: boolean;
  readonly tuning?: Tuning;
}

interface StringDefinition extends DefinitionBase {
  readonly type: 'string';
  readonly default: string;
  /** `url`: an http or https address, or empty where the default is empty. */
  readonly format?: 'url';
  /** What the text must hold unless it is empty; the text may have several lines. */
  readonly placeholder?: string;
}

interface ChoiceDefinition extends DefinitionBase {
  readonly type: 'choice';
  readonly default: string;
  readonly choices: Readonly<Record<string, string>>;
}

export interface ListDefinition extends DefinitionBase {
  readonly type: 'list';
  readonly default: readonly string[];
  readonly suggestions: readonly string[];
  readonly tuning?: Tuning;
}

/** JSON of more than one level. */
interface StructureDefinition extends DefinitionBase {
  readonly type: 'structure';
  /** As it stands in the manifest. */
  readonly default: unknown;
  /** Its `type` and what is inside. */
  readonly schema: (describe: Describe) => JsonSchema;
  /** Takes what it can; nothing is the same as the default. */
  readonly parse: (value: unknown, path: string) => Parsed<unknown>;
}

export type SettingDefinition =
  NumberDefinition | BooleanDefinition | StringDefinition | ChoiceDefinition | ListDefinition | StructureDefinition;

/** Headings in the order of the settings editor. */
export const settingCategories = [
  'Layer 1',
  'Layer 2',
  'Layer 3',
  'Compression',
  'Model',
  'Agent',
  'Chat',
  'Sessions',
  'Gateway',
] as const;
export type SettingCategory = (typeof settingCategories)[number];
