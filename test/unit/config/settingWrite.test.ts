import { expect, it } from 'vitest';
import { settingWrite } from '../../../src/config/settingWrite';

const defaultValue = 0.75;

it.each([
  ['another value than the default', {}, 0.5, 'user', 'write'],
  ['a value that stands there', { globalValue: 0.5 }, 0.5, 'user', 'none'],
  ['the default, where another value stands', { globalValue: 0.5 }, 0.75, 'user', 'remove'],
  ['the default, where it stands in words', { globalValue: 0.75 }, 0.75, 'user', 'remove'],
  ['the default, where nothing stands', {}, 0.75, 'user', 'none'],
  ['another value than the user has', { globalValue: 0.6 }, 0.5, 'workspace', 'write'],
  ['the default, where the user has another value', { globalValue: 0.6 }, 0.75, 'workspace', 'write'],
  ['what the user has', { globalValue: 0.6, workspaceValue: 0.5 }, 0.6, 'workspace', 'remove'],
  ['what the user has, where nothing stands', { globalValue: 0.6 }, 0.6, 'workspace', 'none'],
  ['a list that stands there', { workspaceValue: ['a'] }, ['a'], 'workspace', 'none'],
] as const)('%s', (_case, levels, wanted, target, action) => {
  expect(settingWrite({ defaultValue, ...levels }, wanted, target).action).toBe(action);
});

it('says where the workspace goes before the user', () => {
  const levels = { defaultValue, workspaceValue: 0.9 };
  expect(settingWrite(levels, 0.5, 'user')).toEqual({ action: 'write', isOverridden: true });
  expect(settingWrite(levels, 0.9, 'user').isOverridden).toBe(false);
  expect(settingWrite(levels, 0.5, 'workspace').isOverridden).toBe(false);
});
