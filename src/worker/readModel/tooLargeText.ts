import type { ContextTooLargeError } from '../../engine/contextTooLarge';
import { roleWord } from '../../l10n/roleWord';
import { t, tn } from '../../l10n/text';

/** What the engine's error says, for the person who has to do something about it. */
export function tooLargeText({ totalTokens, limitTokens, items }: ContextTooLargeError): string {
  const named = items.map(({ index, role, tokens }) =>
    tn('message {1} ({2}, {0} token)', 'message {1} ({2}, {0} tokens)', tokens, index, roleWord(role)),
  );
  return [
    t('What must stay takes {0} tokens, and {1} would fit.', totalTokens, limitTokens),
    t('The largest: {0}.', named.join(', ')),
    t('Unpin or shorten these, or choose a model with a larger window.'),
  ].join(' ');
}
