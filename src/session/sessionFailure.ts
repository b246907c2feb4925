import type { ContextLedger } from '../engine/ledger';
import { ProviderError, type ProviderHelp } from '../providers/chatProvider';
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

const RETRY: FailureAction = { label: 'Try again', command: 'retry' };
const SET_KEY: FailureAction = { label: 'Set API key', command: 'setApiKey' };
const EDIT_MEMORY: FailureAction = { label: 'Edit memory', command: 'editMemory' };
const SELECT_MODEL: FailureAction = { label: 'Choose another model', command: 'selectModel' };
const OPEN_SETTINGS: FailureAction = { label: 'Open settings', command: 'openSettings' };

/** What a person reads of an error, and what they can do about it. */
export function failureOf(error: unknown): SessionFailure {
  if (error instanceof ProviderError) return { text: error.message, action: providerAction(error) };
  if (error instanceof SessionError) return { text: error.message, action: sessionAction(error) };
  if (error instanceof MemoryError) return { text: error.message, action: EDIT_MEMORY };
  // Both speak to a person already; the next try may find the disk in a better state.
  if (error instanceof JournalError) return { text: error.message, action: isFinal(error) ? null : RETRY };
  if (error instanceof ArchiveError) return { text: error.message, action: RETRY };
  const text = error instanceof Error ? error.message : String(error);
  return { text: `Something went wrong: ${text}`, action: RETRY };
}

const HELP: Readonly<Record<ProviderHelp, FailureAction>> = {
  retry: RETRY,
  setApiKey: SET_KEY,
  selectModel: SELECT_MODEL,
  openSettings: OPEN_SETTINGS,
};

function providerAction(error: ProviderError): FailureAction | null {
  if (error.details.help !== undefined) return HELP[error.details.help];
  switch (error.reason) {
    case 'authentication':
      return SET_KEY;
    case 'badRequest':
      return OPEN_SETTINGS;
    case 'contextOverflow':
    case 'refusal':
      return SELECT_MODEL;
    case 'rateLimit':
    case 'network':
    case 'server':
      return RETRY;
    case 'cancelled':
      return null;
  }
}

function sessionAction(error: SessionError): FailureAction | null {
  switch (error.reason) {
    case 'tooLarge':
    case 'noModel':
      return SELECT_MODEL;
    case 'emptyReply':
    case 'toolRounds':
      return RETRY;
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
      return `message ${index} (${toolName ?? role}, about ${tokens} tokens)`;
    })
    .join(', ');
}
