import { t } from '../l10n/text';
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
    return fail(t('Nothing answers at {0}. Start the server there, or change the base URL.', origin), isLocal);
  }
  if (/ENOTFOUND|EAI_AGAIN/.test(text)) {
    return fail(t('The host of {0} was not found. Check the base URL and the network.', origin));
  }
  if (/timed? ?out/i.test(text)) return fail(t('{0} did not answer in time. Try again.', origin));
  if (/certificate|self.signed/i.test(text)) {
    return fail(t('The certificate of {0} was not accepted: {1}', origin, detail), true);
  }
  if (/redirect/i.test(text)) {
    return fail(
      t('{0} sends requests elsewhere, and the key must not follow. Set the base URL to where it leads.', origin),
      true,
    );
  }
  return fail(t('The connection to {0} failed: {1}. Try again.', origin, detail));
}
