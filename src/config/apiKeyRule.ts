import { settings } from './settings';

/**
 * Whether a call without a key is bound to fail, so that nothing needs to be sent to learn it. Only the default server is
 * known to want one; local and other servers say so themselves.
 *
 * @param baseUrl an http or https address, as `validateSettings` lets through.
 */
export function needsApiKey(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === new URL(settings['openai.baseUrl'].default).hostname;
}
