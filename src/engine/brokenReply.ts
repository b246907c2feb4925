import type { Message } from './message';
import { textOf } from './message';

/** Follows a reply that broke off, so that the model goes on and the history stays valid: no request ends with a reply. */
export const BROKEN_REPLY_NOTE =
  '[The reply above broke off: the connection to the model failed. Go on where it ends, without repeating it.]';

/** Whether the message says that the one before it broke off. */
export function isBrokenReplyNote(message: Message): boolean {
  return message.synthetic === 'injected' && textOf(message) === BROKEN_REPLY_NOTE;
}
