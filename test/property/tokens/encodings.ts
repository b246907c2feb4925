import { Tiktoken } from 'js-tiktoken/lite';
import cl100kBase from 'js-tiktoken/ranks/cl100k_base';
import o200kBase from 'js-tiktoken/ranks/o200k_base';
import type { EncodingName } from '../../../src/engine/tokens/encodingName';
import { ExactCounter } from '../../../src/engine/tokens/exactCounter';
import { RankTable } from '../../../src/engine/tokens/rankTable';
import { loadEncodingRanks } from '../../../src/models/encodingRanks';

export const encodingNames: readonly EncodingName[] = ['o200k_base', 'cl100k_base'];

/** The published tokenizer: what our counts must equal. The text of special tokens is ordinary text to it, too. */
export function oracle(encoding: EncodingName): (text: string) => number {
  const tokenizer = new Tiktoken(encoding === 'o200k_base' ? o200kBase : cl100kBase);
  return (text) => tokenizer.encode(text, [], []).length;
}

export async function exactCounter(encoding: EncodingName): Promise<ExactCounter> {
  return new ExactCounter(new RankTable(await loadEncodingRanks(encoding)));
}
