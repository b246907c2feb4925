import type { Message, Usage } from '../engine/message';
import { counted } from './counted';
import type { ProblemList } from './problemList';
import type { RecordedFacts } from './transcript';

/** Messages without what is no count, by the message as the reader gave it: of one that did not change, the same. */
const cleared = new WeakMap<Message, Message>();

/** Whether it can be a number of tokens at all; a file may say anything. */
export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/** The messages without numbers of tokens that are none: they would go into every sum. */
export function withSoundUsage(messages: readonly Message[], problems: ProblemList): readonly Message[] {
  const wrong = messages.filter(({ usage }) => usage !== undefined && !isSound(usage));
  if (wrong.length === 0) return messages;
  const words = `The numbers of tokens of ${counted(wrong.length, 'message')} cannot be; they are left out.`;
  problems.report('info', wrong[0]?.source, words);
  const isWrong = new Set(wrong);
  return messages.map((message) => (isWrong.has(message) ? withoutUsage(message) : message));
}

/** What is told of compactions, without numbers of tokens that are none. */
export function withSoundTokens(recorded: RecordedFacts): RecordedFacts {
  const isWrong = (value: number | undefined): boolean => value !== undefined && !isCount(value);
  if (!recorded.compactions.some((each) => isWrong(each.tokensBefore) || isWrong(each.tokensAfter))) return recorded;
  const compactions = recorded.compactions.map(({ tokensBefore, tokensAfter, ...facts }) => ({
    ...facts,
    ...(tokensBefore === undefined || !isCount(tokensBefore) ? {} : { tokensBefore }),
    ...(tokensAfter === undefined || !isCount(tokensAfter) ? {} : { tokensAfter }),
  }));
  return { ...recorded, compactions };
}

function isSound(usage: Usage): boolean {
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  return isCount(inputTokens) && isCount(cachedInputTokens ?? 0) && isCount(outputTokens);
}

function withoutUsage(message: Message): Message {
  const known = cleared.get(message);
  if (known !== undefined) return known;
  const { usage: _, ...rest } = message;
  cleared.set(message, rest);
  return rest;
}
