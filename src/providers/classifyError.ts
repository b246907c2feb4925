import { ProviderError } from './chatProvider';
import { overflowFigures } from './overflowErrors';
import { redactSecret } from './redactSecret';

/** A failed request reduced to what matters, so that this file needs no SDK. */
export interface FailedRequest {
  /** HTTP status, or undefined when no response came or the error stood in the stream. */
  readonly status?: number;
  /** The provider's own error code or type. */
  readonly code?: string;
  /** The provider's words, with the body where it says more. */
  readonly text: string;
  readonly retryAfter?: string;
  /** No response came at all. */
  readonly connectionFailed?: boolean;
}

export interface RequestTarget {
  readonly model: string;
  /** Scheme, host and port only. */
  readonly origin: string;
  /** The key that was sent; taken out of every text. */
  readonly secret?: string;
}

/** Characters of a provider's own words that are shown. */
const LONGEST_DETAIL = 300;

/** Turns a failed request into an error whose message says what to do and holds no key. */
export function classifyError(failed: FailedRequest, target: RequestTarget): ProviderError {
  const text = redactSecret(failed.text, target.secret);
  const detail = shorten(text);
  // The cause is rebuilt: the original may carry the request, and with it the key.
  const cause = new Error(detail);
  if (failed.connectionFailed === true) return new ProviderError('network', connectionAdvice(text, target), { cause });

  const { status, code } = failed;
  const said = detail === '' ? '' : ` The provider says: ${detail}`;
  if (status === 401 || status === 403) {
    const advice = `${target.origin} refused the API key (${String(status)}). Set the key again, or check that it may use ${target.model}.`;
    return new ProviderError('authentication', advice + said, { cause });
  }
  const overflow = overflowFigures(`${code ?? ''} ${text}`) ?? (status === 413 ? {} : null);
  if (overflow !== null) {
    const message = `The request is longer than ${target.model} accepts. Compact the context or choose a model with a larger window.`;
    return new ProviderError('contextOverflow', message + said, { cause, ...overflow });
  }
  if (status === 402 || code === 'insufficient_quota') {
    return new ProviderError(
      'rateLimit',
      `There is no credit left at ${target.origin}. Top it up or use another provider.${said}`,
      { cause },
    );
  }
  if (status === 429 || code === 'rate_limit_exceeded') {
    const wait = retryAfterMilliseconds(failed.retryAfter);
    const when = wait === undefined ? 'Wait a moment' : `Wait ${String(Math.ceil(wait / 1000))} s`;
    return new ProviderError(
      'rateLimit',
      `${target.origin} takes no more requests now. ${when} and try again.${said}`,
      {
        cause,
        ...(wait === undefined ? {} : { retryAfterMilliseconds: wait }),
      },
    );
  }
  if (code === 'content_filter' || code === 'content_policy_violation') {
    return new ProviderError(
      'refusal',
      `The provider's content filter refused the request. Word it differently.${said}`,
      { cause },
    );
  }
  if (status === 404) {
    const advice = `${target.origin} does not know the model ${target.model}, or the base URL is wrong. Check both in the settings.`;
    return new ProviderError('badRequest', advice + said, { cause });
  }
  if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 409) {
    return new ProviderError('badRequest', `${target.origin} refused the request (${String(status)}).${said}`, {
      cause,
    });
  }
  const number = status === undefined ? '' : ` (${String(status)})`;
  return new ProviderError(
    'server',
    `${target.origin} failed${number}. Try again; if it goes on, the provider has a problem.${said}`,
    { cause },
  );
}

/** @param value A `Retry-After` header: seconds, or a date, which is left out because it needs a clock. */
function retryAfterMilliseconds(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const seconds = Number(value);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function connectionAdvice(text: string, target: RequestTarget): string {
  if (/ECONNREFUSED/.test(text))
    return `Nothing answers at ${target.origin}. Start the server there, or change the base URL.`;
  if (/ENOTFOUND|EAI_AGAIN/.test(text))
    return `The host of ${target.origin} was not found. Check the base URL and the network.`;
  if (/timed? ?out/i.test(text)) return `${target.origin} did not answer in time. Try again.`;
  if (/certificate|self.signed/i.test(text))
    return `The certificate of ${target.origin} was not accepted: ${shorten(text)}`;
  return `The connection to ${target.origin} failed: ${shorten(text)}. Try again.`;
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST_DETAIL ? `${line.slice(0, LONGEST_DETAIL)}…` : line;
}
