import { pieceLength } from './conversationText';
import type { ConversationPiece } from './conversationText';

export interface ChunkLimits {
  /** Characters above which a text is split. */
  readonly chunkCharacters: number;
  readonly maximumChunks: number;
}

/**
 * Splits a conversation between messages into as few chunks of about equal length as the limits allow: one up to
 * `chunkCharacters`, never more than `maximumChunks` however long it is.
 */
export function chunksOf(pieces: readonly ConversationPiece[], limits: ChunkLimits): ConversationPiece[][] {
  const total = pieces.reduce((sum, piece) => sum + pieceLength(piece), 0);
  const wanted = Math.min(limits.maximumChunks, Math.max(1, Math.ceil(total / limits.chunkCharacters)));
  const size = total / wanted;
  const chunks: ConversationPiece[][] = [];
  let passed = 0;
  for (const piece of pieces) {
    // A piece belongs to the chunk its middle lies in.
    const place = Math.min(wanted - 1, Math.floor((passed + pieceLength(piece) / 2) / size));
    const newest = chunks.at(-1);
    if (newest === undefined || place >= chunks.length) chunks.push([piece]);
    else newest.push(piece);
    passed += pieceLength(piece);
  }
  return chunks;
}
