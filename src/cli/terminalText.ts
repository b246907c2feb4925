/**
 * What a terminal would obey instead of show: control characters of both sets, and the marks that turn the direction of
 * text around or end its line. Line feeds are left out, as the command itself prints them.
 */
// eslint-disable-next-line no-control-regex -- control characters are what it is about
const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text with control characters written as `\u001b`, which JSON reads as the same character. Line feeds stay. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Text from a file or a caller as part of one line of a terminal. */
export function oneLine(text: string): string {
  return escapeControls(text.replace(/\s*[\r\n]+\s*/g, ' '));
}
