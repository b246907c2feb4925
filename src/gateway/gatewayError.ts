/** What keeps the gateway from running, in words for the person at the screen. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  constructor(
    readonly reason: 'noPort' | 'badToken' | 'crashed' | 'failed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
