import type { EncodingName } from '../src/engine/tokens/encodingName';

const encodings: readonly EncodingName[] = ['o200k_base', 'cl100k_base'];

/** The encoding named on the command line, else the first. */
export function encodingFrom([name]: readonly string[]): EncodingName {
  return encodings.find((encoding) => encoding === name) ?? 'o200k_base';
}
