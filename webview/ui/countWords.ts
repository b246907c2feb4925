import type { CountMethod } from '../../src/protocol/terms';
import { formatShare } from './numbers';
import { t } from './text';

interface Count {
  readonly counted: CountMethod;
  readonly errorBand: number | null;
}

/** How a number of tokens was got, with how far it may be off where that is known: `estimated ±7%`. */
export function countWords({ counted, errorBand }: Count): string {
  return hasBand({ counted, errorBand })
    ? `${methodWord[counted]} ±${formatShare(errorBand ?? 0)}`
    : methodWord[counted];
}

/** What the number rests on, as the reader should understand it. */
export function countHint({ counted, errorBand }: Count): string {
  const band = hasBand({ counted, errorBand })
    ? ` ${t('It may be off by {0} either way.', formatShare(errorBand ?? 0))}`
    : '';
  return `${methodHint[counted]}${band}`;
}

/** What a provider reports is not off. */
function hasBand({ counted, errorBand }: Count): boolean {
  return counted !== 'reported' && errorBand !== null && errorBand > 0;
}

/** By itself, beside a number of tokens. */
const methodWord: Readonly<Record<CountMethod, string>> = {
  reported: t('reported'),
  counted: t('counted'),
  estimated: t('estimated'),
};

const methodHint: Readonly<Record<CountMethod, string>> = {
  reported: t('Reported by the provider for the last call.'),
  counted: t(
    'Counted token by token in the encoding nearest to the model; providers with another tokenizer differ a little.',
  ),
  estimated: t('Estimated from the length and kind of the text, until it is counted.'),
};
