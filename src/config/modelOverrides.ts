import type { EngineSettings } from '../engine/settings';
import { parseOverrides, type Bounds } from '../models/parseOverrides';
import { thresholdsFor, type ModelOverrides, type ThresholdOverrides } from '../models/profileOverrides';
import type { Describe, JsonSchema } from './compressionSchema';
import type { Parsed, Problem } from './parsed';

/** Thresholds that may differ by model; each is a setting of the same name. */
const THRESHOLDS: Readonly<Record<string, Bounds>> = {
  'layer1.singleToolResultShare': { minimum: 0.01, maximum: 1, integer: false },
  'layer1.offloadThresholdTokens': { minimum: 100, maximum: 10_000_000, integer: true },
  'layer1.inputHeadroomRatio': { minimum: 0.02, maximum: 1, integer: false },
  'layer1.compactTargetRatio': { minimum: 0.01, maximum: 1, integer: false },
  'layer1.evictInputsRatio': { minimum: 0.02, maximum: 1, integer: false },
  'layer2.preemptiveRatio': { minimum: 0.02, maximum: 1, integer: false },
  'layer2.pruneTargetRatio': { minimum: 0.01, maximum: 1, integer: false },
  'layer2.keepLast': { minimum: 1, maximum: 1_000, integer: true },
};

/** JSON schema of `strata.model.overrides`, so that `settings.json` completes and validates it. */
export function overridesSchema(describe: Describe): JsonSchema {
  const number = (minimum: number, maximum: number): JsonSchema => ({ type: 'number', minimum, maximum });
  const tokens = number(1, 100_000_000);
  const price = number(0, 100_000);
  const thresholds = Object.fromEntries(
    Object.entries(THRESHOLDS).map(([key, { minimum, maximum }]) => [key, number(minimum, maximum)] as const),
  );
  return {
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {
        window: { ...tokens, markdownDescription: describe('model.overrides.window', 'Context window, tokens.') },
        maxOutput: { ...tokens, markdownDescription: describe('model.overrides.maxOutput', 'Longest reply, tokens.') },
        inputPrice: {
          ...price,
          markdownDescription: describe('model.overrides.price', 'US dollars for a million tokens.'),
        },
        cachedInputPrice: price,
        outputPrice: price,
        thresholds: { type: 'object', properties: thresholds, additionalProperties: false },
      },
      additionalProperties: false,
    },
    defaultSnippets: [{ label: '{ "my-model*": … }', body: { 'my-model*': { window: 128_000 } } }],
  };
}

/** Takes what can be used, and says of the rest what is wrong. */
export function parseModelOverrides(value: unknown): Parsed<ModelOverrides> {
  const { overrides, problems } = parseOverrides(value, THRESHOLDS);
  return {
    value: overrides,
    problems: problems.map(problemOf),
  };
}

/** The sentence as its path and what follows. */
function problemOf(sentence: string): Problem {
  const start = sentence.indexOf(' ', Math.max(0, sentence.lastIndexOf('"]')));
  const path = `strata.${sentence.slice(0, start)}`.replace(/:$/u, '');
  return { path, fault: sentence.slice(start + 1).replace(/\.$/u, ''), kind: 'wrong' };
}

/** The thresholds with those in their place that the user set for the model. */
export function withModelThresholds(
  settings: EngineSettings,
  model: string,
  overrides: ModelOverrides,
): EngineSettings {
  const thresholds = thresholdsFor(model, overrides);
  return {
    ...settings,
    layer1: { ...settings.layer1, ...groupOf(thresholds, 'layer1.') },
    layer2: { ...settings.layer2, ...groupOf(thresholds, 'layer2.') },
  };
}

function groupOf(thresholds: ThresholdOverrides, prefix: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(thresholds).flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
    ),
  );
}
