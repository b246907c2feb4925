/** VS Code or the browser for it could not be had; the message is one line for the person at the terminal. */
export class HostError extends Error {
  override readonly name = 'HostError';

  constructor(
    readonly reason: 'unsupported-platform' | 'npm-failed' | 'chromium-missing' | 'server-start',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
