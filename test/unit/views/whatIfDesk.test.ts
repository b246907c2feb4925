import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { workspace } from 'vscode';
import type { AppliedSetting } from '../../../src/config/readSettings';
import type { SettingTarget } from '../../../src/config/settingWrite';
import type { SettingKey } from '../../../src/config/settings';
import { validateSettings } from '../../../src/config/validateSettings';
import type { WhatIfWish } from '../../../src/protocol/whatIf';
import type { InspectorSource } from '../../../src/views/inspectorSource';
import { settingTexts } from '../../../src/views/settingTexts';
import { WhatIfDesk } from '../../../src/views/whatIfDesk';
import type { WhatIfRequest } from '../../../src/worker/api';
import { repositoryRoot } from '../../support/repositoryRoot';

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  workspace: { workspaceFolders: [{}], isTrusted: true },
}));

const place = workspace as { workspaceFolders: unknown; isTrusted: boolean };
const asItIs: WhatIfWish = { values: {}, profile: null, window: null, model: null };
const headroom = 'strata.layer1.inputHeadroomRatio';

let raw: Partial<Record<SettingKey, unknown>>;
let asked: WhatIfRequest[];
let written: [Partial<Record<SettingKey, unknown>>, SettingTarget][];

beforeEach(() => {
  raw = {};
  asked = [];
  written = [];
  Object.assign(place, { workspaceFolders: [{}], isTrusted: true });
});

function desk(connection: InspectorSource['connection'] = null, format = 'claude-code'): WhatIfDesk {
  const worker = {
    snapshot: () => Promise.resolve({ model: 'm', window: 50_000, format }),
    whatIf: (request: WhatIfRequest) => {
      asked.push(request);
      return Promise.resolve({ changes: [] });
    },
  };
  const settings = {
    read: () => validateSettings(raw).settings,
    apply: (values: Partial<Record<SettingKey, unknown>>, target: SettingTarget) => {
      written.push([values, target]);
      const keys = Object.keys(values) as SettingKey[];
      return Promise.resolve(
        keys.map((key): AppliedSetting => ({ key, value: values[key], action: 'write', isOverridden: false })),
      );
    },
  };
  const texts = () => ({ title: 'Title', description: '', group: 'Layer 1' });
  return new WhatIfDesk({ worker, connection } as unknown as InspectorSource, { settings, texts });
}

describe('the options', () => {
  it('are the settings as they are, and presets without what is so already', async () => {
    raw = { 'layer1.inputHeadroomRatio': 0.88 };
    const { settings, presets, window, model } = await desk().options();
    expect(settings.find(({ setting }) => setting === headroom)?.control).toMatchObject({ value: 0.88, default: 0.75 });
    expect(settings.some(({ setting }) => setting.endsWith('.window'))).toBe(false);
    expect(presets.map(({ kind, wish }) => [kind, wish.values[headroom]])).toEqual([
      ['defaults', 0.75],
      ['gentle', undefined],
      ['aggressive', 0.5],
      ['start', undefined],
    ]);
    expect(window).toMatchObject({ setting: 'strata.model.window', control: { value: 50_000 } });
    expect(model).toEqual({ name: 'm', setting: null });
  });

  it('go back to the settings as the page found them', async () => {
    const open = desk();
    raw = { 'layer2.keepLast': 20 };
    const { presets } = await open.options();
    expect(presets.find(({ kind }) => kind === 'start')?.wish.values).toEqual({ 'strata.layer2.keepLast': 6 });
  });

  it('name the profiles and their scenarios', async () => {
    raw = { 'compression.profiles': { long: { scenarios: { longContext: {} } }, short: {} } };
    const { presets } = await desk().options();
    expect(presets.filter(({ kind }) => kind === 'profile').map(({ name, scenario }) => [name, scenario])).toEqual([
      ['long', null],
      ['long', 'longContext'],
      ['short', null],
    ]);
  });

  it('say where window and model come from', async () => {
    const offline = await desk({ provider: 'offline', model: 'offline', window: 16_000 }, 'strata').options();
    expect([offline.window.setting, offline.model.setting]).toEqual(['strata.offline.window', null]);
    const server = await desk({ provider: 'openai', model: 'gpt-5-mini', window: 400_000 }, 'strata').options();
    expect([server.window.setting, server.model.setting]).toEqual(['strata.model.window', 'strata.openai.model']);
    // A session of Strata says itself what its window was.
    expect((await desk(null, 'strata').options()).window.setting).toBeNull();
  });
});

describe('a question', () => {
  it('goes to the worker as thresholds, the session as it is where nothing is wished', async () => {
    const wish = { ...asItIs, values: { [headroom]: 0.5 } };
    const answer = await desk().ask({ request: 'r', before: { kind: 'wish', wish: asItIs }, after: wish });
    expect(asked[0]).toMatchObject({
      request: 'r',
      before: { settings: { layer1: { inputHeadroomRatio: 0.75 } }, model: null, limits: null },
      after: { settings: { layer1: { inputHeadroomRatio: 0.5, compactTargetRatio: 0.4 } }, model: null, limits: null },
    });
    expect(answer?.held[headroom]).toEqual({ value: 0.5, governedBy: null });
    expect(answer?.warnings).toHaveLength(1);
  });

  it('about window, reserve and model says the limits', async () => {
    const limitsOf = async (wish: Partial<WhatIfWish>): Promise<unknown> => {
      await desk().ask({ request: 'r', before: { kind: 'went' }, after: { ...asItIs, ...wish } });
      return asked.at(-1)?.after.limits;
    };
    expect(await limitsOf({ window: 9_000 })).toEqual({ window: 9_000, reserve: 16_000 });
    expect(await limitsOf({ values: { 'strata.tokens.reserve': 500 } })).toEqual({ window: null, reserve: 500 });
    expect(await limitsOf({ model: 'gpt-4o' })).toEqual({ window: null, reserve: 16_000 });
    raw = { 'model.window': 70_000 };
    expect(await limitsOf({ model: 'gpt-4o' })).toEqual({ window: 70_000, reserve: 16_000 });
    expect(asked.at(-1)).toMatchObject({ before: null, after: { model: 'gpt-4o' } });
  });

  it('names no setting but those that can be moved', async () => {
    const wish = { ...asItIs, values: { 'strata.openai.baseUrl': ['http://evil.example'] } };
    await expect(desk().ask({ request: 'r', before: { kind: 'went' }, after: wish })).rejects.toThrow(
      'no such setting',
    );
    await expect(desk().apply(wish, 'user')).rejects.toThrow('no such setting');
    expect(written).toEqual([]);
  });
});

describe('applying', () => {
  it('writes exactly what would be another value, also the target that comes down with its threshold', async () => {
    raw = { 'layer2.keepLast': 9 };
    const values = { [headroom]: 0.5, 'strata.layer2.keepLast': 9, 'strata.layer2.preemptiveRatio': 7 };
    const applied = await desk().apply({ ...asItIs, values }, 'workspace');
    const expected = {
      'layer1.inputHeadroomRatio': 0.5,
      'layer1.compactTargetRatio': 0.4,
      'layer2.preemptiveRatio': 1,
    };
    expect(written).toEqual([[expected, 'workspace']]);
    // At no moment a target stands above its threshold, which would be warned of.
    expect(Object.keys(written[0]?.[0] ?? {}).at(-1)).toBe('layer1.inputHeadroomRatio');
    expect(applied.settings[0]).toEqual({
      setting: 'strata.layer1.compactTargetRatio',
      action: 'write',
      value: '0.4',
      isOverridden: false,
    });
  });

  it('writes a profile by its name, the window and the model where settings of them exist', async () => {
    raw = { 'compression.profiles': { long: {} } };
    const wish = { ...asItIs, profile: { name: 'long', scenario: null }, window: 90_000, model: 'gpt-4o' };
    await desk({ provider: 'openai', model: 'gpt-5-mini', window: 400_000 }).apply(wish, 'user');
    expect(written.at(-1)?.[0]).toEqual({
      'compression.profile': 'long',
      'model.window': 90_000,
      'openai.model': 'gpt-4o',
    });
    await desk().apply({ ...asItIs, model: 'gpt-4o' }, 'user');
    expect(written.at(-1)?.[0]).toEqual({});
  });

  it('refuses the workspace without a folder, or without trust', async () => {
    place.isTrusted = false;
    await expect(desk().apply(asItIs, 'workspace')).rejects.toThrow('not trusted');
    expect((await desk().options()).refused.workspace).toContain('not trusted');
    place.workspaceFolders = undefined;
    await expect(desk().apply(asItIs, 'workspace')).rejects.toThrow('No folder is open');
    await desk().apply({ ...asItIs, values: { [headroom]: 0.6 } }, 'user');
    expect(written).toHaveLength(1);
  });
});

it('the texts of the settings come from the manifest', async () => {
  const english = JSON.parse(await readFile(join(repositoryRoot, 'package.nls.json'), 'utf8')) as Record<
    string,
    string
  >;
  const text = await readFile(join(repositoryRoot, 'package.json'), 'utf8');
  // As VS Code does it.
  const manifest: unknown = JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' && /^%.*%$/.test(value) ? english[value.slice(1, -1)] : value,
  );
  const texts = settingTexts(manifest);
  expect(texts('layer1.compactTargetRatio')).toEqual({
    title: 'Compact down to',
    group: 'Layer 1',
    description: expect.stringContaining('Must be below strata.layer1.inputHeadroomRatio;') as unknown,
  });
  expect(texts('openai.baseUrl').title).toBe('openai.baseUrl');
});
