import type { ScriptedCall, ScriptedMessage, ScriptedReply } from './script';

export function say(text: string, more: Partial<ScriptedMessage> = {}): ScriptedReply {
  return { kind: 'message', text, ...more };
}

export function call(...calls: readonly ScriptedCall[]): ScriptedReply {
  return { kind: 'message', calls };
}

/** OpenAI's answer to an input that does not fit, byte for byte but for the numbers (tokens). */
export function contextOverflow(windowTokens: number, inputTokens: number): ScriptedReply {
  return {
    kind: 'error',
    status: 400,
    body: {
      error: {
        message: `This model's maximum context length is ${windowTokens} tokens. However, your messages resulted in ${inputTokens} tokens. Please reduce the length of the messages.`,
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  };
}

/** OpenAI's answer to a wrong key; it repeats the key it was sent. */
export function wrongKey(key: string): ScriptedReply {
  return {
    kind: 'error',
    status: 401,
    body: {
      error: {
        message: `Incorrect API key provided: ${key}. You can find your API key in your account settings.`,
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    },
  };
}

/** @param retryAfter Seconds. */
export function rateLimited(retryAfter: number): ScriptedReply {
  return {
    kind: 'error',
    status: 429,
    headers: { 'retry-after': String(retryAfter) },
    body: {
      error: {
        message: 'Rate limit reached for gpt-4o on requests per min (RPM): Limit 3, Used 3, Requested 1.',
        type: 'requests',
        param: null,
        code: 'rate_limit_exceeded',
      },
    },
  };
}

export function serverError(): ScriptedReply {
  return {
    kind: 'error',
    status: 500,
    body: {
      error: {
        message: 'The server had an error while processing your request. Sorry about that!',
        type: 'server_error',
        param: null,
        code: null,
      },
    },
  };
}
