import type { ContextLedger } from '../engine/ledger';
import { roleWord } from '../l10n/roleWord';
import { t, tn } from '../l10n/text';
import { ProviderError } from '../providers/chatProvider';
import type { FailureAction, SessionFailure } from './agentEvents';
import { ArchiveError } from './archiveFolder';
import { JournalError, isFinal } from './journalError';
import { MemoryError } from './memoryFile';

/** The session could not go on; the message is for the person at the screen. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  constructor(
    readonly reason: 'busy' | 'tooLarge' | 'emptyReply' | 'toolRounds' | 'noModel',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

function actionFor(command: FailureAction['command']): FailureAction {
  switch (command) {
    case 'retry':
      return { label: t('Try again'), command };
    case 'setApiKey':
      return { label: t('Set API key'), command };
    case 'editMemory':
      return { label: t('Edit memory'), command };
    case 'selectModel':
      return { label: t('Choose another model'), command };
    case 'compact':
      return { label: t('Compact'), command };
    case 'openSettings':
      return { label: t('Open settings'), command };
  }
}

/** What a person reads of an error, and what they can do about it. */
export function failureOf(error: unknown): SessionFailure {
  if (error instanceof ProviderError) return { text: error.message, action: providerAction(error) };
  if (error instanceof SessionError) return { text: error.message, action: sessionAction(error) };
  if (error instanceof MemoryError) return { text: error.message, action: actionFor('editMemory') };
  // Both speak to a person already; the next try may find the disk in a better state.
  if (error instanceof JournalError) return { text: error.message, action: isFinal(error) ? null : actionFor('retry') };
  if (error instanceof ArchiveError) return { text: error.message, action: actionFor('retry') };
  const text = error instanceof Error ? error.message : String(error);
  return { text: t('Something went wrong: {0}', text), action: actionFor('retry') };
}

function providerAction(error: ProviderError): FailureAction | null {
  if (error.details.help !== undefined) return actionFor(error.details.help);
  switch (error.reason) {
    case 'authentication':
      return actionFor('setApiKey');
    case 'badRequest':
      return actionFor('openSettings');
    case 'contextOverflow':
    case 'refusal':
      return actionFor('selectModel');
    case 'rateLimit':
    case 'network':
    case 'server':
      return actionFor('retry');
    case 'cancelled':
      return null;
  }
}

function sessionAction(error: SessionError): FailureAction | null {
  switch (error.reason) {
    case 'tooLarge':
    case 'noModel':
      return actionFor('selectModel');
    case 'emptyReply':
    case 'toolRounds':
      return actionFor('retry');
    case 'busy':
      return null;
  }
}

/** Messages named in an error about size. */
const NAMED_MESSAGES = 3;

/** The messages that take most of the context, in words. */
export function largestMessages(ledger: ContextLedger): string {
  const sizes: { readonly index: number; readonly tokens: number }[] = [];
  for (let index = 0; index < ledger.length; index += 1) {
    sizes.push({ index, tokens: ledger.state(index).tokensInContext });
  }
  sizes.sort((a, b) => b.tokens - a.tokens);
  return sizes
    .slice(0, NAMED_MESSAGES)
    .map(({ index, tokens }) => {
      const { role, toolName } = ledger.message(index);
      return tn(
        'message {1} ({2}, about {0} token)',
        'message {1} ({2}, about {0} tokens)',
        tokens,
        index,
        toolName ?? roleWord(role),
      );
    })
    .join(', ');
}
