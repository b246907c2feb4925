import type { EncodingName } from '../engine/tokens/encodingName';
import { encodingForModel } from './encodingForModel';
import { type KnownModel, lookUpModel, type ModelData } from './modelData';
import modelData from './modelData.json';
import { type ModelPrices, modelPrices } from './modelPrices';
import { type ModelOverride, type ModelOverrides, overrideFor } from './profileOverrides';

/** What is known of a model before it has been asked anything. */
export interface ModelProfile {
  /** Context window, tokens. */
  readonly window: number;
  /** Longest reply, tokens. */
  readonly maxOutput: number;
  readonly encoding: EncodingName;
  /** Null where nobody publishes them. */
  readonly prices: ModelPrices | null;
  /** Where the window is from: the price data, the table below, the user's settings, or nowhere: then it is a guess. */
  readonly source: 'prices' | 'table' | 'unknown' | 'override';
}

interface Limits {
  readonly window: number;
  readonly maxOutput: number;
}

/**
 * Longest replies, which the price data does not have, and windows for names it lacks, as the providers' model pages
 * give them. The first match holds, so a narrower pattern stands before a wider one.
 */
const TABLE: readonly (readonly [RegExp, Limits])[] = [
  [/\boffline\b/, { window: 16_000, maxOutput: 1_000 }],
  [/gpt-oss/, { window: 131_072, maxOutput: 32_768 }],
  [/gpt-[5-9]|codex/, { window: 400_000, maxOutput: 128_000 }],
  [/gpt-4\.1/, { window: 1_047_576, maxOutput: 32_768 }],
  [/gpt-4o|chatgpt-4o/, { window: 128_000, maxOutput: 16_384 }],
  [/\bo[134](-|$)/, { window: 200_000, maxOutput: 100_000 }],
  [/gpt-4-turbo|gpt-4-1106|gpt-4-0125/, { window: 128_000, maxOutput: 4_096 }],
  [/gpt-4-32k/, { window: 32_768, maxOutput: 8_192 }],
  [/gpt-4/, { window: 8_192, maxOutput: 4_096 }],
  [/gpt-3\.5|gpt-35/, { window: 16_385, maxOutput: 4_096 }],
  [/claude-3-7|claude-3\.7/, { window: 200_000, maxOutput: 64_000 }],
  [/claude-3/, { window: 200_000, maxOutput: 8_192 }],
  [/claude-opus-4(-[01]|-2|$|@)|claude-4-opus/, { window: 200_000, maxOutput: 32_000 }],
  [/claude-(opus|sonnet)-(4[-.][6-9]|[5-9])|claude-fable/, { window: 1_000_000, maxOutput: 128_000 }],
  [/claude/, { window: 200_000, maxOutput: 64_000 }],
  [/gemini-(1|2\.0)/, { window: 1_048_576, maxOutput: 8_192 }],
  [/gemini/, { window: 1_048_576, maxOutput: 65_536 }],
  [/gemma/, { window: 131_072, maxOutput: 8_192 }],
  [/deepseek/, { window: 131_072, maxOutput: 8_192 }],
  [/grok/, { window: 256_000, maxOutput: 32_768 }],
  [/kimi/, { window: 262_144, maxOutput: 32_768 }],
  [/glm-[4-9]/, { window: 131_072, maxOutput: 32_768 }],
  [/qwen-?[3-9]/, { window: 131_072, maxOutput: 32_768 }],
  [/qwen/, { window: 32_768, maxOutput: 8_192 }],
  [/llama-?3\.[1-9]|llama-?[4-9]/, { window: 131_072, maxOutput: 8_192 }],
  [/devstral|codestral|mistral|ministral|magistral/, { window: 131_072, maxOutput: 32_768 }],
];

const UNKNOWN: Limits = { window: 128_000, maxOutput: 8_192 };

// The file is made by a script and checked by a test; its type as JSON says less than it holds.
const DATA = modelData as unknown as ModelData;

/**
 * The profile of a model by its name, with or without a provider's prefix (`openai/gpt-4o`).
 *
 * @param overrides what the user says of models, which goes before anything else
 */
export function profileFor(model: string, overrides: ModelOverrides = {}): ModelProfile {
  const override = overrideFor(model, overrides) ?? {};
  const name = model.toLowerCase();
  const known = lookUpModel(model, DATA);
  const listed = TABLE.find(([pattern]) => pattern.test(name))?.[1];
  const limits = listed ?? UNKNOWN;
  const window = override.window ?? known?.window ?? limits.window;
  return {
    window,
    // A reply has to fit into the window, whatever a table says.
    maxOutput: Math.min(override.maxOutput ?? limits.maxOutput, window),
    encoding: encodingForModel(model),
    prices: withOverride(known === null || known.prices === null ? null : modelPrices(known.prices), override),
    source: sourceOf(override, known, listed),
  };
}

function sourceOf(
  override: ModelOverride,
  known: KnownModel | null,
  listed: Limits | undefined,
): ModelProfile['source'] {
  if (override.window !== undefined) return 'override';
  if (known !== null && known.window !== null) return 'prices';
  return listed === undefined ? 'unknown' : 'table';
}

/** A price the user names holds at any length; the user need not name the cached one where all input is free. */
function withOverride(prices: ModelPrices | null, override: ModelOverride): ModelPrices | null {
  const { inputPrice, cachedInputPrice, outputPrice } = override;
  if (inputPrice === undefined && cachedInputPrice === undefined && outputPrice === undefined) return prices;
  const input = inputPrice ?? prices?.input;
  const output = outputPrice ?? prices?.output;
  if (input === undefined || output === undefined) return prices;
  return {
    input,
    cachedInput: cachedInputPrice ?? (inputPrice === undefined ? (prices?.cachedInput ?? input) : input),
    cacheWrite: inputPrice === undefined ? (prices?.cacheWrite ?? input) : input,
    output,
    long: null,
  };
}
