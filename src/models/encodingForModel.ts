import type { EncodingName } from '../engine/tokens/encodingName';

/** Names, at the start or behind a provider's prefix, of the OpenAI models before o200k_base. */
const CL100K_MODELS = /(?:^|\/)(?:gpt-4(?!o|\.\d)|gpt-3\.5|gpt-35|text-embedding-(?:3|ada-002))/i;

/**
 * The encoding that counts exactly for an OpenAI model, by tiktoken's table (openai/tiktoken, tiktoken/model.py), and
 * stands in for models whose encoding is not public: o200k_base, the newest, for every name that is not in the table.
 */
export function encodingForModel(model: string): EncodingName {
  return CL100K_MODELS.test(model) ? 'cl100k_base' : 'o200k_base';
}
