import { textOf } from '../../engine/message';
import { noSuchSession } from '../severalSessions';
import type { ProblemList } from '../problemList';
import { titleFromUser } from '../sessionTitle';
import { textLines, type TextLine } from '../textLines';
import type { ReadContext, ReadSession, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { ChatBuilder, type AiderChat } from './aider/chatBuilder';

/** Chat histories of aider, `.aider.chat.history.md`, and transcripts it publishes. */
export const aider: TranscriptFormat = { id: 'aider', label: 'aider chat history', detect, open };

/** Characters at the start of a text that are looked at. */
const LOOKED_AT = 50_000;

const START = /^# aider chat started at (.+)$/;

/** Lines only aider writes. */
const OWN_LINES = /^> (?:Applied edit to |Added .+ to the chat|Aider v\d|Tokens: .+ sent|Commit [0-9a-f]{7,} )/m;

function detect(sample: readonly unknown[]): number {
  const [text] = sample;
  if (typeof text !== 'string') return 0;
  const start = text.slice(0, LOOKED_AT);
  if (new RegExp(START, 'm').test(start)) return 1;
  if (PAGE_START.test(start)) return 0.9;
  return OWN_LINES.test(start) && /^#### /m.test(start) ? 0.9 : 0;
}

/** Where a published page has a part of the chat, and where that ends. */
const PAGE_START = /^<div class="chat-transcript"/m;
const PAGE_END = /^<\/div>\s*$/;

function open({ problems, session }: ReadContext): RecordReader {
  const chats: AiderChat[] = [];
  return {
    add(record, position) {
      if (typeof record === 'string') chats.push(...readChats(record, textLines(record, position)));
      else problems.report('info', position, 'The record is no text; it was left out.');
    },
    finish: (found) => finish(chats, session, found),
  };
}

function readChats(text: string, lines: readonly TextLine[]): readonly AiderChat[] {
  const chats: AiderChat[] = [];
  let builder = new ChatBuilder(null);
  let isInside = !PAGE_START.test(text);
  const isPage = !isInside;
  for (const line of lines) {
    const [, startedAt] = START.exec(line.text) ?? [];
    if (isPage && PAGE_START.test(line.text)) isInside = true;
    else if (isPage && PAGE_END.test(line.text)) isInside = false;
    else if (startedAt !== undefined) {
      chats.push(builder.finish());
      builder = new ChatBuilder(startedAt.trim());
    } else if (isInside) builder.add(line);
  }
  chats.push(builder.finish());
  return chats.filter(({ messages }) => messages.length > 0);
}

/**
 * The file goes on through all that was ever asked in a project: the newest chat in which anything was said is shown.
 *
 * @throws TranscriptError `severalSessions`
 */
function finish(chats: readonly AiderChat[], asked: number | undefined, problems: ProblemList): ReadSession {
  if (chats.length === 0) return { messages: [] };
  const newest = chats.findLastIndex(({ messages }) => messages.some(({ role }) => role === 'assistant'));
  const shown = asked ?? (newest < 0 ? chats.length - 1 : newest);
  const chat = chats[shown];
  if (chat === undefined) throw noSuchSession(shown, chats.length);
  const { messages, compactions } = chat;
  const session: ReadSession = {
    messages,
    title: titleOf(chat),
    ...(compactions.length === 0 ? {} : { recorded: { compactions } }),
  };
  if (chats.length === 1) return session;
  const words = `The file holds ${String(chats.length)} chats; number ${String(shown)} (from 0) is shown.`;
  problems.report('info', messages[0]?.source, words);
  const titles = chats.map((each) => {
    const title = titleOf(each) ?? 'Chat';
    return each.startedAt === null ? title : `${each.startedAt}: ${title}`;
  });
  return { ...session, sessions: { shown, titles } };
}

/** What was asked first; commands to aider say little. */
function titleOf({ messages }: AiderChat): string | null {
  return titleFromUser(messages.filter((message) => !textOf(message).startsWith('/'))) ?? titleFromUser(messages);
}
