/** Thresholds of the engine as plain data. The values come from `src/config`, which defines each setting once. */

export interface Layer1Settings {
  /** Share of the window one tool result may take before ① cuts it. Reference: SINGLE_TOOL_RESULT_CONTEXT_SHARE. */
  readonly singleToolResultShare: number;
  /** Tokens above which a result goes to the archive as soon as it appears, a preview staying behind. */
  readonly offloadThresholdTokens: number;
  /** Share of the window above which ② compacts old results. Reference: CONTEXT_INPUT_HEADROOM_RATIO. */
  readonly inputHeadroomRatio: number;
  /** Share of the window ② compacts down to, so that many calls pass before the next batch. */
  readonly compactTargetRatio: number;
  /** Share of the window above which large arguments of old writes become pointers. */
  readonly evictInputsRatio: number;
  /** Tools whose results ② may compact; names as in the reference, other agents' names are mapped to them. */
  readonly compactableTools: readonly string[];
}

export interface Layer2Settings {
  /** Share of the input limit above which ③ prunes before the call. */
  readonly preemptiveRatio: number;
  /** Share of the input limit ③ prunes down to at first. */
  readonly pruneTargetRatio: number;
  /** Messages at the end that ③ keeps, at most a third of all. */
  readonly keepLast: number;
}

export interface EngineSettings {
  readonly layer1: Layer1Settings;
  readonly layer2: Layer2Settings;
}

type Keys<Prefix extends string, Group> = `${Prefix}.${keyof Group & string}`;

export type EngineSettingKey = Keys<'layer1', Layer1Settings> | Keys<'layer2', Layer2Settings> | 'tokens.reserve';

/** The room one call has, in tokens. */
export interface ContextLimits {
  readonly window: number;
  /** Kept free for the reply. */
  readonly reserve: number;
}

export function inputLimit(limits: ContextLimits): number {
  return limits.window - limits.reserve;
}

/** At most this share of a window is reserved, so that small windows keep room for their input. */
const LARGEST_RESERVE_SHARE = 0.08;

/** Limits of a window when `wantedReserve` tokens should stay free; a small window reserves less. */
export function limitsFor(window: number, wantedReserve: number): ContextLimits {
  return { window, reserve: Math.min(wantedReserve, Math.floor(window * LARGEST_RESERVE_SHARE)) };
}
