import { inspect } from 'node:util';
import { window } from 'vscode';
import type { Disposable } from './disposables';

/** The log a user can read and send: what happened and why, never a secret, never the text of a conversation. */
export interface Log extends Disposable {
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  error(text: string, error?: unknown): void;
  show(): void;
}

/** Keys as providers form them, and header values that carry one. */
const SECRETS = /\b(?:sk|pk|rk|key|ghp|gho|xox[a-z])[-_][\w-]{8,}|\bBearer\s+[\w.~+/=-]{8,}/gi;

/** The text with everything that looks like a key taken out: an error of a library may quote a whole request. */
export function withoutSecrets(text: string): string {
  return text.replace(SECRETS, '[secret]');
}

/** The output channel "Strata"; its level is set with VS Code's own command. */
export function createLog(): Log {
  const channel = window.createOutputChannel('Strata', { log: true });
  return {
    debug: (text) => {
      channel.debug(withoutSecrets(text));
    },
    info: (text) => {
      channel.info(withoutSecrets(text));
    },
    warn: (text) => {
      channel.warn(withoutSecrets(text));
    },
    error: (text, error) => {
      const details = error instanceof Error ? (error.stack ?? error.message) : inspect(error);
      channel.error(withoutSecrets(error === undefined ? text : `${text}\n${details}`));
    },
    show: () => {
      channel.show(true);
    },
    dispose: () => {
      channel.dispose();
    },
  };
}
