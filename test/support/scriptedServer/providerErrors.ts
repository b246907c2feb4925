import type { Dialect, ScriptedReply } from './script';

/** Errors of each provider as they read on the wire. */
export interface ProviderFailure {
  readonly provider: Dialect | 'groq' | 'vllmOld';
  readonly what: string;
  readonly reply: ScriptedReply;
}

function refused(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): ScriptedReply {
  return { kind: 'error', status, body, headers };
}

function brokenAfter(text: string, error: unknown): ScriptedReply {
  return { kind: 'streamError', text, error };
}

export const AUTHENTICATION_FAILURES: readonly ProviderFailure[] = [
  {
    provider: 'azure',
    what: 'a wrong key',
    reply: refused(401, {
      error: {
        code: '401',
        message:
          'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.',
      },
    }),
  },
  {
    provider: 'openRouter',
    what: 'a wrong key',
    reply: refused(401, { error: { message: 'No auth credentials found', code: 401 } }),
  },
  {
    provider: 'deepSeek',
    what: 'a wrong key',
    reply: refused(401, {
      error: {
        message: 'Authentication Fails, Your api key: ****cdef is invalid',
        type: 'authentication_error',
        param: null,
        code: 'invalid_request_error',
      },
    }),
  },
  {
    provider: 'anthropic',
    what: 'a wrong key',
    reply: refused(401, {
      error: { code: null, message: 'invalid x-api-key', type: 'authentication_error', param: null },
    }),
  },
  { provider: 'vllm', what: 'a wrong key', reply: refused(401, { error: 'Unauthorized' }) },
];

export const LIMIT_FAILURES: readonly (ProviderFailure & { readonly wait?: number; readonly lasting?: boolean })[] = [
  {
    provider: 'openai',
    what: 'tokens per minute',
    wait: 1_200,
    reply: refused(429, {
      error: {
        message:
          'Rate limit reached for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Used 29000, Requested 1600. Please try again in 1.2s. Visit https://platform.openai.com/account/rate-limits to learn more.',
        type: 'tokens',
        param: null,
        code: 'rate_limit_exceeded',
      },
    }),
  },
  {
    provider: 'openai',
    what: 'no credit',
    lasting: true,
    reply: refused(429, {
      error: {
        message: 'You exceeded your current quota, please check your plan and billing details.',
        type: 'insufficient_quota',
        param: null,
        code: 'insufficient_quota',
      },
    }),
  },
  {
    provider: 'azure',
    what: 'the call rate limit',
    wait: 7_000,
    reply: refused(429, {
      error: {
        code: '429',
        message:
          'Requests to the ChatCompletions_Create Operation under Azure OpenAI API version 2024-10-21 have exceeded call rate limit of your current OpenAI S0 pricing tier. Please retry after 7 seconds.',
      },
    }),
  },
  {
    provider: 'openRouter',
    what: 'no credit',
    lasting: true,
    reply: refused(402, {
      error: { message: 'Insufficient credits. Add more using https://openrouter.ai/settings/credits', code: 402 },
    }),
  },
  {
    provider: 'openRouter',
    what: 'a provider behind it',
    reply: refused(429, {
      error: {
        message: 'Provider returned error',
        code: 429,
        metadata: { raw: 'deepseek/deepseek-r1:free is temporarily rate-limited upstream', provider_name: 'Chutes' },
      },
    }),
  },
  {
    provider: 'deepSeek',
    what: 'no credit',
    lasting: true,
    reply: refused(402, {
      error: { message: 'Insufficient Balance', type: 'unknown_error', param: null, code: 'invalid_request_error' },
    }),
  },
  {
    provider: 'anthropic',
    what: 'requests per minute',
    wait: 12_000,
    reply: refused(
      429,
      {
        error: {
          code: null,
          message: "This request would exceed your organization's rate limit of 50 requests per minute.",
          type: 'rate_limit_error',
          param: null,
        },
      },
      { 'retry-after': '12' },
    ),
  },
  {
    provider: 'anthropic',
    what: 'no credit',
    lasting: true,
    reply: refused(400, {
      error: {
        code: null,
        message: 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade.',
        type: 'invalid_request_error',
        param: null,
      },
    }),
  },
  {
    provider: 'groq',
    what: 'tokens per day',
    wait: 752_500,
    reply: refused(429, {
      error: {
        message:
          'Rate limit reached for model `llama-3.3-70b-versatile` on tokens per day (TPD): Limit 100000, Used 99000, Requested 1871. Please try again in 12m32.5s.',
        type: 'tokens',
        code: 'rate_limit_exceeded',
      },
    }),
  },
];

/** The model or what it can do is at fault: another one helps. */
export const MODEL_FAILURES: readonly ProviderFailure[] = [
  {
    provider: 'openai',
    what: 'no such model',
    reply: refused(404, {
      error: {
        message: 'The model `gpt-9` does not exist or you do not have access to it.',
        type: 'invalid_request_error',
        param: null,
        code: 'model_not_found',
      },
    }),
  },
  {
    provider: 'azure',
    what: 'no such deployment',
    reply: refused(404, {
      error: {
        code: 'DeploymentNotFound',
        message:
          'The API deployment for this resource does not exist. If you created it within the last 5 minutes, please wait a moment and try again.',
      },
    }),
  },
  {
    provider: 'openRouter',
    what: 'no such model',
    reply: refused(400, { error: { message: 'foo/bar is not a valid model ID', code: 400 } }),
  },
  {
    provider: 'openRouter',
    what: 'nobody who calls tools',
    reply: refused(404, {
      error: {
        message:
          'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing',
        code: 404,
      },
    }),
  },
  {
    provider: 'deepSeek',
    what: 'no such model',
    reply: refused(400, {
      error: {
        message:
          'The supported API model names are deepseek-chat or deepseek-reasoner, but you passed gpt-4o: Model Not Exist',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_request_error',
      },
    }),
  },
  {
    provider: 'anthropic',
    what: 'no such model',
    reply: refused(404, { error: { code: null, message: 'model: claude-9', type: 'not_found_error', param: null } }),
  },
  {
    provider: 'ollama',
    what: 'no such model',
    reply: refused(404, {
      error: { message: 'model "llama9" not found, try pulling it first', type: 'api_error', param: null, code: null },
    }),
  },
  {
    provider: 'ollama',
    what: 'no tools',
    reply: refused(400, {
      error: {
        message: 'registry.ollama.ai/library/gemma:latest does not support tools',
        type: 'api_error',
        param: null,
        code: null,
      },
    }),
  },
  {
    provider: 'lmStudio',
    what: 'no model loaded',
    reply: refused(400, {
      error: {
        message: 'No models loaded. Please load a model in the developer page or use the `lms load` command.',
        type: 'invalid_request_error',
        param: 'model',
        code: 'model_not_found',
      },
    }),
  },
  {
    provider: 'vllmOld',
    what: 'no such model',
    reply: refused(404, {
      object: 'error',
      message: 'The model `foo` does not exist.',
      type: 'NotFoundError',
      param: null,
      code: 404,
    }),
  },
  {
    provider: 'vllm',
    what: 'no tools',
    reply: refused(400, {
      error: {
        message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
    }),
  },
];

export const REFUSALS: readonly ProviderFailure[] = [
  {
    provider: 'azure',
    what: 'its content filter',
    reply: refused(400, {
      error: {
        message: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        type: null,
        param: 'prompt',
        code: 'content_filter',
        status: 400,
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      },
    }),
  },
  {
    provider: 'openRouter',
    what: 'moderation',
    reply: refused(403, {
      error: {
        message: 'openai/gpt-4o requires moderation on OpenAI. Your input was flagged for "violence".',
        code: 403,
        metadata: { reasons: ['violence'], flagged_input: 'text' },
      },
    }),
  },
];

export const SERVER_FAILURES: readonly ProviderFailure[] = [
  {
    provider: 'anthropic',
    what: 'overloaded',
    reply: refused(529, { error: { code: null, message: 'Overloaded', type: 'overloaded_error', param: null } }),
  },
  {
    provider: 'llamaCpp',
    what: 'still loading',
    reply: refused(503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }),
  },
  {
    provider: 'openRouter',
    what: 'a provider behind it, in the stream',
    reply: brokenAfter('It began', {
      code: 502,
      message: 'Provider disconnected',
      metadata: { provider_name: 'Novita' },
    }),
  },
  {
    provider: 'anthropic',
    what: 'overloaded, in the stream',
    reply: brokenAfter('It began', { message: 'Overloaded', type: 'overloaded_error' }),
  },
  {
    provider: 'ollama',
    what: 'a failure in the stream, as bare text',
    reply: brokenAfter('It began', 'llama runner process has terminated'),
  },
];
