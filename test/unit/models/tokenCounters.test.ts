import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../src/engine/message';
import { CalibrationBook } from '../../../src/engine/tokens/calibrationBook';
import { writePackedRanks } from '../../../src/engine/tokens/packedRanks';
import { bakedRanksPath } from '../../../src/models/bakedRanks';
import { loadEncodingRanks } from '../../../src/models/encodingRanks';
import { TokenCounters } from '../../../src/models/tokenCounters';

const prose = 'The garden behind the house is small but in spring everything flowers at once. '.repeat(20);
const message: Message = { id: 'm', role: 'user', parts: [{ type: 'text', text: prose }] };
const image: Message = {
  id: 'i',
  role: 'user',
  parts: [{ type: 'media', kind: 'image', mediaType: 'image/png', data: '', width: 1024, height: 1024 }],
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ranks-'));
  await writeFile(bakedRanksPath(folder, 'o200k_base'), writePackedRanks(await loadEncodingRanks('o200k_base')));
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('counters for models of OpenAI', () => {
  it('count exactly where the ranks are, and estimate and say so where they are not', async () => {
    const counters = new TokenCounters(folder);
    const exact = await counters.counterFor('gpt-4o');
    expect(exact.method).toBe('counted');
    expect(exact.countText('hello world')).toBe(2);
    const estimated = await counters.counterFor('gpt-4');
    expect(estimated.method).toBe('estimated');
    expect(estimated.countText('hello world')).toBeGreaterThan(0);
  });

  it('are one for all models that count alike', async () => {
    const counters = new TokenCounters(folder);
    expect(await counters.counterFor('gpt-4o')).toBe(await counters.counterFor('openai/gpt-4.1'));
    expect(await counters.counterFor('gpt-4o')).toBe(await counters.counterFor(''));
    expect(await counters.counterFor('gpt-4o')).not.toBe(await counters.counterFor('gpt-5'));
  });
});

describe('counters for other models', () => {
  it.each(['claude-sonnet-4-5', 'gemini-2.5-pro', 'deepseek-chat', 'grok-4', 'mistral-large-latest', 'my-own-model'])(
    'say that they estimate: %s',
    async (model) => {
      expect((await new TokenCounters(folder).counterFor(model)).method).toBe('estimated');
    },
  );

  it('start from the figures of their family, over the exact count', async () => {
    const counters = new TokenCounters(folder);
    const exact = (await counters.counterFor('gpt-4o')).countText(prose);
    expect((await counters.counterFor('claude-sonnet-4')).countText(prose)).toBe(Math.ceil(exact * 1.16));
    expect((await counters.counterFor('my-own-model')).countText(prose)).toBe(exact);
  });

  it('charge images as their provider does', async () => {
    const counters = new TokenCounters(folder);
    const tokens = async (model: string): Promise<number> => (await counters.counterFor(model)).countMessage(image) - 4;
    expect(await tokens('gpt-4o')).toBe(765);
    expect(await tokens('claude-sonnet-4')).toBe(1369);
    expect(await tokens('gemini-2.5-pro')).toBe(1032);
  });

  it('learn between calls, and stay as they are while in use', async () => {
    const counters = new TokenCounters(folder);
    const before = await counters.counterFor('claude-sonnet-4');
    const tokens = before.countMessage(message);
    const shares = before.sharesOfMessage(message);
    for (let call = 0; call < 10; call++) {
      expect(
        counters.observe('claude-sonnet-4', { estimatedTokens: tokens, shares, reportedTokens: 1.5 * tokens }),
      ).toBe(true);
    }
    expect(before.countMessage(message)).toBe(tokens);
    const after = await counters.counterFor('claude-sonnet-4');
    expect(after).not.toBe(before);
    expect(after.countMessage(message)).toBeGreaterThan(tokens * 1.2);
    expect(after.method).toBe('estimated');
    // Nothing was learnt of others.
    expect((await counters.counterFor('claude-opus-4')).countMessage(message)).toBe(tokens);
  });

  it('stay the same where next to nothing was learnt', async () => {
    const counters = new TokenCounters(folder);
    const before = await counters.counterFor('grok-4');
    counters.observe('grok-4', { estimatedTokens: 1000, shares: { latin: 1000 }, reportedTokens: 1040 });
    expect(await counters.counterFor('grok-4')).toBe(before);
    counters.observe('grok-4', { estimatedTokens: 1000, shares: { latin: 1000 }, reportedTokens: 1040 });
    expect(await counters.counterFor('grok-4')).not.toBe(before);
  });

  it('go on from what an earlier session had learnt', async () => {
    const earlier = new TokenCounters(folder);
    const tokens = (await earlier.counterFor('grok-4')).countText(prose);
    earlier.observe('grok-4', { estimatedTokens: tokens, shares: { latin: tokens }, reportedTokens: 2 * tokens });
    const later = new TokenCounters(folder);
    later.restore(CalibrationBook.fromJSON(JSON.parse(JSON.stringify(earlier.book))));
    expect((await later.counterFor('grok-4')).countText(prose)).toBe(Math.ceil(tokens * 1.2));
  });

  it('count a message as they count its texts, whatever was learnt', async () => {
    const counters = new TokenCounters(folder);
    for (const model of ['claude-opus-4-8', 'gemini-2.5-pro', 'qwen3-coder']) {
      const counter = await counters.counterFor(model);
      expect(counter.countMessage(message)).toBe(counter.countTextMessage(prose));
      const { latin, cjk, code, base64 } = counter.sharesOfMessage(message);
      expect(Math.ceil(latin + cjk + code + base64 - 1e-6)).toBe(counter.countText(prose));
      const ofText = counter.sharesOfText(prose);
      expect(ofText.latin).toBeCloseTo(latin, 6);
    }
  });

  it('estimate over estimates where the ranks are not', async () => {
    const counter = await new TokenCounters(join(folder, 'nowhere')).counterFor('claude-sonnet-4');
    expect(counter.method).toBe('estimated');
    expect(counter.countText(prose)).toBeGreaterThan(100);
  });
});
