import { Buffer } from 'node:buffer';
import type { SourcePosition } from '../engine/message';

/** A line of a text, without its end, and where it stands in the file. */
export interface TextLine extends SourcePosition {
  readonly text: string;
}

/** The lines of a text that starts at a place of a file. */
export function textLines(text: string, { line, byteOffset }: SourcePosition): readonly TextLine[] {
  let offset = byteOffset;
  return text.split('\n').map((content, index) => {
    const found = {
      text: content.endsWith('\r') ? content.slice(0, -1) : content,
      line: line + index,
      byteOffset: offset,
    };
    offset += Buffer.byteLength(content) + 1;
    return found;
  });
}

/** Follows code fences through lines, as Markdown has them. */
export class FenceTracker {
  private fence: string | null = null;

  /** Whether the next line is inside a fence. */
  get isOpen(): boolean {
    return this.fence !== null;
  }

  /** Takes the next line. */
  next(line: string): void {
    const [, ticks = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (ticks === '') return;
    if (this.fence === null) {
      if (!info.includes('`')) this.fence = ticks;
    } else if (ticks.startsWith(this.fence) && info.trim() === '') this.fence = null;
  }

  /** Ends a fence that lost its end. */
  close(): void {
    this.fence = null;
  }
}
