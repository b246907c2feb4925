/* eslint-disable no-control-regex -- control characters are what is looked for */

/**
 * Escape sequences: commands to the system (titles, links), control sequences (colours, cursor), and the short ones; also
 * where their end is missing, as at an edge of what was kept, which `util.stripVTControlCharacters` leaves in. No part can
 * match what the next one matches, so that hostile output takes no longer than any other.
 */
const ESCAPES =
  /\u001B[\]PX^_][^\u0007\u001B\u009C]*(?:\u001B\\|[\u0007\u009C])?|(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]?|\u001B[ -/]*[0-~]?/gu;

/** Control characters but tab and line feed, and the marks that turn the direction of what stands around them. */
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * What a program wrote to a terminal as text alone: no colours, no cursor movements, no control characters. Of a line that
 * was written over, as progress bars do, the last state stays.
 */
export function terminalText(output: string): string {
  const text = output.replace(ESCAPES, '');
  return text.includes('\r')
    ? text.split('\n').map(lastState).join('\n').replace(CONTROLS, '')
    : text.replace(CONTROLS, '');
}

function lastState(line: string): string {
  const written = line.replace(/\r$/u, '');
  const states = written.split('\r');
  return states.findLast((state) => state !== '') ?? '';
}
