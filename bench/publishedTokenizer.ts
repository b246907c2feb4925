import type { EncodingName } from '../src/engine/tokens/encodingName';

/** Starts js-tiktoken from nothing: importing it is part of its start. Gives a function that counts a text's tokens. */
export async function startPublished(encoding: EncodingName): Promise<(text: string) => number> {
  const { Tiktoken } = await import('js-tiktoken/lite');
  const ranks =
    encoding === 'o200k_base'
      ? await import('js-tiktoken/ranks/o200k_base')
      : await import('js-tiktoken/ranks/cl100k_base');
  const tokenizer = new Tiktoken(ranks.default);
  return (text) => tokenizer.encode(text, [], []).length;
}
