import { ProviderError } from './chatProvider';

/** Only servers of one's own machine; a host elsewhere that refuses may be starting anew. */
const LOOPBACK = /^https?:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/;

/**
 * No response came, or it broke off.
 *
 * @param text what the causes say, the key taken out
 * @param detail the same, fit to be shown
 */
export function connectionFailure(text: string, detail: string, origin: string): ProviderError {
  const fail = (message: string, lasting = false): ProviderError =>
    new ProviderError('network', message, { cause: new Error(detail), ...(lasting ? { lasting } : {}) });
  if (/ECONNREFUSED/.test(text)) {
    const isLocal = LOOPBACK.test(origin);
    return fail(`Nothing answers at ${origin}. Start the server there, or change the base URL.`, isLocal);
  }
  if (/ENOTFOUND|EAI_AGAIN/.test(text)) {
    return fail(`The host of ${origin} was not found. Check the base URL and the network.`);
  }
  if (/timed? ?out/i.test(text)) return fail(`${origin} did not answer in time. Try again.`);
  if (/certificate|self.signed/i.test(text)) {
    return fail(`The certificate of ${origin} was not accepted: ${detail}`, true);
  }
  if (/redirect/i.test(text)) {
    return fail(
      `${origin} sends requests elsewhere, and the key must not follow. Set the base URL to where it leads.`,
      true,
    );
  }
  return fail(`The connection to ${origin} failed: ${detail}. Try again.`);
}
