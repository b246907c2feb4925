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

export interface Layer3Settings {
  /** After ③ took messages out, a summary of them takes the place of the notice. */
  readonly summarizePruned: boolean;
  /** Characters (UTF-16 units) above which the text to summarize is split. Reference: 50 000. */
  readonly chunkCharacters: number;
  /** Most chunks a text is split into. Reference: 4. */
  readonly maximumChunks: number;
  /** Share of the window that facts missing from a summary may take. */
  readonly factsShare: number;
}

/** A threshold and the target that belongs to it, tokens of the whole input. */
export interface CompressionStage {
  readonly thresholdTokens: number;
  readonly targetTokens: number;
}

/** Proactive compression as the second reference describes it, resolved for one model. */
export interface CompressionSettings {
  readonly enabled: boolean;
  /** Ascending by threshold; never empty. Without stages of its own, the one threshold and target. */
  readonly stages: readonly CompressionStage[];
  /** Messages at the end that stay as they are. */
  readonly preserveRecentMessages: number;
  /** Tokens per character of the estimate the thresholds are held against; null: the session's counter. */
  readonly tokensPerChar: number | null;
  /** Empty: Strata's own prompt. Otherwise `{messages}` stands for the conversation. */
  readonly customPrompt: string;
  /** Empty: the session's model. */
  readonly summarizerModel: string;
}

export interface EngineSettings {
  readonly layer1: Layer1Settings;
  readonly layer2: Layer2Settings;
  readonly layer3: Layer3Settings;
  readonly compression: CompressionSettings;
}

type Keys<Prefix extends string, Group> = `${Prefix}.${keyof Group & string}`;

export type EngineSettingKey =
  | Keys<'layer1', Layer1Settings>
  | Keys<'layer2', Layer2Settings>
  | Keys<'layer3', Layer3Settings>
  | 'compression.thresholdTokens'
  | 'tokens.reserve';

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
