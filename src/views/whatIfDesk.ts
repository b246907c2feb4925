import { l10n, workspace } from 'vscode';
import { configuredPlace } from '../config/engineSettings';
import type { CompressionPlace } from '../config/resolveCompression';
import type { SettingsReader } from '../config/readSettings';
import { inSafeOrder } from '../config/settingWrite';
import { resolveWish, type ResolvedWish, type SettingsWish } from '../config/settingsWish';
import { settingKeys, type SettingKey, type Settings } from '../config/settings';
import { tunedSettings } from '../config/tunedSettings';
import type {
  AppliedWish,
  HeldValue,
  SettingTarget,
  WhatIfAnswer,
  WhatIfOptions,
  WhatIfQuestion,
  WhatIfWish,
} from '../protocol/whatIf';
import type { WhatIfConditions } from '../worker/api';
import type { InspectorSource } from './inspectorSource';
import type { SettingTexts } from './settingTexts';
import { ViewError } from './viewError';
import { whatIfOptions } from './whatIfOptions';

export interface WhatIfServices {
  readonly settings: Pick<SettingsReader, 'read' | 'apply'>;
  readonly texts: SettingTexts;
}

const PREFIX = 'strata.';

/** What-if for the page of one session: what can be moved, what it comes to, and writing it into the settings. */
export class WhatIfDesk {
  /** The settings as they were when the page was opened. */
  private readonly atStart: Settings;

  constructor(
    private readonly source: InspectorSource,
    private readonly services: WhatIfServices,
  ) {
    this.atStart = services.settings.read();
  }

  async options(): Promise<WhatIfOptions> {
    const { settings, texts } = this.services;
    const { model, window, format } = await this.source.worker.snapshot();
    return whatIfOptions({
      current: settings.read(),
      atStart: this.atStart,
      texts,
      model: { setting: this.modelSetting, name: model },
      window: { setting: format === 'strata' ? this.liveWindowSetting : 'model.window', tokens: window },
      refused: { user: null, workspace: workspaceRefusal() },
    });
  }

  async ask({ request, before, after }: WhatIfQuestion): Promise<WhatIfAnswer | null> {
    const wished = this.resolve(after);
    const comparison = await this.source.worker.whatIf({
      request,
      before: before.kind === 'went' ? null : this.conditions(before.wish, this.resolve(before.wish)),
      after: this.conditions(after, wished),
    });
    if (comparison === null) return null;
    return { ...comparison, held: heldByName(wished), warnings: wished.warnings };
  }

  /** Writes each setting that would be another one. */
  async apply(wish: WhatIfWish, target: SettingTarget): Promise<AppliedWish> {
    const refusal = target === 'workspace' ? workspaceRefusal() : null;
    if (refusal !== null) throw new ViewError('invalidRequest', refusal);
    const { settings } = this.services;
    const current = settings.read();
    const wished = this.resolve(wish).settings;
    const { modelSetting } = this;
    const values: Partial<Record<SettingKey, unknown>> = {};
    for (const key of settingKeys) {
      if (JSON.stringify(wished[key]) !== JSON.stringify(current[key])) values[key] = wished[key];
    }
    if (wish.model !== null && modelSetting !== null) values[modelSetting] = wish.model;
    const applied = await settings.apply(inSafeOrder(values, current), target).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new ViewError('invalidRequest', l10n.t('The settings could not be written: {0}', why), { cause: error });
    });
    return {
      target,
      settings: applied.map(({ key, action, isOverridden }) => ({
        setting: `${PREFIX}${key}`,
        action,
        value: JSON.stringify(values[key]),
        isOverridden,
      })),
    };
  }

  private resolve(wish: WhatIfWish): ResolvedWish {
    const current = this.services.settings.read();
    const values: Partial<Record<SettingKey, unknown>> = {};
    for (const [name, value] of Object.entries(wish.values)) values[keyOf(name)] = value;
    if (wish.window !== null) values[this.liveWindowSetting ?? 'model.window'] = wish.window;
    const settingsWish: SettingsWish = { values, profile: wish.profile };
    return resolveWish(current, settingsWish, this.placeOf(wish, current));
  }

  /** Null: what the settings say. */
  private placeOf({ model, window }: WhatIfWish, current: Settings): CompressionPlace | null {
    const { connection } = this.source;
    if (connection === null && model === null) return null;
    const { provider, ...now } = connection ?? configuredPlace(current);
    return { provider, ...now, ...(model === null ? {} : { model }), ...(window === null ? {} : { window }) };
  }

  private conditions(wish: WhatIfWish, { engine, settings }: ResolvedWish): WhatIfConditions {
    const current = this.services.settings.read();
    const reserve = settings['tokens.reserve'];
    const isMoved = wish.window !== null || reserve !== current['tokens.reserve'] || wish.model !== null;
    // A window that the settings name goes before that of a model.
    const named = wish.model === null || settings['model.window'] === 0 ? null : settings['model.window'];
    return { settings: engine, model: wish.model, limits: isMoved ? { window: wish.window ?? named, reserve } : null };
  }

  /** Null for a file: its model is what it says. */
  private get modelSetting(): SettingKey | null {
    return this.source.connection?.provider === 'openai' ? 'openai.model' : null;
  }

  private get liveWindowSetting(): SettingKey | null {
    const { connection } = this.source;
    if (connection === null) return null;
    return connection.provider === 'offline' ? 'offline.window' : 'model.window';
  }
}

function heldByName({ held }: ResolvedWish): Readonly<Record<string, HeldValue>> {
  return Object.fromEntries(
    Object.entries(held).map(([key, { value, governedBy }]) => [
      `${PREFIX}${key}`,
      { value, governedBy: governedBy === null ? null : `${PREFIX}${governedBy}` },
    ]),
  );
}

function keyOf(name: string): SettingKey {
  // The page's content comes from files: it names no other setting.
  const key = tunedSettings.find((tuned) => `${PREFIX}${tuned.key}` === name)?.key;
  if (key === undefined) throw new ViewError('notFound', l10n.t('There is no such setting.'));
  return key;
}

/** Why the workspace's settings cannot be written; null where they can. */
function workspaceRefusal(): string | null {
  if (workspace.workspaceFolders === undefined) {
    return l10n.t('No folder is open, so there are no workspace settings. Apply to the user settings instead.');
  }
  return workspace.isTrusted
    ? null
    : l10n.t('This workspace is not trusted. Trust it first, or apply to the user settings.');
}
