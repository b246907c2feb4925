import { beforeEach, describe, expect, it, vi } from 'vitest';
import { validateSettings } from '../../../src/config/validateSettings';
import { connectModel } from '../../../src/views/connectModel';
import { createModelWindows } from '../../../src/views/modelWindows';
import { collect, failureOfStream, userRequest } from '../../contract/provider/describeChatProvider';
import { fakeModel, models } from '../../support/fakeVscode/languageModels';

vi.mock('vscode', async () => (await import('../../support/fakeVscode/languageModels')).fakeVscode);

beforeEach(() => {
  models.length = 0;
});

const noKeys = { get: async () => null };
const noWindows = { get: () => null };

function connect(raw: Record<string, unknown>, more: Partial<Parameters<typeof connectModel>[1]> = {}) {
  return connectModel(validateSettings(raw).settings, { keys: noKeys, windows: noWindows, ...more });
}

describe('the connection the settings choose', () => {
  it('is the offline provider by default, without anybody to write summaries', async () => {
    expect(await connect({})).toMatchObject({ provider: { id: 'offline' }, window: 16_000, summaryModel: null });
  });

  it('has the published window, or what the server said, or what the user says', async () => {
    const server = { provider: 'openai', 'openai.model': 'gpt-4o' };
    const told = { windows: { get: () => 8_192 } };
    expect((await connect(server)).window).toBe(128_000);
    expect((await connect(server, told)).window).toBe(8_192);
    expect((await connect({ ...server, 'model.overrides': { 'gpt-4o': { window: 50_000 } } }, told)).window).toBe(
      50_000,
    );
    expect((await connect({ ...server, 'model.window': 20_000 }, told)).window).toBe(20_000);
  });

  it('names the model that writes summaries, with its own window', async () => {
    const connection = await connect({ provider: 'openai', 'compression.summarizerModel': 'gpt-4o' });
    expect(connection.summaryModel).toEqual({ model: 'gpt-4o', window: 128_000 });
  });

  it('sends nothing to a server that wants a key where there is none', async () => {
    const { provider } = await connect({ provider: 'openai' });
    const error = await failureOfStream(collect(provider, userRequest('x')));
    expect(error.reason).toBe('authentication');
    expect(error.message).toContain('api.openai.com wants an API key');
  });

  it('takes the window of a model of another extension, and a small one until it is there', async () => {
    const settings = { provider: 'vscodeLm', 'vscodeLm.model': 'test/one' };
    expect(await connect(settings)).toMatchObject({ model: 'test/one', window: 32_000 });
    models.push(
      fakeModel(() => [], { id: 'zero' }),
      fakeModel(() => [], { maxInputTokens: 64_000 }),
    );
    expect(await connect(settings)).toMatchObject({ provider: { id: 'vscodeLm' }, model: 'test/one', window: 64_000 });
    expect((await connect({ provider: 'vscodeLm' })).model).toBe('test/zero');
  });
});

describe('windows that servers told', () => {
  it('are kept by server and model, and forgotten when the server tells no more', async () => {
    const kept = new Map<string, unknown>();
    const windows = createModelWindows({
      keys: () => [...kept.keys()],
      get: <T>(key: string, fallback?: T) => (kept.get(key) as T | undefined) ?? fallback,
      update: async (key: string, value: unknown) => {
        kept.set(key, value);
      },
    });
    await windows.set('http://127.0.0.1:1234/v1', 'a', 4_096);
    expect(windows.get('http://127.0.0.1:1234', 'a')).toBe(4_096);
    expect(windows.get('http://127.0.0.1:8000/v1', 'a')).toBeNull();
    expect(windows.get('http://127.0.0.1:1234/v1', 'b')).toBeNull();
    await windows.set('http://127.0.0.1:1234/v1', 'a', null);
    expect(windows.get('http://127.0.0.1:1234/v1', 'a')).toBeNull();
  });
});
