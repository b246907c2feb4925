import { isDeepStrictEqual } from 'node:util';

/** Where a setting can be written. */
export type SettingTarget = 'user' | 'workspace';

/** What each level says of a setting; undefined where it says nothing. */
export interface SettingLevels {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
}

/** What has to be done so that a level says what is wanted. */
export interface SettingWrite {
  /** `remove`: what would hold without this level is what is wanted. */
  readonly action: 'write' | 'remove' | 'none';
  /** The workspace says otherwise, and goes before what the user's settings say. */
  readonly isOverridden: boolean;
}

/** A setting that is what it would be anyway stands in no file. */
export function settingWrite(levels: SettingLevels, wanted: unknown, target: SettingTarget): SettingWrite {
  const { defaultValue, globalValue, workspaceValue } = levels;
  const [own, below] = target === 'user' ? [globalValue, defaultValue] : [workspaceValue, globalValue ?? defaultValue];
  const isOverridden = target === 'user' && workspaceValue !== undefined && !isDeepStrictEqual(workspaceValue, wanted);
  const isWrittenAs = own !== undefined && isDeepStrictEqual(own, wanted);
  if (isDeepStrictEqual(below, wanted)) return { action: own === undefined ? 'none' : 'remove', isOverridden };
  return { action: isWrittenAs ? 'none' : 'write', isOverridden };
}
