import type { SummaryFault } from '../decision';
import type { SummaryReply } from './summarizer';

/** Replies shorter than this many characters that open like an error or a refusal are one. */
const SHORT_REPLY_CHARACTERS = 600;

/** A summary has to say something: characters left when headings, bullets and words for nothing are taken away. */
const FEWEST_CHARACTERS = 40;

/** A summary as large as this share of what it replaces is not worth its call. */
const LARGEST_SHARE = 0.9;

const REFUSAL =
  /^(?:i['’]?m (?:sorry|unable|not able|afraid)|i (?:am|must) (?:sorry|unable|decline)|i (?:can['’]?t|cannot|won['’]?t|apologi[sz]e)|unfortunately|sorry[,. ]|as an ai\b|(?:sure|of course|certainly)[!,.][^\n]{0,60}(?:provide|share|paste)|lo (?:siento|lamento)|no puedo (?:ayudar|hacer|cumplir|resumir)|je (?:ne peux pas|suis désolé)|es tut mir leid|ich kann (?:das |dies )?nicht|mi dispiace|desculpe|抱歉|对不起|很抱歉|申し訳|죄송)/iu;

const ERROR_TEXT =
  /^(?:(?:an )?(?:internal (?:server )?|api |upstream |unexpected )?error\b|http(?:\/[\d.]+)? ?[45]\d\d|[45]\d\d [a-z]|request (?:failed|timed out)|(?:the )?(?:service|model|server) (?:is )?(?:currently )?(?:unavailable|overloaded|not (?:ready|available))|rate limit|too many requests|you (?:have )?exceeded|quota exceeded|traceback \()/iu;

/** What no summary begins with, however long it is: JSON, a page, a call written as text. */
const MARKUP = /^(?:```\w*\s*)?(?:\{\s*"|\[\s*[{"]|<(?:!doctype|html|\?xml|tool_call|function_call)\b)/iu;

const HEADING = /^\s{0,3}(?:#{1,6}\s+\S|\*\*[^*]{1,80}\*\*:?\s*$|\d[.)]\s+\S)/u;

/** A summary of a whole conversation has more than one section to fill. */
const FEWEST_HEADINGS = 2;

/** Characters of a reply's start that say what it is. */
const OPENING_CHARACTERS = 200;

const THINKING_TAGS = ['think', 'thinking'] as const;

const NOTHING = /^(?:none|n\/a|nothing|no|unknown|ninguno|ninguna|nada|-|—)\.?$/iu;

/** A reply's text without the reasoning some models write into it. Looks at each character once. */
export function summaryTextOf(reply: SummaryReply): string {
  const lower = reply.text.toLowerCase();
  let text = '';
  let position = 0;
  for (;;) {
    const opening = THINKING_TAGS.map((tag) => ({ tag, at: lower.indexOf(`<${tag}>`, position) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at)[0];
    if (opening === undefined) break;
    text += reply.text.slice(position, opening.at);
    const closing = lower.indexOf(`</${opening.tag}>`, opening.at);
    // Reasoning that never ends is all there is.
    position = closing < 0 ? reply.text.length : closing + opening.tag.length + 3;
  }
  return (text + reply.text.slice(position)).toWellFormed().trim();
}

/** What a summary stands for, what may take its place, and whether it was asked for in sections. */
export interface SummaryRoom {
  readonly replacedTokens: number;
  readonly roomTokens: number;
  readonly hasSections: boolean;
}

/**
 * The one guard every summary passes, whoever wrote it.
 *
 * @param tokens of the reply's text
 * @returns what is wrong with it, or null
 */
export function summaryFault(reply: SummaryReply, tokens: number, room: SummaryRoom): SummaryFault | null {
  if (reply.finish === 'tool-calls') return 'toolCall';
  if (reply.finish === 'refusal') return 'refusal';
  const text = summaryTextOf(reply);
  if (text === '') return reply.thinking.trim() === '' && reply.text.trim() === '' ? 'empty' : 'thinkingOnly';
  if (reply.finish === 'length') return 'cutOff';
  if (MARKUP.test(text)) return 'errorText';
  const start = text.slice(0, OPENING_CHARACTERS).replace(/^[\s#>*_`~-]+/u, '');
  if (text.length <= SHORT_REPLY_CHARACTERS || headingsIn(text) === 0) {
    if (REFUSAL.test(start)) return 'refusal';
    if (ERROR_TEXT.test(start)) return 'errorText';
  }
  if (substance(text) < FEWEST_CHARACTERS) return 'empty';
  if (room.hasSections && headingsIn(text) < FEWEST_HEADINGS) return 'unstructured';
  return tokens > Math.min(room.replacedTokens * LARGEST_SHARE, room.roomTokens) ? 'notSmaller' : null;
}

/** Lines that open a section: `## Title`, `**Title**`, `3. Title`. */
function headingsIn(text: string): number {
  return text.split('\n').filter((line) => HEADING.test(line)).length;
}

/** Characters that say something: a blank template has headings only. */
function substance(text: string): number {
  let characters = 0;
  for (const line of text.split('\n')) {
    const words = line.replace(/^[\s>*+\-–•\d.)]+/u, '').trim();
    if (line.trimStart().startsWith('#') || /^\*\*[^*]*\*\*:?$/u.test(words) || NOTHING.test(words)) continue;
    characters += words.length;
  }
  return characters;
}
