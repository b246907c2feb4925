import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExactCounter } from '../../../../src/engine/tokens/exactCounter';
import { encodingNames, exactCounter, oracle } from '../../../property/tokens/encodings';
import { repositoryRoot } from '../../../support/repositoryRoot';

const corpus = process.env['STRATA_CORPUS'] ?? join(repositoryRoot, '..', 'shared', 'corpus');

/** As much of each corpus file as the published tokenizer counts in reasonable time. */
const CORPUS_CHARACTERS = 20_000;

describe.each(encodingNames)('%s', (encoding) => {
  let counter: ExactCounter;
  let expected: (text: string) => number;

  beforeAll(async () => {
    counter = await exactCounter(encoding);
    expected = oracle(encoding);
  }, 60_000);

  function check(text: string): void {
    expect(counter.countText(text), JSON.stringify(text.slice(0, 80))).toBe(expected(text));
  }

  it('counts nothing for nothing', () => {
    expect(counter.countText('')).toBe(0);
  });

  it('counts the text of special tokens as ordinary text', () => {
    for (const name of ['<|endoftext|>', '<|endofprompt|>', '<|fim_prefix|>', 'before <|endoftext|> after']) {
      expect(counter.countText(name)).toBeGreaterThan(3);
      check(name);
    }
  });

  it('counts a lone surrogate as the replacement character', () => {
    for (const text of ['\ud800', '\udfff', 'a\ud83d b', '\udc00\ud800', '😀\ud83d😀']) {
      check(text);
      expect(counter.countText(text)).toBe(counter.countText(Buffer.from(text).toString()));
    }
  });

  it('follows the split pattern at its edges', () => {
    const texts = [
      "don't DON'T we'Ve 's 'S 'x y'all'd",
      'ABCdef ABC ABCひdef ひA ǅabc ʰX \u0301ABC \u0301abc x\u0301',
      '1 12 123 1234 12345 a1b22 ½ Ⅷ',
      ' a  b   c \t d\n e \n\n f  \n  g   ',
      '...\n\n/ //\r\n= /\n',
      '\ufeffx \u00a0x \u2028x \u3000x \u0085x \v',
    ];
    texts.forEach(check);
  });

  it('merges unbroken runs of every length as the tokenizer does', { timeout: 60_000 }, () => {
    for (const unit of ['a', '=', ' ', '\n', '\t', 'ACGT', '好', '😀', 'é', '\ud800', 'xY', '-=']) {
      for (const length of [2, 3, 31, 32, 33, 127, 128, 129, 300]) check(unit.repeat(length).slice(0, length));
    }
  });

  it('counts a text again after others of every size', () => {
    const text = 'The same text, 多次, counts the same 😀.';
    const before = counter.countText(text);
    counter.countText('x y '.repeat(1 << 19));
    expect(counter.countText(text)).toBe(before);
    expect(before).toBe(expected(text));
  });

  it.skipIf(!existsSync(corpus))('counts real sessions as the tokenizer does', { timeout: 120_000 }, async () => {
    const files = (await readdir(corpus, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const text = await readFile(join(file.parentPath, file.name), 'utf8');
      // Base64 is one long piece, on which the published tokenizer is quadratic.
      check(text.slice(0, CORPUS_CHARACTERS).replaceAll(/[\w+/=-]{400,}/g, (run) => run.slice(0, 400)));
    }
  });
});

if (!existsSync(corpus)) console.info('Token counts of real sessions are not checked: no corpus (STRATA_CORPUS).');
