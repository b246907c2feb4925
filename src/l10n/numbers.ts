import { currentLanguage } from './text';

/** A format that is made when it is first asked for, and again when the language has changed. */
function inLanguage<Format>(create: (language: string) => Format): () => Format {
  let made: { readonly language: string; readonly format: Format } | null = null;
  return () => {
    const language = currentLanguage();
    if (made?.language !== language) made = { language, format: create(language) };
    return made.format;
  };
}

function numberFormat(options: Intl.NumberFormatOptions): () => Intl.NumberFormat {
  return inLanguage((language) => new Intl.NumberFormat(language, options));
}

const whole = numberFormat({});
const short = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });
const share = numberFormat({ style: 'percent', maximumFractionDigits: 0 });
const exactShare = numberFormat({ style: 'percent', maximumFractionDigits: 1 });
const finerShare = numberFormat({ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
const dollars = numberFormat({ style: 'currency', currency: 'USD' });
const smallDollars = numberFormat({ style: 'currency', currency: 'USD', maximumSignificantDigits: 2 });
const moment = inLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }));

/** `12,345`, in the reader's own notation. */
export function formatNumber(value: number): string {
  return whole().format(value);
}

/** `12.3K`, for places where the exact number stands elsewhere. */
export function formatShort(value: number): string {
  return short().format(value);
}

/** `62 %` of a part of 1. */
export function formatShare(value: number): string {
  return share().format(value);
}

/** `76.2 %` of a part of 1. */
export function formatExactShare(value: number): string {
  return exactShare().format(value);
}

/** `76.0 %` of a part of 1, for two that would read the same without the decimal. */
export function formatFinerShare(value: number): string {
  return finerShare().format(value);
}

/** Day and minute of a time in ms since 1970. */
export function formatMoment(milliseconds: number): string {
  return moment().format(milliseconds);
}

/** `$1.20`, `$0.012`: a call costs cents or parts of them, so two digits that tell something. */
export function formatDollars(value: number): string {
  return (Math.abs(value) < 0.1 ? smallDollars() : dollars()).format(value);
}
