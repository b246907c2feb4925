/** Providers that answer nobody without a key; local and other servers say so themselves. */
const WANT_KEYS =
  /^(api\.openai\.com|api\.anthropic\.com|api\.deepseek\.com|openrouter\.ai|api\.groq\.com|api\.mistral\.ai|api\.x\.ai|[\w-]+\.(openai|cognitiveservices)\.azure\.com)$/;

/**
 * Whether a call without a key is bound to fail, so that nothing needs to be sent to learn it.
 *
 * @param baseUrl an http or https address, as `validateSettings` lets through.
 */
export function needsApiKey(baseUrl: string): boolean {
  return WANT_KEYS.test(new URL(baseUrl).hostname);
}
