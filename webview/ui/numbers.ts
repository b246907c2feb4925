const whole = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });
const exactShare = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const smallDollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
});
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** `12,345`, in the reader's own notation. */
export function formatNumber(value: number): string {
  return whole.format(value);
}

/** `12.3K`, for places where the exact number stands elsewhere. */
export function formatShort(value: number): string {
  return short.format(value);
}

/** `62 %` of a part of 1. */
export function formatShare(value: number): string {
  return share.format(value);
}

/** `76.2 %` of a part of 1. */
export function formatExactShare(value: number): string {
  return exactShare.format(value);
}

/** Day and minute of a time in ms since 1970. */
export function formatMoment(milliseconds: number): string {
  return moment.format(milliseconds);
}

/** `1 message`, `2 messages`. */
export function formatCount(value: number, singular: string, plural = `${singular}s`): string {
  return `${whole.format(value)} ${value === 1 ? singular : plural}`;
}

/** `$1.20`, `$0.012`: a call costs cents or parts of them, so two digits that tell something. */
export function formatDollars(value: number): string {
  return (Math.abs(value) < 0.1 ? smallDollars : dollars).format(value);
}
