import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NO_STATISTICS } from '../../../src/engine/statistics';
import { StatisticsFile } from '../../../src/session/statisticsFile';
import { temporaryFolder } from './support/temporaryFolder';

const one = { ...NO_STATISTICS, calls: 1, savedTokens: 10 };

it('begins at zero, adds up, and goes on from what stands there', async () => {
  const path = join(await temporaryFolder(), 'deep', 'statistics.json');
  const file = new StatisticsFile(path);
  expect(await file.read()).toEqual({ statistics: NO_STATISTICS, since: null });
  await file.add(one);
  const last = { at: 5, strategy: 'prune', savedTokens: 10 } as const;
  const sums = await new StatisticsFile(path).add({ ...one, compressions: 1, last });
  expect(sums.statistics).toMatchObject({ calls: 2, savedTokens: 20, compressions: 1, last });
  expect(await file.read()).toEqual(sums);
});

it('loses nothing of what several windows add at once', async () => {
  const path = join(await temporaryFolder(), 'statistics.json');
  const windows = Array.from({ length: 6 }, () => new StatisticsFile(path));
  await Promise.all(windows.flatMap((window) => Array.from({ length: 4 }, () => window.add(one))));
  expect((await new StatisticsFile(path).read()).statistics).toMatchObject({ calls: 24, savedTokens: 240 });
});

it('is set to zero, and says since when', async () => {
  const folder = await temporaryFolder();
  const file = new StatisticsFile(join(folder, 'statistics.json'));
  await file.add(one);
  expect(await file.reset(77)).toEqual({ statistics: NO_STATISTICS, since: 77 });
  expect((await file.add(one)).since).toBe(77);
  expect(await readdir(folder)).toEqual(['statistics.json']);
});

it.each(['', '{', '[]', '{"since":null,"statistics":{"calls":"many"}}'])('takes %j for nothing', async (content) => {
  const path = join(await temporaryFolder(), 'statistics.json');
  await writeFile(path, content);
  expect((await new StatisticsFile(path).read()).statistics).toEqual(NO_STATISTICS);
});
