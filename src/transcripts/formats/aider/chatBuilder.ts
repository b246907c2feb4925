import type { Message, Part } from '../../../engine/message';
import type { MessageDraft } from '../../messageDraft';
import { FenceTracker, type TextLine } from '../../textLines';
import type { RecordedCompaction } from '../../transcript';
import { readTokens } from './tokens';

export interface AiderChat {
  /** As the file writes it; null before the first start. */
  readonly startedAt: string | null;
  readonly messages: readonly Message[];
  readonly compactions: readonly RecordedCompaction[];
}

type Speaker = 'user' | 'tool' | 'assistant';

/** A run of lines of one speaker. */
interface Block {
  readonly speaker: Speaker;
  readonly lines: string[];
  readonly start: TextLine;
}

/** Typed alone, they take the conversation out of the context. */
const CLEARING = /^\/(?:clear|reset)\s*$/;

/** What aider says when its user stops a reply, or after it: no fence of the reply goes on behind it. */
const REPLY_END = /^> (?:\^C|Applied edit to |Commit |Tokens: )/;

/** Puts a chat together line by line: what the user typed, what aider said, what the model answered. */
export class ChatBuilder {
  private readonly messages: MessageDraft[] = [];
  private readonly compactions: RecordedCompaction[] = [];
  private readonly fences = new FenceTracker();
  private block: Block | null = null;
  private model: string | null = null;
  private reply: MessageDraft | null = null;

  constructor(private readonly startedAt: string | null) {}

  add(line: TextLine): void {
    const { text } = line;
    if (this.fences.isOpen && REPLY_END.test(text)) this.fences.close();
    const speaker = this.fences.isOpen ? 'assistant' : speakerOf(text);
    if (speaker === 'assistant') {
      if (this.block?.speaker !== 'assistant' && text.trim() === '') return;
      this.fences.next(text);
    }
    if (this.block?.speaker !== speaker) {
      this.endBlock();
      this.block = { speaker, lines: [], start: line };
    }
    this.block.lines.push(speaker === 'assistant' ? text : withoutMark(text));
  }

  finish(): AiderChat {
    this.endBlock();
    const { startedAt, messages, compactions } = this;
    return { startedAt, messages, compactions };
  }

  private endBlock(): void {
    const { block } = this;
    this.block = null;
    if (block === null) return;
    const text = block.speaker === 'assistant' ? block.lines.join('\n').trimEnd() : block.lines.join('\n');
    const { line, byteOffset } = block.start;
    const source = { line, byteOffset };
    const index = this.messages.length;
    const message: MessageDraft = {
      id: `line-${String(line)}`,
      role: block.speaker === 'assistant' ? 'assistant' : 'user',
      parts: [{ type: 'text', text }],
      source,
    };
    if (block.speaker === 'tool') {
      message.synthetic = 'injected';
      this.noteFacts(block.lines);
    } else if (block.speaker === 'assistant') {
      this.reply = message;
      message.parts = replyParts(text);
      if (this.model !== null) message.model = this.model;
    } else if (CLEARING.test(text) && index > 0) {
      const effects = [{ from: 0, to: index, fate: 'pruned' as const }];
      this.compactions.push({ index, kind: text.trim().slice(1), trigger: 'manual', effects, source });
    }
    this.messages.push(message);
  }

  /** What aider tells of the model, and of the reply before. */
  private noteFacts(lines: readonly string[]): void {
    for (const line of lines) {
      const [, model] = /^(?:Main model|Model|Models): (\S+) with /.exec(line) ?? [];
      if (model !== undefined) this.model = model;
      const usage = readTokens(line);
      if (usage !== null && this.reply !== null) this.reply.usage ??= usage;
    }
  }
}

/** What aider puts around the reasoning of a model that tells it within its reply. */
const REASONING = /<(thinking-content-[0-9a-f]+)>([^]*?)<\/\1>/;

function replyParts(text: string): readonly Part[] {
  const [whole, , reasoning = ''] = REASONING.exec(text) ?? [];
  if (whole === undefined || !text.startsWith(whole)) return [{ type: 'text', text }];
  const said = text.slice(whole.length).trim();
  const thinking: Part = { type: 'thinking', text: reasoning.trim() };
  return said === '' ? [thinking] : [thinking, { type: 'text', text: said }];
}

function speakerOf(text: string): Speaker {
  if (/^####(?: |$)/.test(text)) return 'user';
  return /^>(?: |$)/.test(text) ? 'tool' : 'assistant';
}

/** Without the mark before it and the line break aider adds. */
function withoutMark(text: string): string {
  return text.replace(/^(?:####|>) ?/, '').replace(/ {2}$/, '');
}
