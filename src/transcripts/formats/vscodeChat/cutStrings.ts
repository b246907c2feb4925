import type { Message } from '../../../engine/message';

/** What VS Code writes in place of a text that is too long for a line of its log. */
const CUT_NOTE = /^\[[^\]:]{1,40}: value truncated for persistence(?:; [^\]]{1,60})?\]$/;

/** Longer than any such note. */
const LONGEST_NOTE = 200;

/** How many texts of the messages are such notes. */
export function countCutStrings(messages: readonly Message[]): number {
  let count = 0;
  for (const { parts } of messages) {
    for (const part of parts) {
      const text = part.type === 'text' || part.type === 'thinking' ? part.text : '';
      if (text !== '' && text.length <= LONGEST_NOTE && CUT_NOTE.test(text)) count += 1;
    }
  }
  return count;
}
