import { t } from '../l10n/text';
import type { ProviderErrorReason } from './chatProvider';
import { ProviderError } from './chatProvider';
import { connectionFailure } from './connectionFailure';
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
  /** Milliseconds, where the provider said so. */
  readonly retryAfter?: number;
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

/** The words are the provider's own: Anthropic, OpenAI and those who follow them use one of these codes or sentences. */
const NO_CREDIT = /insufficient_quota|billing_hard_limit|credit balance is too low|insufficient (?:credits|balance)/i;
const RATE_LIMIT = /rate_limit|too_many_requests|RateLimitReached|TooManyRequests|ThrottlingException/i;
const REFUSAL =
  /content_filter|content_policy_violation|ResponsibleAIPolicyViolation|input was flagged|data_inspection_failed/i;
const WRONG_KEY = /invalid_api_key|authentication_error|incorrect api key|invalid x-api-key|permission_error/i;
const NO_MODEL =
  /model_not_found|DeploymentNotFound|no endpoints found|no models? (?:are )?loaded|model\b.{0,120}(?:not found|(?:does )?not exist)|not a valid model id/i;
const NO_TOOLS =
  /does not support tools|support tool use|enable-auto-tool-choice|tool (?:choice|calling) (?:is )?not supported/i;
const OVERLOADED = /overloaded|insufficient_system_resource|loading model|model is loading/i;

/** Turns a failed request into an error whose message says what to do and holds no key. */
export function classifyError(failed: FailedRequest, target: RequestTarget): ProviderError {
  const text = redactSecret(failed.text, target.secret);
  const detail = shorten(text);
  // The cause is rebuilt: the original may carry the request, and with it the key.
  const cause = new Error(detail);
  const said = detail === '' ? '' : ` ${t('The provider says: {0}', detail)}`;
  if (failed.connectionFailed === true) return connectionFailure(text, detail, target.origin);

  const fail = (
    reason: ProviderErrorReason,
    advice: string,
    details: ConstructorParameters<typeof ProviderError>[2] = {},
  ): ProviderError => new ProviderError(reason, advice + said, { cause, ...details });
  const { status } = failed;
  const { origin, model } = target;
  const whole = `${failed.code ?? ''} ${text}`;

  if (status !== 401 && REFUSAL.test(whole)) {
    return fail('refusal', t("The provider's content filter refused the request. Word it differently."));
  }
  if (status === 402 || NO_CREDIT.test(whole)) {
    const advice = t('There is no credit left at {0}. Top it up or choose another model.', origin);
    return fail('rateLimit', advice, { lasting: true, help: 'selectModel' });
  }
  if (status === 401 || status === 403 || (status === undefined && WRONG_KEY.test(whole))) {
    const number = status === undefined ? '' : ` (${String(status)})`;
    return fail(
      'authentication',
      t('{0} refused the API key{1}. Set the key again, or check that it may use {2}.', origin, number, model),
    );
  }
  // A limit of tokens per minute may name tokens as an overflow does; its texts are told apart over there.
  const overflow = overflowFigures(whole) ?? (status === 413 ? {} : null);
  if (overflow !== null) {
    const advice = t(
      'The request is longer than {0} accepts. Compact the context or choose a model with a larger window.',
      model,
    );
    return fail('contextOverflow', advice, overflow);
  }
  if (status === 429 || RATE_LIMIT.test(whole)) {
    const wait = failed.retryAfter;
    return fail(
      'rateLimit',
      wait === undefined
        ? t('{0} takes no more requests now. Wait a moment and try again.', origin)
        : t('{0} takes no more requests now. Wait {1} s and try again.', origin, Math.ceil(wait / 1000)),
      wait === undefined ? {} : { retryAfterMilliseconds: wait },
    );
  }
  if (NO_TOOLS.test(whole)) {
    const advice = t('{0} cannot call tools at {1}, and the agent needs them. Choose another model.', model, origin);
    return fail('badRequest', advice, { help: 'selectModel' });
  }
  if (status === 404 || NO_MODEL.test(whole)) {
    const advice = t(
      '{0} does not know the model {1}, or the base URL is wrong. Choose a model it has, or check the URL.',
      origin,
      model,
    );
    return fail('badRequest', advice, { help: 'selectModel' });
  }
  const isTemporary = status === 408 || status === 409 || status === 425 || OVERLOADED.test(whole);
  if (status !== undefined && status >= 400 && status < 500 && !isTemporary) {
    return fail('badRequest', t('{0} refused the request ({1}).', origin, status));
  }
  const number = status === undefined ? '' : ` (${String(status)})`;
  const wait = failed.retryAfter;
  return fail(
    'server',
    t('{0} failed{1}. Try again; if it goes on, the provider has a problem.', origin, number),
    wait === undefined ? {} : { retryAfterMilliseconds: wait },
  );
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST_DETAIL ? `${line.slice(0, LONGEST_DETAIL)}…` : line;
}
