import { FenceTracker } from '../../textLines';

/** One use of a tool: what the line above says of it, and what came of it. */
export interface ToolPiece {
  readonly kind: 'tool';
  readonly name: string;
  /** As SpecStory sorts it, e.g. `shell`; null where it does not. */
  readonly type: string | null;
  readonly summary: string;
  readonly body: string;
}

export type Piece = ToolPiece | { readonly kind: 'text' | 'thinking'; readonly text: string };

const TOOL_START = /^<tool-use\b([^>]*)>/;
const TOOL_END = /<\/tool-use>\s*$/;
const BARE_TOOL = /^Tool use: \*\*(.+?)\*\*\s*(.*)$/;
const THINKING_START = /^<think>/;
const THINKING_END = '</think>';
const SUMMARY = '<summary>';
const SUMMARY_END = '</summary>';

/** Parts what an agent said into words, thoughts and uses of tools. Every line is in one of them. */
export function readPieces(lines: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [];
  const fences = new FenceTracker();
  let text: string[] = [];
  const endText = (): void => {
    const words = trimmed(text);
    if (words !== '') pieces.push({ kind: 'text', text: words });
    text = [];
  };
  for (let index = 0; index < lines.length;) {
    const line = lines[index] ?? '';
    const block = fences.isOpen ? null : readBlock(lines, index, line);
    if (block === null) {
      fences.next(line);
      text.push(line);
      index += 1;
      continue;
    }
    endText();
    pieces.push(block.piece);
    if (block.rest !== '') text.push(block.rest);
    index += block.length;
  }
  endText();
  return pieces;
}

interface Block {
  /** Lines of it. */
  readonly length: number;
  readonly piece: Piece;
  /** Text on its last line, behind its end. */
  readonly rest: string;
}

/** The block that starts at a line; null for a line of text. */
function readBlock(lines: readonly string[], index: number, line: string): Block | null {
  const [, attributes] = TOOL_START.exec(line) ?? [];
  if (attributes !== undefined) {
    const end = endOf(lines, index, (text) => TOOL_END.test(text));
    return { length: end - index, piece: toolPiece(attributes, lines.slice(index, end).join('\n')), rest: '' };
  }
  const [, name, summary = ''] = BARE_TOOL.exec(line) ?? [];
  if (name !== undefined) {
    const end = endOfBare(lines, index + 1);
    const body = trimmed(lines.slice(index + 1, end));
    return { length: end - index, piece: { kind: 'tool', name, type: null, summary, body }, rest: '' };
  }
  if (!THINKING_START.test(line)) return null;
  const end = endOf(lines, index, (text) => text.includes(THINKING_END));
  const block = lines.slice(index, end).join('\n');
  const close = block.indexOf(THINKING_END);
  const [, start] = block.startsWith('<think><details>') ? headingOf(block) : ['', '<think>'.length];
  const thought = withoutEnds(block.slice(start, close < 0 ? block.length : close), ['</details>']);
  // What is said on the last line, behind the thought, is a line of text.
  const rest = close < 0 ? '' : block.slice(close + THINKING_END.length).trim();
  return { length: end - index, piece: { kind: 'thinking', text: trimmed(thought.split('\n')) }, rest };
}

/** Behind the line that ends a block: the first outside of fences, or else the first at all, or the last line. */
function endOf(lines: readonly string[], start: number, isEnd: (line: string) => boolean): number {
  const fences = new FenceTracker();
  let first = -1;
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (isEnd(line)) {
      if (first < 0) first = index;
      if (!fences.isOpen) return index + 1;
    }
    if (index > first && first >= 0 && !fences.isOpen && TOOL_START.test(line)) break;
    fences.next(line);
  }
  return first < 0 ? lines.length : first + 1;
}

/** A use of a tool without marks around it ends where the next block starts. */
function endOfBare(lines: readonly string[], start: number): number {
  const fences = new FenceTracker();
  for (let index = start; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (!fences.isOpen && (TOOL_START.test(line) || BARE_TOOL.test(line) || THINKING_START.test(line))) return index;
    fences.next(line);
  }
  return lines.length;
}

function toolPiece(attributes: string, block: string): ToolPiece {
  const [heading, start] = headingOf(block);
  const [, bareName, summary] = BARE_TOOL.exec(heading.replaceAll('\n', ' ')) ?? [];
  return {
    kind: 'tool',
    name: attribute(attributes, 'data-tool-name') ?? bareName ?? 'unknown',
    type: attribute(attributes, 'data-tool-type'),
    summary: (summary ?? heading).trim(),
    body: trimmed(withoutEnds(block.slice(start), ['</tool-use>', '</details>']).split('\n')),
  };
}

/** The line a block is folded under, and where what it holds starts. */
function headingOf(block: string): readonly [heading: string, end: number] {
  const start = block.indexOf(SUMMARY);
  const end = start < 0 ? -1 : block.indexOf(SUMMARY_END, start);
  if (end < 0) return ['', block.indexOf('>') + 1];
  return [block.slice(start + SUMMARY.length, end), end + SUMMARY_END.length];
}

/** Without the tags at its end, the outer one first. */
function withoutEnds(block: string, tags: readonly string[]): string {
  let text = block.trimEnd();
  for (const tag of tags) if (text.endsWith(tag)) text = text.slice(0, -tag.length).trimEnd();
  return text;
}

function attribute(attributes: string, name: string): string | null {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? null;
}

/** Without blank lines around. */
function trimmed(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}
