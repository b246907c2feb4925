import { toolCallsOf, type Message, type Part } from '../engine/message';
import { isKnownWellFormed } from './heldParts';
import type { ProblemList } from './problemList';

/** Messages whose texts were looked at: of a file that grows, only new ones are. */
const wellFormed = new WeakSet<Message>();

function isWellFormed(message: Message): boolean {
  if (wellFormed.has(message)) return true;
  const isWell = message.parts.every(
    (part) => isKnownWellFormed(part) || textsOf(part).every((text) => text.isWellFormed()),
  );
  if (isWell) wellFormed.add(message);
  return isWell;
}

/** Reports what is wrong with the messages themselves, whatever file they came from. Changes nothing. */
export function reportFindings(messages: readonly Message[], problems: ProblemList): void {
  reportPairs(messages, problems);
  for (const message of messages) {
    if (isWellFormed(message)) continue;
    problems.report(
      'warning',
      message.source,
      'The text holds half a surrogate pair; it is kept, and sent to a model as U+FFFD.',
    );
  }
  if (!messages.some((message) => message.role === 'user' && message.synthetic === undefined)) {
    problems.report('info', undefined, 'The session has no user turns.');
  }
}

function reportPairs(messages: readonly Message[], problems: ProblemList): void {
  const answered = new Set<string>();
  for (const { toolCallId } of messages) if (toolCallId !== undefined) answered.add(toolCallId);
  const called = new Set<string>();
  for (const message of messages) {
    for (const call of toolCallsOf(message)) {
      called.add(call.id);
      if (answered.has(call.id)) continue;
      problems.report('warning', message.source, `The call ${call.id} of ${call.name} has no result.`);
    }
    if (message.role !== 'tool' || called.has(message.toolCallId ?? '')) continue;
    const id = message.toolCallId ?? '';
    const words = id === '' ? 'does not say which call it answers' : `names no call before it (${id})`;
    problems.report('warning', message.source, `A tool result ${words}.`);
  }
}

function textsOf(part: Part): readonly string[] {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return [part.text];
    case 'toolCall':
      return [part.arguments];
    case 'raw':
      return [part.json];
    case 'media':
      return [];
  }
}
