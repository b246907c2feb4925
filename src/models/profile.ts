import type { EncodingName } from '../engine/tokens/encodingName';
import { encodingForModel } from './encodingForModel';

/** What is known of a model before it has been asked anything. */
export interface ModelProfile {
  /** Context window, tokens. */
  readonly window: number;
  /** Longest reply, tokens. */
  readonly maxOutput: number;
  readonly encoding: EncodingName;
}

type Limits = Omit<ModelProfile, 'encoding'>;

/**
 * Windows and output limits as the providers' model pages give them. The first match holds, so a narrower pattern stands
 * before a wider one.
 */
const PROFILES: readonly (readonly [RegExp, Limits])[] = [
  [/\boffline\b/, { window: 16_000, maxOutput: 1_000 }],
  [/gpt-5|codex/, { window: 400_000, maxOutput: 128_000 }],
  [/gpt-4\.1/, { window: 1_047_576, maxOutput: 32_768 }],
  [/gpt-4o|chatgpt-4o/, { window: 128_000, maxOutput: 16_384 }],
  [/\bo[134](-|$)/, { window: 200_000, maxOutput: 100_000 }],
  [/gpt-oss/, { window: 131_072, maxOutput: 32_768 }],
  [/gpt-4-turbo|gpt-4-1106|gpt-4-0125/, { window: 128_000, maxOutput: 4_096 }],
  [/gpt-4-32k/, { window: 32_768, maxOutput: 8_192 }],
  [/gpt-4/, { window: 8_192, maxOutput: 4_096 }],
  [/gpt-3\.5|gpt-35/, { window: 16_385, maxOutput: 4_096 }],
  [/claude-3/, { window: 200_000, maxOutput: 8_192 }],
  [/claude/, { window: 200_000, maxOutput: 64_000 }],
  [/gemini/, { window: 1_048_576, maxOutput: 65_536 }],
  [/deepseek/, { window: 131_072, maxOutput: 8_192 }],
  [/grok/, { window: 256_000, maxOutput: 32_768 }],
  [/kimi/, { window: 262_144, maxOutput: 32_768 }],
];

const UNKNOWN: Limits = { window: 128_000, maxOutput: 8_192 };

/** The profile of a model by its name, with or without a provider's prefix (`openai/gpt-4o`). */
export function profileFor(model: string): ModelProfile {
  const name = model.toLowerCase();
  const limits = PROFILES.find(([pattern]) => pattern.test(name))?.[1] ?? UNKNOWN;
  return { ...limits, encoding: encodingForModel(model) };
}
