import { describe, expect, it } from 'vitest';
import type { SettingKey } from '../../../src/config/settings';
import { settingsEffect } from '../../../src/views/settingsEffect';

describe('what changed settings mean for an open transcript', () => {
  it.each<[SettingKey[], string]>([
    [['model.window'], 'reopen'],
    [['tokens.reserve', 'layer1.compactTargetRatio'], 'reopen'],
    [['layer1.compactTargetRatio'], 'replay'],
    [['chat.openOnStartup', 'layer2.keepLast'], 'replay'],
    [['provider', 'openai.model', 'openai.baseUrl', 'offline.window', 'chat.openOnStartup'], 'none'],
    [[], 'none'],
  ])('%j: %s', (keys, effect) => {
    expect(settingsEffect(new Set(keys))).toBe(effect);
  });
});
