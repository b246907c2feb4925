import type { CompressionSettings } from '../engine/settings';
import type {
  CompressionOptions,
  CompressionPatch,
  CompressionProfile,
  CompressionRule,
  CompressionScenarios,
} from './compressionOptions';
import { stagesOf, stageWarnings } from './compressionStages';
import { providerName } from './providerName';
import type { Settings } from './settings';

/** What a call is made to: it decides on the profile's providers and on the scenario. */
export interface CompressionPlace {
  /** Our id of the provider. */
  readonly provider: string;
  readonly model?: string;
  /** Context window of the model, tokens. */
  readonly window?: number;
  /** Left out: it follows from the window. */
  readonly scenario?: CompressionScenario;
}

export type CompressionScenario = keyof CompressionScenarios;

/** The settings that resolve to compression. */
export type CompressionValues = Pick<Settings, Extract<keyof Settings, `compression.${string}`>>;

/** Above this many tokens a call is one of the scenario `longContext`. GoZen's default threshold for long context. */
export const LONG_CONTEXT_TOKENS = 32_000;

/** The profile in force where no other is named, if there is one of this name. */
const DEFAULT_PROFILE = 'default';

/**
 * Proactive compression for one place. Each level overrides what it names, the later over the earlier: the settings one
 * by one; `compression` of `strata.compression.config`; the profile in force; its scenario. A profile or a scenario that
 * names providers holds for those only. The scenario is `longContext`, where the profile has it and the input is above
 * 32 000 tokens; where the input is not known, the window decides, as it says how long the input may become. Otherwise it
 * is `default`.
 */
export function resolveCompression(values: CompressionValues, at: CompressionPlace): CompressionSettings {
  const profile = profileInForce(values);
  const provider = providerName(at.provider, at.model);
  const byWindow = (at.window ?? 0) > LONG_CONTEXT_TOKENS ? 'longContext' : 'default';
  const isLong = (at.scenario ?? byWindow) === 'longContext';
  const patches = [values['compression.config'].compression];
  if (profile !== undefined && holdsFor(profile, provider)) {
    const { longContext, default: ordinary } = profile.scenarios ?? {};
    const scenario = (isLong ? [longContext, ordinary] : [ordinary]).find(
      (rule) => rule !== undefined && holdsFor(rule, provider),
    );
    patches.push(profile.compression, scenario?.compression);
  }
  const options = patches.reduce<CompressionOptions>(overlay, singleValues(values));
  return {
    enabled: options.enabled,
    stages: stagesOf(options).map(({ stage }) => stage),
    preserveRecentMessages: options.preserveRecentMessages,
    tokensPerChar: options.tokensPerChar === 0 ? null : options.tokensPerChar,
    customPrompt: options.customPrompt,
    summarizerModel: options.summarizerModel,
  };
}

/** One sentence for each value that `resolveCompression` cannot take as it is, in any profile and scenario. */
export function compressionWarnings(values: CompressionValues): string[] {
  const config = values['compression.config'];
  const base = overlay(singleValues(values), config.compression);
  const isConfigured = namesStages(config.compression);
  const warnings = stageWarnings(base, `strata.compression${isConfigured ? '.config.compression' : ''}`);
  for (const [name, { compression, scenarios = {} }] of Object.entries(profilesOf(values))) {
    const inConfig = config.profiles !== undefined && Object.hasOwn(config.profiles, name);
    const path = `strata.compression.${inConfig ? 'config.' : ''}profiles.${name}`;
    const ofProfile = overlay(base, compression);
    if (namesStages(compression)) warnings.push(...stageWarnings(ofProfile, path));
    for (const [scenario, rule] of Object.entries(scenarios)) {
      if (!namesStages(rule.compression)) continue;
      warnings.push(...stageWarnings(overlay(ofProfile, rule.compression), `${path}.scenarios.${scenario}`));
    }
  }
  const wanted = values['compression.profile'];
  if (wanted !== '' && !Object.hasOwn(profilesOf(values), wanted)) {
    warnings.push(`strata.compression.profile names "${wanted}", which is no profile; none is in force.`);
  }
  return warnings;
}

/** The profiles there are, and the scenarios each of them has. */
export function profileNames(
  values: CompressionValues,
): readonly { readonly name: string; readonly scenarios: readonly CompressionScenario[] }[] {
  return Object.entries(profilesOf(values)).map(([name, { scenarios = {} }]) => ({
    name,
    scenarios: (['longContext', 'default'] as const).filter((scenario) => scenarios[scenario] !== undefined),
  }));
}

function singleValues(values: CompressionValues): CompressionOptions {
  return {
    enabled: values['compression.enabled'],
    thresholdTokens: values['compression.thresholdTokens'],
    targetTokens: values['compression.targetTokens'],
    summarizerModel: values['compression.summarizerModel'],
    preserveRecentMessages: values['compression.preserveRecentMessages'],
    tokensPerChar: values['compression.tokensPerChar'],
    customPrompt: values['compression.customPrompt'],
    stages: values['compression.stages'],
  };
}

/** A profile of the configuration takes the place of one of the same name among the settings. */
function profilesOf(values: CompressionValues): Readonly<Record<string, CompressionProfile>> {
  return { ...values['compression.profiles'], ...values['compression.config'].profiles };
}

function profileInForce(values: CompressionValues): CompressionProfile | undefined {
  const profiles = profilesOf(values);
  const name = values['compression.profile'] === '' ? DEFAULT_PROFILE : values['compression.profile'];
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

function holdsFor({ providers }: CompressionRule, provider: string): boolean {
  return providers === undefined || providers.some((name) => name.toLowerCase() === provider);
}

function overlay(base: CompressionOptions, patch: CompressionPatch | undefined): CompressionOptions {
  if (patch === undefined) return base;
  // Stages from further out would hide the one threshold that this level names.
  return { ...base, ...(namesStages(patch) ? { stages: [] } : {}), ...patch };
}

function namesStages(patch: CompressionPatch | undefined): boolean {
  return patch !== undefined && ('stages' in patch || 'thresholdTokens' in patch || 'targetTokens' in patch);
}
