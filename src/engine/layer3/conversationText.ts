import type { Message, Part } from '../message';

/** A message as a summarizing model reads it. */
export interface ConversationPiece {
  readonly index: number;
  /** Heading and whole text. */
  readonly heading: string;
  readonly text: string;
}

/** Characters of a text that is clipped for its size: its beginning and its end. */
const CLIP_HEAD_SHARE = 0.7;

/** Each message once: who speaks, what is said and done. Reasoning and the contents of media are left out. */
export function conversationPiece(message: Message, index: number): ConversationPiece {
  const text = message.parts
    .map((part) => partText(part))
    .filter((part) => part !== '')
    .join('\n');
  return { index, heading: `[${index}] ${speaker(message)}`, text: text.toWellFormed() };
}

export function pieceLength(piece: ConversationPiece): number {
  return piece.heading.length + piece.text.length + 2;
}

/** The pieces as one text, none longer than `longest` characters. */
export function joinPieces(pieces: readonly ConversationPiece[], longest: number): string {
  return pieces.map(({ heading, text }) => `${heading}\n${clip(text, longest)}`).join('\n\n');
}

/**
 * The greatest length to which single pieces can be clipped so that all together have at most `total` characters: short
 * messages stay whole, the longest give way first.
 */
export function longestPiece(pieces: readonly ConversationPiece[], total: number): number {
  const lengths = pieces.map((piece) => piece.text.length).sort((a, b) => a - b);
  let room = total - pieces.reduce((sum, piece) => sum + piece.heading.length + 3, 0);
  for (const [position, length] of lengths.entries()) {
    const share = Math.floor(room / (lengths.length - position));
    if (length > share) return Math.max(0, share);
    room -= length;
  }
  return Number.POSITIVE_INFINITY;
}

function clip(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const note = ` […${text.length - longest} characters left out…] `;
  const room = Math.max(0, longest - note.length);
  const head = Math.floor(room * CLIP_HEAD_SHARE);
  const tail = room - head;
  return `${text.slice(0, head)}${note}${tail === 0 ? '' : text.slice(-tail)}`.toWellFormed();
}

function speaker(message: Message): string {
  switch (message.role) {
    case 'system':
      return 'System';
    case 'user':
      return message.synthetic === undefined ? 'User' : 'Note';
    case 'assistant':
      return 'Agent';
    case 'tool':
      return `Result of ${message.toolName ?? 'a tool'}${message.isError === true ? ' (error)' : ''}`;
  }
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'thinking':
      return '';
    case 'toolCall':
      return `Call ${part.name} ${part.arguments}`;
    case 'media':
      return `[${part.kind}, ${part.mediaType}]`;
    case 'raw':
      return `[${part.kind}]`;
  }
}
