import type { MediaPart } from '../../engine/message';

/** A whole number as people read it. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** How large a medium is, in words; four characters of base64 hold three bytes. */
export function mediaSize({ data }: MediaPart): string {
  return `${grouped(Math.floor((data.length * 3) / 4))} bytes`;
}
