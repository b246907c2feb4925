/** What is known of a model before it has been asked anything. */
export interface ModelProfile {
  /** Context window, tokens. */
  readonly window: number;
  /** Longest reply, tokens. */
  readonly maxOutput: number;
  readonly encoding: 'o200k_base' | 'cl100k_base';
}

/**
 * Windows and output limits as the providers' model pages give them. The first match holds, so a narrower pattern stands
 * before a wider one. Providers other than OpenAI do not publish a tokenizer; o200k is the nearest one at hand.
 */
const PROFILES: readonly (readonly [RegExp, ModelProfile])[] = [
  [/\boffline\b/, { window: 16_000, maxOutput: 1_000, encoding: 'o200k_base' }],
  [/gpt-5|codex/, { window: 400_000, maxOutput: 128_000, encoding: 'o200k_base' }],
  [/gpt-4\.1/, { window: 1_047_576, maxOutput: 32_768, encoding: 'o200k_base' }],
  [/gpt-4o|chatgpt-4o/, { window: 128_000, maxOutput: 16_384, encoding: 'o200k_base' }],
  [/\bo[134](-|$)/, { window: 200_000, maxOutput: 100_000, encoding: 'o200k_base' }],
  [/gpt-oss/, { window: 131_072, maxOutput: 32_768, encoding: 'o200k_base' }],
  [/gpt-4-turbo|gpt-4-1106|gpt-4-0125/, { window: 128_000, maxOutput: 4_096, encoding: 'cl100k_base' }],
  [/gpt-4-32k/, { window: 32_768, maxOutput: 8_192, encoding: 'cl100k_base' }],
  [/gpt-4/, { window: 8_192, maxOutput: 4_096, encoding: 'cl100k_base' }],
  [/gpt-3\.5|gpt-35/, { window: 16_385, maxOutput: 4_096, encoding: 'cl100k_base' }],
  [/claude-3/, { window: 200_000, maxOutput: 8_192, encoding: 'o200k_base' }],
  [/claude/, { window: 200_000, maxOutput: 64_000, encoding: 'o200k_base' }],
  [/gemini/, { window: 1_048_576, maxOutput: 65_536, encoding: 'o200k_base' }],
  [/deepseek/, { window: 131_072, maxOutput: 8_192, encoding: 'o200k_base' }],
  [/grok/, { window: 256_000, maxOutput: 32_768, encoding: 'o200k_base' }],
  [/kimi/, { window: 262_144, maxOutput: 32_768, encoding: 'o200k_base' }],
];

const UNKNOWN: ModelProfile = { window: 128_000, maxOutput: 8_192, encoding: 'o200k_base' };

/** The profile of a model by its name, with or without a provider's prefix (`openai/gpt-4o`). */
export function profileFor(model: string): ModelProfile {
  const name = model.toLowerCase();
  return PROFILES.find(([pattern]) => pattern.test(name))?.[1] ?? UNKNOWN;
}
