import type { Message } from '../../engine/message';
import type { LedgerReader } from './ledgerReader';
import { messageText } from './messageText';

type Messages = Pick<LedgerReader, 'length' | 'message'>;

/**
 * The message that was read from a line of the session's file. A record may make several messages, and a file that is one
 * document makes all of them; words tell which is meant. Where nothing near the line has them, the first message that does.
 *
 * @param line from 1
 * @param words what stands in the message, whatever its case and its blanks; null where that is not known
 * @returns its index; null in a session without messages
 */
export function messageAt(ledger: Messages, line: number, words: string | null): number | null {
  if (ledger.length === 0) return null;
  const nearest = nearestTo(line, ledger);
  if (words === null || words.trim() === '') return nearest[0] ?? 0;
  const pattern = wordsPattern(words);
  const hasWords = (index: number): boolean => saysIt(ledger.message(index), pattern);
  const near = nearest.find(hasWords);
  if (near !== undefined) return near;
  for (let index = 0; index < ledger.length; index++) if (hasWords(index)) return index;
  return nearest[0] ?? 0;
}

/** Messages of the last record that begins at the line or before it. */
function nearestTo(line: number, ledger: Messages): readonly number[] {
  let nearest: number[] = [];
  let nearestLine = 0;
  for (let index = 0; index < ledger.length; index++) {
    const { source } = ledger.message(index);
    if (source === undefined || source.line > line || source.line < nearestLine) continue;
    if (source.line > nearestLine) nearest = [];
    nearestLine = source.line;
    nearest.push(index);
  }
  return nearest;
}

function saysIt(message: Message, pattern: RegExp): boolean {
  return message.role !== 'system' && pattern.test(messageText(message));
}

/** Blanks of arguments are escapes, as these are JSON. */
function wordsPattern(words: string): RegExp {
  const pieces = words
    .trim()
    .split(/\s+/u)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return new RegExp(pieces.join(String.raw`(?:\s|\\+[nrt])+`), 'iu');
}
