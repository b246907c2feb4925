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

/**
 * The values in an order in which no target stands above its threshold between two of them: first those that make room,
 * targets that come down and whatever else goes up.
 */
export function inSafeOrder<Key extends string>(
  values: Readonly<Partial<Record<Key, unknown>>>,
  current: Readonly<Record<Key, unknown>>,
): Partial<Record<Key, unknown>> {
  const makesRoom = ([key, value]: readonly [string, unknown]): boolean => {
    const before = current[key as Key];
    if (typeof value !== 'number' || typeof before !== 'number') return false;
    return /\.\w*target/i.test(key) ? value < before : value > before;
  };
  const entries = Object.entries(values);
  const ordered = [...entries.filter(makesRoom), ...entries.filter((entry) => !makesRoom(entry))];
  return Object.fromEntries(ordered) as Partial<Record<Key, unknown>>;
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
