import type { VNode } from 'preact';
import './markedText.css';

/** Places marked in one text: of a text with more the first ones show what is meant. */
const mostMarks = 500;

interface MarkedTextProps {
  readonly text: string;
  /** Words to mark, whatever their case; empty for none. */
  readonly search: string;
}

/** A text with the words searched for marked. */
export function MarkedText({ text, search }: MarkedTextProps): VNode {
  return (
    <>
      {markedPieces(text, search).map(({ piece, marked }, place) =>
        marked ? (
          <mark key={place} class="hit">
            {piece}
          </mark>
        ) : (
          piece
        ),
      )}
    </>
  );
}

interface Piece {
  readonly piece: string;
  readonly marked: boolean;
}

/** The text in pieces, those that are the words among them. */
function markedPieces(text: string, search: string): readonly Piece[] {
  if (search === '') return [{ piece: text, marked: false }];
  const pattern = new RegExp(search.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const pieces: Piece[] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (index > end) pieces.push({ piece: text.slice(end, index), marked: false });
    pieces.push({ piece: found, marked: true });
    end = index + found.length;
    if (pieces.length > 2 * mostMarks) break;
  }
  if (end < text.length) pieces.push({ piece: text.slice(end), marked: false });
  return pieces;
}
