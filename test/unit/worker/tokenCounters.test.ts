import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writePackedRanks } from '../../../src/engine/tokens/packedRanks';
import { bakedRanksPath } from '../../../src/models/bakedRanks';
import { loadEncodingRanks } from '../../../src/models/encodingRanks';
import { TokenCounters } from '../../../src/worker/tokenCounters';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ranks-'));
  await writeFile(bakedRanksPath(folder, 'o200k_base'), writePackedRanks(await loadEncodingRanks('o200k_base')));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

it('counts exactly where the ranks are, and estimates and says so where they are not', async () => {
  const counters = new TokenCounters(folder);
  const exact = await counters.counterFor('gpt-4o');
  expect(exact.method).toBe('counted');
  expect(exact.countText('hello world')).toBe(2);
  const estimated = await counters.counterFor('gpt-4');
  expect(estimated.method).toBe('estimated');
  expect(estimated.countText('hello world')).toBeGreaterThan(0);
});

it('is one counter for all models of an encoding', async () => {
  const counters = new TokenCounters(folder);
  expect(await counters.counterFor('gpt-4o')).toBe(await counters.counterFor('claude-sonnet-4'));
});
