import { Tokenizer } from 'ai-tokenizer';
import { get_encoding as getEncoding } from 'tiktoken';

/**
 * The other tokenizers for an encoding. `start` gives a function that counts the tokens of a text, special tokens as
 * ordinary text, with nothing cached yet.
 *
 * @param {'o200k_base' | 'cl100k_base'} encoding
 */
export async function peerTokenizers(encoding) {
  const gptTokenizer = await import(`gpt-tokenizer/encoding/${encoding}`);
  const aiEncoding = await import(`ai-tokenizer/encoding/${encoding}`);
  const wasm = getEncoding(encoding);
  return [
    { name: 'tiktoken WASM', start: () => (text) => wasm.encode_ordinary(text).length },
    {
      name: 'gpt-tokenizer',
      start: () => {
        gptTokenizer.clearMergeCache();
        const options = { disallowedSpecial: new Set() };
        return (text) => gptTokenizer.countTokens(text, options);
      },
    },
    {
      name: 'ai-tokenizer',
      start: () => {
        const tokenizer = new Tokenizer(aiEncoding);
        return (text) => tokenizer.encode(text, [], []).length;
      },
    },
  ];
}
