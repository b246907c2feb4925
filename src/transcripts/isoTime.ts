/** Milliseconds of a day. */
const DAY = 86_400_000;

/** Days from the first of March of the year 0 to the epoch. */
const EPOCH = 719_468;

/**
 * Milliseconds since the epoch of a date in words, as `Date.parse` tells them; NaN where it is none. Every line of a
 * session has a time, and the form of `toISOString`, which nearly all have, is read three times as fast here.
 */
export function timeOf(text: string): number {
  if (!hasIsoMarks(text)) return Date.parse(text);
  const [century, year] = [twoDigits(text, 0), twoDigits(text, 2)];
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
  const [hours, minutes, seconds] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  const [hundredths, thousandths] = [twoDigits(text, 20), text.charCodeAt(22) - 0x30];
  const isDate = century >= 0 && year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
  const isTime = hours >= 0 && hours < 24 && minutes >= 0 && minutes < 60 && seconds >= 0 && seconds < 60;
  // The last days of months, too: which of them there are is known to `Date.parse`.
  if (!isDate || !isTime || hundredths < 0 || thousandths < 0 || thousandths > 9) return Date.parse(text);
  const date = DAY * (daysOf(100 * century + year, month, day) - EPOCH);
  return date + 1_000 * (3_600 * hours + 60 * minutes + seconds) + 10 * hundredths + thousandths;
}

/** Whether a text is as long as `0000-00-00T00:00:00.000Z`, with its marks in their places. */
function hasIsoMarks(text: string): boolean {
  return (
    text.length === 24 &&
    text.charCodeAt(4) === 0x2d &&
    text.charCodeAt(7) === 0x2d &&
    text.charCodeAt(10) === 0x54 &&
    text.charCodeAt(13) === 0x3a &&
    text.charCodeAt(16) === 0x3a &&
    text.charCodeAt(19) === 0x2e &&
    text.charCodeAt(23) === 0x5a
  );
}

/** Negative where they are no digits. */
function twoDigits(text: string, start: number): number {
  const [tens, ones] = [text.charCodeAt(start) - 0x30, text.charCodeAt(start + 1) - 0x30];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : -1;
}

/** Days from the first of March of the year 0 on: years begin in March, so that a leap day ends one. */
function daysOf(year: number, month: number, day: number): number {
  const years = month > 2 ? year : year - 1;
  const leapDays = Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400);
  return 365 * years + leapDays + Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
}
