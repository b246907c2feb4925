/**
 * Models that share a tokenizer, as far as anybody outside knows. `none`: no model is named, or it is the built-in
 * provider without one. `unknown`: a name nobody knows.
 */
export type ModelFamily =
  | 'openai'
  | 'claude'
  /** From Opus 4.7 on, with another tokenizer. */
  | 'claudeNew'
  | 'gemini'
  | 'deepseek'
  | 'grok'
  | 'llama'
  | 'qwen'
  | 'other'
  | 'unknown'
  | 'none';

/** The first match holds. A model distilled into another (`deepseek-r1-distill-llama-70b`) has the other's tokenizer. */
const FAMILIES: readonly (readonly [RegExp, ModelFamily])[] = [
  [/^$|^offline$/, 'none'],
  [/llama/, 'llama'],
  [/qwen|qwq/, 'qwen'],
  [/claude-(?:[a-z]+-)?(?:4[-.][7-9]|[5-9])(?!\d)/, 'claudeNew'],
  [/claude/, 'claude'],
  [/gemini|gemma/, 'gemini'],
  [/deepseek/, 'deepseek'],
  [/grok/, 'grok'],
  [/(?:^|[/.:])(?:(?:chat)?gpt-|o[1-9](?:-|$)|codex-|text-embedding-|text-davinci-|davinci|babbage)/, 'openai'],
  [
    /mistral|mixtral|ministral|magistral|codestral|devstral|pixtral|kimi|moonshot|glm-|minimax|command-|nova-|phi-/,
    'other',
  ],
];

/** The family of a model by its name, with or without a provider's prefix. */
export function modelFamily(model: string): ModelFamily {
  const name = model.trim().toLowerCase();
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? 'unknown';
}

/** Whether js-tiktoken counts exactly what the provider counts. Where no model is named, its count stands for itself. */
export function isCountedExactly(family: ModelFamily): boolean {
  return family === 'openai' || family === 'none';
}
