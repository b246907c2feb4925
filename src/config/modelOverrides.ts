import type { EngineSettings } from '../engine/settings';
import { parseOverrides, PRICE, TOKENS, type Bounds } from '../models/parseOverrides';
import { thresholdsFor, type ModelOverrides, type ThresholdOverrides } from '../models/profileOverrides';
import type { Describe, JsonSchema } from './compressionSchema';
import { layerSettings } from './layerSettings';
import type { Parsed, Problem } from './parsed';

/** Thresholds that may differ by model: the numbers of Layer 1 and 2, with the bounds of the settings themselves. */
const THRESHOLDS: Readonly<Record<string, Bounds>> = Object.fromEntries(
  Object.entries(layerSettings).flatMap(([key, definition]) => {
    if (!('minimum' in definition) || key.startsWith('layer3.')) return [];
    const { minimum, maximum, type } = definition;
    return [[key, { minimum, maximum, integer: type === 'integer' }] as const];
  }),
);

/** JSON schema of `strata.model.overrides`, so that `settings.json` completes and validates it. */
export function overridesSchema(describe: Describe): JsonSchema {
  const number = ({ minimum, maximum }: Bounds): JsonSchema => ({ type: 'number', minimum, maximum });
  const tokens = number(TOKENS);
  const price = number(PRICE);
  const thresholds = Object.fromEntries(
    Object.entries(THRESHOLDS).map(([key, bounds]) => [key, number(bounds)] as const),
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
