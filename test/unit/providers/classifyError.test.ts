import { describe, expect, it } from 'vitest';
import { classifyError } from '../../../src/providers/classifyError';

const target = { model: 'm-1', origin: 'https://api.example.com', secret: 'sk-secret-123456' };

describe('classifyError', () => {
  it.each([
    [{ status: 401, text: 'no' }, 'authentication'],
    [{ status: 403, text: 'no' }, 'authentication'],
    [{ status: 402, text: 'no credit' }, 'rateLimit'],
    [{ status: 404, text: 'no such model' }, 'badRequest'],
    [{ status: 413, text: 'Payload too large' }, 'contextOverflow'],
    [{ status: 400, code: 'context_length_exceeded', text: 'no' }, 'contextOverflow'],
    [{ status: 500, text: 'the request exceeds the available context size' }, 'contextOverflow'],
    [{ status: 400, code: 'content_filter', text: 'no' }, 'refusal'],
    [{ status: 400, text: 'bad parameter' }, 'badRequest'],
    [{ status: 429, text: 'slow down' }, 'rateLimit'],
    [{ status: 503, text: 'overloaded' }, 'server'],
    [{ text: 'something inside the stream' }, 'server'],
    [{ text: 'connect ECONNREFUSED 127.0.0.1:1', connectionFailed: true }, 'network'],
  ] as const)('%o is %s', (failed, reason) => {
    expect(classifyError(failed, target).reason).toBe(reason);
  });

  it('never repeats the key, in the message or in the cause', () => {
    const error = classifyError({ status: 401, text: 'Incorrect API key: sk-secret-123456.' }, target);
    expect(`${error.message} ${String(error.cause)} ${JSON.stringify(error.details)}`).not.toContain('sk-secret');
    expect(error.message).toContain('[key]');
  });

  it('says how long to wait', () => {
    const error = classifyError({ status: 429, text: 'slow down', retryAfter: 7000 }, target);
    expect(error.details.retryAfterMilliseconds).toBe(7000);
    expect(error.message).toContain('Wait 7 s');
  });

  it('carries the figures of an overflow', () => {
    const error = classifyError({ status: 400, text: 'prompt is too long: 250 tokens > 200 maximum' }, target);
    expect(error.details).toMatchObject({ windowTokens: 200, inputTokens: 250 });
  });

  it('tells a person what to do when nothing answers', () => {
    const error = classifyError({ text: 'fetch failed: connect ECONNREFUSED', connectionFailed: true }, target);
    expect(error.message).toContain('Nothing answers at https://api.example.com');
  });
});
