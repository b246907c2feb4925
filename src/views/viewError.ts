import { l10n } from 'vscode';
import type { Log } from '../platform/log';

/** A request of a page or a command that cannot be carried out; the message is for the user. */
export class ViewError extends Error {
  override readonly name = 'ViewError';
  constructor(
    readonly reason: 'invalidRequest' | 'readOnly' | 'notFound' | 'noSession' | 'restricted',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * What may be shown of an error: the message of our own errors, which all carry a `reason`; of anything else only that
 * it happened, while the details go to the log.
 */
export function describeError(log: Log, error: unknown): string {
  if (error instanceof Error && 'reason' in error && typeof error.reason === 'string') return error.message;
  log.error('Unexpected error', error);
  return l10n.t('Something unexpected failed; the details are in the Strata log.');
}
