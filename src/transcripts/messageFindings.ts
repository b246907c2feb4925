import { toolCallsOf, type Message, type Part, type ToolCallPart } from '../engine/message';
import { isKnownWellFormed } from './heldParts';
import type { ProblemList } from './problemList';
import type { RecordReader } from './transcriptFormat';

/** What was found of the texts of a session, so that of a file that grows only new messages are looked at. */
interface Looked {
  readonly messages: readonly Message[];
  /** Those with half a surrogate pair. */
  readonly broken: ReadonlySet<Message>;
}

const looked = new WeakMap<RecordReader, Looked>();

/**
 * Reports what is wrong with the messages themselves, whatever file they came from. Changes nothing.
 *
 * @param reader they come from; it gives the same objects again for messages that did not change
 */
export function reportFindings(messages: readonly Message[], problems: ProblemList, reader: RecordReader): void {
  const { broken, unanswered, hasUser } = lookThrough(messages, looked.get(reader));
  looked.set(reader, { messages, broken });
  if (unanswered === null) reportOddPairs(messages, problems);
  else for (const { call, message } of unanswered) reportUnanswered(call, message, problems);
  for (const { source } of broken) {
    problems.report(
      'warning',
      source,
      'The text holds half a surrogate pair; it is kept, and sent to a model as U+FFFD.',
    );
  }
  if (!hasUser) problems.report('info', undefined, 'The session has no user turns.');
}

interface Findings {
  /** Messages with half a surrogate pair. */
  readonly broken: ReadonlySet<Message>;
  /**
   * The calls nobody answered, where every result stands behind the one call it names, as in nearly every session; null
   * where anything else is odd.
   */
  readonly unanswered: readonly OpenCall[] | null;
  readonly hasUser: boolean;
}

/** Goes through the messages once: there may be a hundred thousand, and fetching them takes longer than what is asked. */
function lookThrough(messages: readonly Message[], before: Looked | undefined): Findings {
  const broken = new Set<Message>();
  const calls = new OpenCalls();
  let hasUser = false;
  for (const [index, message] of messages.entries()) {
    const isKnown = before !== undefined && before.messages[index] === message;
    if (isKnown ? before.broken.has(message) : !isWellFormed(message)) broken.add(message);
    calls.take(message);
    hasUser ||= message.role === 'user' && message.synthetic === undefined;
  }
  return { broken, unanswered: calls.unanswered(), hasUser };
}

function isWellFormed({ parts }: Message): boolean {
  for (const part of parts) if (!isKnownWellFormed(part) && !textOfPart(part).isWellFormed()) return false;
  return true;
}

interface OpenCall {
  readonly call: ToolCallPart;
  readonly message: Message;
}

/** Follows calls and results as long as each result stands behind the one call it names. Only calls under way are held. */
class OpenCalls {
  private readonly open = new Map<string, OpenCall>();
  private isOdd = false;

  take(message: Message): void {
    if (message.role === 'assistant') {
      for (const part of message.parts) {
        if (part.type !== 'toolCall') continue;
        this.isOdd ||= this.open.has(part.id);
        this.open.set(part.id, { call: part, message });
      }
    } else if (message.role === 'tool') this.isOdd = !this.open.delete(message.toolCallId ?? '') || this.isOdd;
  }

  unanswered(): readonly OpenCall[] | null {
    return this.isOdd ? null : [...this.open.values()];
  }
}

function reportUnanswered({ id, name }: ToolCallPart, { source }: Message, problems: ProblemList): void {
  problems.report('warning', source, `The call ${id} of ${name} has no result.`);
}

function reportOddPairs(messages: readonly Message[], problems: ProblemList): void {
  const answered = new Set<string>();
  for (const { toolCallId } of messages) if (toolCallId !== undefined) answered.add(toolCallId);
  const called = new Set<string>();
  for (const message of messages) {
    for (const call of toolCallsOf(message)) {
      called.add(call.id);
      if (answered.has(call.id)) continue;
      reportUnanswered(call, message, problems);
    }
    if (message.role !== 'tool' || called.has(message.toolCallId ?? '')) continue;
    const id = message.toolCallId ?? '';
    const words = id === '' ? 'does not say which call it answers' : `names no call before it (${id})`;
    problems.report('warning', message.source, `A tool result ${words}.`);
  }
}

function textOfPart(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return part.text;
    case 'toolCall':
      return part.arguments;
    case 'raw':
      return part.json;
    case 'media':
      return '';
  }
}
