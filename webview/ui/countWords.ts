import type { CountMethod } from '../../src/protocol/terms';
import { formatShare } from './numbers';

interface Count {
  readonly counted: CountMethod;
  readonly errorBand: number | null;
}

/** How a number of tokens was got, with how far it may be off where that is known: `estimated ±7%`. */
export function countWords({ counted, errorBand }: Count): string {
  return hasBand({ counted, errorBand }) ? `${counted} ±${formatShare(errorBand ?? 0)}` : counted;
}

/** What the number rests on, as the reader should understand it. */
export function countHint({ counted, errorBand }: Count): string {
  const band = hasBand({ counted, errorBand }) ? ` It may be off by ${formatShare(errorBand ?? 0)} either way.` : '';
  return `${methodHint[counted]}${band}`;
}

/** What a provider reports is not off. */
function hasBand({ counted, errorBand }: Count): boolean {
  return counted !== 'reported' && errorBand !== null && errorBand > 0;
}

const methodHint: Readonly<Record<CountMethod, string>> = {
  reported: 'Reported by the provider for the last call.',
  counted:
    'Counted token by token in the encoding nearest to the model; providers with another tokenizer differ a little.',
  estimated: 'Estimated from the length and kind of the text, until it is counted.',
};
