import { DIGIT, groupOf, LOWER_CASE, UPPER_CASE } from './characterGroups';

/** Shorter runs are names, paths and hashes, which the weights of words and digits fit well enough. */
const SHORTEST_RUN = 48;

/** Random base64 has 41 % capitals, 41 % small letters and 16 % digits; identifiers and paths lack one of them. */
const LEAST_LETTER_SHARE = 0.15;
const LEAST_DIGIT_SHARE = 0.03;

/**
 * Whether a run of base64 characters long enough to be encoded data may start at `position`. One look ahead, so that it
 * can be asked at every character.
 */
export function mayBeEncodedData(text: string, position: number, end: number): boolean {
  const last = position + SHORTEST_RUN - 1;
  return last < end && isBase64Unit(text.charCodeAt(last)) && isBase64Unit(text.charCodeAt(position));
}

/** End of the run of base64 or base64url characters that starts at `start`. */
export function base64RunEnd(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && isBase64Unit(text.charCodeAt(position))) position++;
  return position;
}

/** Whether a run of base64 characters is encoded data rather than a long name or path. */
export function isEncodedData(text: string, start: number, end: number): boolean {
  const length = end - start;
  if (length < SHORTEST_RUN) return false;
  let capitals = 0;
  let smallLetters = 0;
  let digits = 0;
  for (let position = start; position < end; position++) {
    const group = groupOf(text.charCodeAt(position));
    if (group === UPPER_CASE) capitals++;
    else if (group === LOWER_CASE) smallLetters++;
    else if (group === DIGIT) digits++;
  }
  return Math.min(capitals, smallLetters) > length * LEAST_LETTER_SHARE && digits > length * LEAST_DIGIT_SHARE;
}

function isBase64Unit(unit: number): boolean {
  const group = groupOf(unit);
  if (group === LOWER_CASE || group === UPPER_CASE || group === DIGIT) return true;
  // + / = of base64, - _ of base64url.
  return unit === 0x2b || unit === 0x2f || unit === 0x3d || unit === 0x2d || unit === 0x5f;
}
