import fc from 'fast-check';

/** Fragments at which the split patterns, UTF-8 or the special tokens make a difference. */
const fragments = [
  ...[
    'a',
    'b',
    'Z',
    'Qu',
    'the',
    ' world',
    'HTTPServer',
    'camelCase',
    'ß',
    'é',
    'İ',
    'ſ',
    'ǅ',
    'ʰ',
    '한국',
    'ا',
    'कि',
    'Привет',
  ],
  ...["'s", "'LL", "'Ve", "'d", "'", '’s', "'ſ", "don't", "WE'RE"],
  ...['1', '23', '4567', '½', '०', 'Ⅷ', '१२३'],
  ...[' ', '  ', '     ', '\t', '\n', '\r\n', '\n\n', ' \n ', '\u00a0', '\u2028', '\ufeff', '\u3000', '\v', '\u0085'],
  ...['.', '...', '/', '//', '==', '{"', '":', '_', '-', '<|', '|>', '\0', '\u0007', '\u200d', '()', '`', '#'],
  ...['你', '好吗', 'ひら', 'カタ', '。', '「', '\u0301', '\u20e3', '😀', '👨‍👩‍👧', '🇨🇭', '𝒳', '𠀀'],
  ...['\ud800', '\udc00', '\udfff\ud800', '\ufffd', '\uffff'],
  ...['<|endoftext|>', '<|endofprompt|>', '<|fim_prefix|>', '<|im_start|>'],
];

/** Short texts made of such fragments, of any Unicode, and of any UTF-16 units at all. */
export const trickyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: joined(fc.constantFrom(...fragments), 24) },
  {
    weight: 2,
    arbitrary: joined(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 3 })), 16),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: joined(fc.nat({ max: 0xffff }).map(String.fromCharCode), 20) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...fragments), fc.integer({ min: 2, max: 90 })).map(repeat) },
);

function joined(part: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
  return fc.array(part, { maxLength }).map((parts) => parts.join(''));
}

function repeat([fragment, times]: [string, number]): string {
  return fragment.repeat(times);
}
