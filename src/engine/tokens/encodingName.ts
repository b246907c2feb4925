/** The public encodings Strata can count exactly; the names are those of tiktoken. */
export type EncodingName = 'o200k_base' | 'cl100k_base';
