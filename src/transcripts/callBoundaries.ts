import type { Message, Role } from '../engine/message';

/**
 * Lengths of the history at each recorded model call. A reply that follows another reply belongs to the same call, so
 * every request ends in a user or tool message.
 *
 * @param isModelReply whether a model, and not its harness, wrote an assistant message
 */
export function callBoundariesOf(
  messages: readonly Message[],
  isModelReply: (message: Message) => boolean = () => true,
): readonly number[] {
  const boundaries: number[] = [];
  let before: Role | undefined;
  for (const [index, message] of messages.entries()) {
    const { role } = message;
    const isCall = role === 'assistant' && (before === 'user' || before === 'tool');
    if (isCall && isModelReply(message)) boundaries.push(index);
    before = role;
  }
  return boundaries;
}
