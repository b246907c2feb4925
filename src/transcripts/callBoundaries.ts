import type { Message } from '../engine/message';

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
  messages.forEach((message, index) => {
    const before = messages[index - 1]?.role;
    if (message.role !== 'assistant' || (before !== 'user' && before !== 'tool')) return;
    if (isModelReply(message)) boundaries.push(index);
  });
  return boundaries;
}
