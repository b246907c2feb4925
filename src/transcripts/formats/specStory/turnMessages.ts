import type { Message, Part } from '../../../engine/message';
import type { MessageDraft } from '../../messageDraft';
import { readPieces, type ToolPiece } from './pieces';
import type { Turn } from './turns';

export interface TurnMessages {
  readonly messages: readonly Message[];
  /** Turns of subagents, which are left out. */
  readonly sidechains: number;
}

/** Turns as messages: what a tool came to stands in a message of its own behind the words that called it. */
export function readTurnMessages(turns: readonly Turn[]): TurnMessages {
  const main = turns.filter(({ isSidechain }) => !isSidechain);
  const shown = main.length === 0 ? turns : main;
  const messages: Message[] = [];
  for (const turn of shown) addTurn(turn, messages);
  return { messages, sidechains: turns.length - shown.length };
}

function addTurn(turn: Turn, messages: Message[]): void {
  const text = turn.lines.map((line) => line.text);
  if (turn.speaker === 'user') {
    const said = trimBlank(text.join('\n'));
    messages.push(draft(turn, 'user', 0, said === '' ? [] : [{ type: 'text', text: said }]));
    return;
  }
  let parts: Part[] = [];
  let results: MessageDraft[] = [];
  let count = 0;
  const end = (): void => {
    if (parts.length > 0) messages.push(draft(turn, 'assistant', count++, parts), ...results);
    [parts, results] = [[], []];
  };
  for (const piece of readPieces(text)) {
    if (results.length > 0 && piece.kind !== 'tool') end();
    if (piece.kind !== 'tool') {
      parts.push(piece.kind === 'text' ? { type: 'text', text: piece.text } : { type: 'thinking', text: piece.text });
      continue;
    }
    const id = `call-${String(turn.head.line)}-${String(count)}-${String(results.length)}`;
    parts.push({ type: 'toolCall', id, name: piece.name, arguments: argumentsOf(piece) });
    results.push(resultOf(piece, turn, id));
  }
  end();
}

function resultOf(piece: ToolPiece, turn: Turn, id: string): MessageDraft {
  const message = draft(turn, 'tool', 0, piece.body === '' ? [] : [{ type: 'text', text: piece.body }]);
  message.id = `line-${String(turn.head.line)}:${id}`;
  message.toolCallId = id;
  message.toolName = piece.name;
  if (/^(?:```\w*\n)?(?:Error:|<tool_use_error>)/.test(piece.body)) message.isError = true;
  return message;
}

/** What the line above a result says of the call. */
function argumentsOf({ type, summary }: ToolPiece): string {
  if (summary === '') return '{}';
  const [, command] = type === 'shell' || type === null ? (/^(`+)?([\s\S]+?)\1$/.exec(summary)?.slice(1) ?? []) : [];
  const isCode = command !== undefined && summary.startsWith('`');
  return JSON.stringify(isCode ? { command } : { summary });
}

function draft(turn: Turn, role: Message['role'], count: number, parts: readonly Part[]): MessageDraft {
  const { line, byteOffset } = turn.head;
  const id = count === 0 ? `line-${String(line)}` : `line-${String(line)}.${String(count)}`;
  const message: MessageDraft = { id, role, parts, source: { line, byteOffset } };
  if (turn.createdAt !== null) message.createdAt = turn.createdAt;
  if (role === 'assistant' && turn.model !== null) message.model = turn.model;
  return message;
}

function trimBlank(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}
