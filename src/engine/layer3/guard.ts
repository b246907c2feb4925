import type { SummaryFault } from '../decision';
import type { SummaryReply } from './summarizer';

/** Replies shorter than this many characters that open like an error or a refusal are one. */
const SHORT_REPLY_CHARACTERS = 600;

/** A summary has to say something: characters left when headings, bullets and words for nothing are taken away. */
const FEWEST_CHARACTERS = 40;

/** A summary as large as this share of what it replaces is not worth its call. */
const LARGEST_SHARE = 0.9;

const REFUSAL =
  /^(?:i['’]?m (?:sorry|unable|not able)|i (?:am|must) (?:sorry|unable|decline)|i (?:can['’]?t|cannot|won['’]?t)|sorry[,. ]|as an ai\b|lo siento|no puedo (?:ayudar|hacer|cumplir)|je (?:ne peux pas|suis désolé)|es tut mir leid|ich kann (?:das |dies )?nicht)/iu;

const ERROR_TEXT =
  /^(?:\{\s*"(?:error|detail|message|type)"|<(?:!doctype|html)|(?:an )?(?:internal (?:server )?|api |upstream |unexpected )?error\b|http(?:\/[\d.]+)? ?[45]\d\d|[45]\d\d [a-z]|request (?:failed|timed out)|(?:service|model) (?:is )?(?:unavailable|overloaded)|rate limit|too many requests|traceback \()/iu;

const NOTHING = /^(?:none|n\/a|nothing|no|unknown|ninguno|ninguna|nada|-|—)\.?$/iu;

/** A reply's text without the reasoning some models write into it. */
export function summaryTextOf(reply: SummaryReply): string {
  return reply.text
    .replace(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/giu, '')
    .replace(/^\s*<think(?:ing)?>[\s\S]*$/iu, '')
    .toWellFormed()
    .trim();
}

/**
 * The one guard every summary passes, whoever wrote it.
 *
 * @param tokens of the reply's text
 * @param room of what it would stand for, and what may take its place
 * @returns what is wrong with it, or null
 */
export function summaryFault(
  reply: SummaryReply,
  tokens: number,
  room: { readonly replacedTokens: number; readonly roomTokens: number },
): SummaryFault | null {
  if (reply.finish === 'tool-calls') return 'toolCall';
  if (reply.finish === 'refusal') return 'refusal';
  const text = summaryTextOf(reply);
  if (text === '') return reply.thinking.trim() === '' && reply.text.trim() === '' ? 'empty' : 'thinkingOnly';
  if (reply.finish === 'length') return 'cutOff';
  if (text.length <= SHORT_REPLY_CHARACTERS) {
    if (REFUSAL.test(text)) return 'refusal';
    if (ERROR_TEXT.test(text)) return 'errorText';
  }
  if (substance(text) < FEWEST_CHARACTERS) return 'empty';
  return tokens > Math.min(room.replacedTokens * LARGEST_SHARE, room.roomTokens) ? 'notSmaller' : null;
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
