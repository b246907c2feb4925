import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calcPrice } from '@pydantic/genai-prices';
import { expect, it } from 'vitest';
import { bakeModelData } from '../../../scripts/bakeModelData';
import { lookUpModel, type ModelData } from '../../../src/models/modelData';
import { repositoryRoot } from '../../support/repositoryRoot';

async function storedText(): Promise<string> {
  return readFile(join(repositoryRoot, 'src/models/modelData.json'), 'utf8');
}

it('is what the installed package says: else run `node scripts/run.mjs scripts/bakeModelData.ts`', async () => {
  expect(await storedText()).toBe(await bakeModelData());
});

it('has whole rows with patterns that are regular expressions', async () => {
  const data = JSON.parse(await storedText()) as ModelData;
  expect(data.rows.length).toBeGreaterThan(100);
  expect(data.names.length).toBeGreaterThan(100);
  for (const [pattern, window, prices, long] of [...data.rows, ...data.names]) {
    expect(() => new RegExp(pattern)).not.toThrow();
    expect(Number.isSafeInteger(window) && window >= 0, pattern).toBe(true);
    for (const price of [...prices, ...(long ?? [])]) expect(price === null || price >= 0, pattern).toBe(true);
  }
});

it('stays small enough for every bundle', async () => {
  expect(JSON.stringify(JSON.parse(await storedText())).length).toBeLessThan(40_000);
});

// The package itself is the oracle: for whole calls, cached tokens and long inputs included.
it.each([
  ['openai', 'gpt-4o'],
  ['openai', 'gpt-5-mini'],
  ['openai', 'gpt-5.4'],
  ['openai', 'o3'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['anthropic', 'claude-opus-4-6'],
  ['anthropic', 'claude-3-5-haiku-latest'],
  ['google', 'gemini-2.5-pro'],
  ['google', 'gemini-2.5-flash'],
  ['x-ai', 'grok-4'],
  ['mistral', 'mistral-medium-latest'],
  ['moonshotai', 'kimi-k2.5'],
  ['openrouter', 'qwen/qwen3-coder'],
])('%s: %s costs what the package says', async (providerId, model) => {
  const data = JSON.parse(await storedText()) as ModelData;
  const prices = lookUpModel(model, data)?.prices;
  const timestamp = new Date(`${data.asOf}T12:00:00Z`);
  for (const tokens of [10_000, 900_000]) {
    const usage = { input_tokens: tokens, output_tokens: 1_000 };
    const expected = calcPrice(usage, model, { providerId, timestamp })?.total_price;
    const [input, , , output] =
      prices?.long !== undefined && tokens > prices.long[0] ? prices.long.slice(1) : (prices?.base ?? []);
    expect(((input ?? NaN) * tokens + (output ?? NaN) * 1_000) / 1e6).toBeCloseTo(expected ?? NaN, 8);
  }
});

it('finds a model by each way it is named', () => {
  const data: ModelData = {
    source: 'test',
    asOf: '2026-01-01',
    rows: [['^claude-x', 1_000, [1, null, null, 2]]],
    names: [
      ['maker/other', 0, [3, null, null, 4]],
      ['maker/third', 500, [5, null, null, 6]],
      ['host/claude-x', 0, [7, null, null, 8]],
    ],
  };
  const own = { window: 1_000, prices: { base: [1, null, null, 2] } };
  for (const name of ['claude-x-1', 'CLAUDE-X', ' claude-x ', 'any/claude-x', 'eu.anthropic.claude-x-v1:0']) {
    expect(lookUpModel(name, data), name).toEqual(own);
  }
  expect(lookUpModel('maker/other', data)).toEqual({ window: null, prices: { base: [3, null, null, 4] } });
  expect(lookUpModel('maker/other:online', data)).toEqual({ window: null, prices: { base: [3, null, null, 4] } });
  expect(lookUpModel('maker/third:free', data)).toEqual({ window: 500, prices: { base: [0, 0, 0, 0] } });
  expect(lookUpModel('third', data)).toEqual({ window: 500, prices: null });
  expect(lookUpModel('host/claude-x', data)).toEqual({ window: 1_000, prices: { base: [7, null, null, 8] } });
  expect(lookUpModel('stranger/third', data)).toBeNull();
  expect(lookUpModel('', data)).toBeNull();
});
