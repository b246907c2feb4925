import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProviderError } from '../../../src/providers/chatProvider';
import { findLocalServers } from '../../../src/providers/localServers';
import { listModels, modelsIn } from '../../../src/providers/modelList';
import { say } from '../../support/scriptedServer/replies';
import { startScriptedServer, type ScriptedServer } from '../../support/scriptedServer/scriptedServer';

let server: ScriptedServer | null = null;

afterEach(async () => {
  vi.unstubAllGlobals();
  await server?.stop();
  server = null;
});

async function start(models?: { readonly status?: number; readonly body: unknown }): Promise<ScriptedServer> {
  return (server = await startScriptedServer([say('x')], models === undefined ? {} : { models }));
}

describe('the models in an answer', () => {
  it.each([
    [
      'OpenAI',
      { data: [{ id: 'gpt-5', owned_by: 'openai' }, { id: 'text-embedding-3-small' }, { id: 'whisper-1' }] },
      'gpt-5',
      null,
    ],
    ['OpenRouter', { data: [{ id: 'a/b', name: 'A: B', context_length: 163840 }] }, 'a/b', 163840],
    ['vLLM', { data: [{ id: 'q', owned_by: 'vllm', max_model_len: 4096 }] }, 'q', 4096],
    [
      'llama.cpp',
      { models: [{ name: 'x' }], data: [{ id: 'g.gguf', meta: { n_ctx: 8192, n_ctx_train: 131072 } }] },
      'g.gguf',
      8192,
    ],
    ['LM Studio', { data: [{ id: 'l', max_context_length: 131072, loaded_context_length: 4096 }] }, 'l', 4096],
    ['Ollama', { models: [{ name: 'llama3:latest', model: 'llama3:latest' }] }, 'llama3:latest', null],
    [
      'Anthropic',
      { data: [{ type: 'model', id: 'claude-x', display_name: 'Claude X' }], has_more: false },
      'claude-x',
      null,
    ],
    ['Together', [{ id: 't', context_length: 32768 }], 't', 32768],
  ])('%s', (_name, body, id, window) => {
    expect(modelsIn(body)).toHaveLength(1);
    expect(modelsIn(body)[0]).toMatchObject({ id, window });
  });

  it.each([null, 'x', {}, { data: 7 }, { data: [null, {}, { id: 7 }, { id: '' }] }])('%j has none', (body) => {
    expect(modelsIn(body)).toEqual([]);
  });
});

describe('asking a server for its models', () => {
  it('sends the key as that server wants it', async () => {
    const { url, listings } = await start();
    const timeoutMilliseconds = 5_000;
    expect(await listModels({ baseUrl: url, apiKey: 'k-1234567', timeoutMilliseconds })).toMatchObject([
      { id: 'scripted' },
    ]);
    expect(listings[0]?.['authorization']).toBe('Bearer k-1234567');
    let headers = new Headers();
    vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
      headers = new Headers(init?.headers);
      return new Response('{"data":[]}');
    });
    await listModels({ baseUrl: 'https://api.anthropic.com/v1/', apiKey: 'k-1234567', timeoutMilliseconds });
    expect(headers.get('x-api-key')).toBe('k-1234567');
    expect(headers.get('anthropic-version')).toBe('2023-06-01');
  });

  it('fails as a request for a reply does, without the key in the words', async () => {
    const body = { error: { message: 'Incorrect API key provided: k-1234567', code: 'invalid_api_key' } };
    const { url } = await start({ status: 401, body });
    const failure = await listModels({ baseUrl: url, apiKey: 'k-1234567', timeoutMilliseconds: 5_000 }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ProviderError);
    expect(failure).toMatchObject({ reason: 'authentication' });
    expect(String(failure)).not.toContain('k-1234567');
  });

  it('says so where the answer is no list', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>'));
    const failing = listModels({ baseUrl: 'http://127.0.0.1:1/v1', timeoutMilliseconds: 5_000 });
    await expect(failing).rejects.toMatchObject({ reason: 'network' });
  });

  it('reads no endless answer', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(new Uint8Array(1_000_000));
      },
    });
    vi.stubGlobal('fetch', async () => new Response(endless));
    const failing = listModels({ baseUrl: 'http://127.0.0.1:1/v1', timeoutMilliseconds: 60_000 });
    await expect(failing).rejects.toThrow('too long');
  });
});

describe('servers on this machine', () => {
  it('are those that list models; others are passed over', async () => {
    const { url, listings } = await start();
    const port = Number(new URL(url).port);
    const found = await findLocalServers([
      { name: 'Nobody', port: 1 },
      { name: 'Ollama', port },
    ]);
    expect(found).toMatchObject([{ name: 'Ollama', baseUrl: url, models: [{ id: 'scripted' }] }]);
    expect(listings[0]).not.toHaveProperty('authorization');
  });

  it('are not there where another program answers', async () => {
    const { url } = await start({ body: { hello: 'world' } });
    expect(await findLocalServers([{ name: 'vLLM', port: Number(new URL(url).port) }])).toEqual([]);
  });
});
