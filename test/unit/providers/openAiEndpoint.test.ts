import { afterEach, describe, expect, it, vi } from 'vitest';
import { OpenAiProvider } from '../../../src/providers/openAi';
import { endpointOf, endpointUrl } from '../../../src/providers/openAiEndpoint';
import { collect } from '../../contract/provider/describeChatProvider';
import { filledHeaders } from '../../../src/providers/requestHeaders';

describe('the address of a server', () => {
  it.each([
    ['https://api.openai.com/v1', 'https://api.openai.com/v1/models'],
    ['https://api.openai.com', 'https://api.openai.com/v1/models'],
    ['https://api.anthropic.com/v1/', 'https://api.anthropic.com/v1/models'],
    ['http://localhost:11434', 'http://localhost:11434/v1/models'],
    ['http://127.0.0.1:1234/v1/chat/completions', 'http://127.0.0.1:1234/v1/models'],
    ['https://openrouter.ai', 'https://openrouter.ai/api/v1/models'],
    ['https://openrouter.ai/api/v1', 'https://openrouter.ai/api/v1/models'],
    ['https://me.openai.azure.com', 'https://me.openai.azure.com/openai/v1/models'],
    ['https://me.openai.azure.com/openai/', 'https://me.openai.azure.com/openai/v1/models'],
    [
      'https://me.openai.azure.com/openai/v1?api-version=preview',
      'https://me.openai.azure.com/openai/v1/models?api-version=preview',
    ],
    [
      'https://me.openai.azure.com/openai/deployments/gpt',
      'https://me.openai.azure.com/openai/deployments/gpt/models?api-version=2024-10-21',
    ],
    [
      'https://me.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2025-01-01-preview',
      'https://me.openai.azure.com/openai/deployments/gpt/models?api-version=2025-01-01-preview',
    ],
    ['https://gateway.example.com/team/llm', 'https://gateway.example.com/team/llm/models'],
  ])('%s', (address, models) => {
    expect(endpointUrl(endpointOf(address), '/models')).toBe(models);
  });
});

describe('headers of the settings', () => {
  it('get the key in its place, and are left out where there is none', () => {
    const templates = { 'X-Title': 'Strata', 'X-Api-Key': '${apiKey}', Authorization: 'Bearer ${apiKey}' };
    expect(filledHeaders(templates, 'a$&b')).toEqual({
      'X-Title': 'Strata',
      'X-Api-Key': 'a$&b',
      Authorization: 'Bearer a$&b',
    });
    expect(filledHeaders(templates, undefined)).toEqual({ 'X-Title': 'Strata' });
  });
});

describe('a request as it is sent', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
  });

  async function sent(options: Partial<ConstructorParameters<typeof OpenAiProvider>[0]>) {
    const requests: { url: string; init: RequestInit | undefined; headers: Headers }[] = [];
    vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
      requests.push({ url: url instanceof Request ? url.url : String(url), init, headers: new Headers(init?.headers) });
      return new Response('data: {"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n', {
        headers: { 'content-type': 'text/event-stream' },
      });
    });
    const provider = new OpenAiProvider({
      id: 'openai',
      baseUrl: 'https://api.openai.com/v1',
      apiKey: async () => 'the-key',
      ...options,
    });
    const request = { model: 'm', messages: [], tools: [], maxOutputTokens: 9 };
    await collect(provider, request);
    const first = requests[0];
    if (first === undefined) throw new Error('Nothing was sent.');
    return first;
  }

  it('has the version and the header that Azure wants', async () => {
    const { url, headers } = await sent({ baseUrl: 'https://me.openai.azure.com/openai/deployments/gpt' });
    expect(url).toBe('https://me.openai.azure.com/openai/deployments/gpt/chat/completions?api-version=2024-10-21');
    expect(headers.get('api-key')).toBe('the-key');
    expect(headers.has('authorization')).toBe(false);
  });

  it('has the headers and fields of the settings, which change nothing the agent needs', async () => {
    const { init, headers } = await sent({
      headers: { 'HTTP-Referer': 'https://example.com' },
      extraBody: { provider: { sort: 'price' }, model: 'other' },
    });
    expect(headers.get('http-referer')).toBe('https://example.com');
    expect(headers.get('authorization')).toBe('Bearer the-key');
    expect(JSON.parse(init?.body as string)).toMatchObject({ provider: { sort: 'price' }, model: 'm' });
  });

  it('has nothing from the environment and nothing about the machine', async () => {
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'X-Foreign: secret\nAuthorization: Bearer foreign');
    vi.stubEnv('OPENAI_ORG_ID', 'org-foreign');
    const { headers } = await sent({ apiKey: async () => undefined });
    expect([...headers.keys()].sort()).toEqual(['accept', 'content-type']);
  });

  it('is not sent on to where a redirect leads', async () => {
    expect((await sent({})).init?.redirect).toBe('error');
  });
});
