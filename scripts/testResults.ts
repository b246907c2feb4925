import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TestCounts } from '../test/host/suiteResult';
import { repositoryRoot } from '../test/support/repositoryRoot';

/** Where a suite leaves its counts for `npm test`; vitest writes its JSON report to the same place. */
export function resultsFile(suite: string): string {
  return join(repositoryRoot, '.test-output', 'results', `${suite}.json`);
}

/** The sum over several runs. */
export function sumResults(results: TestCounts[]): TestCounts {
  return results.reduce((sum, result) => ({ passed: sum.passed + result.passed, failed: sum.failed + result.failed }), {
    passed: 0,
    failed: 0,
  });
}

/** Leaves the counts of `suite` for `npm test`. */
export async function saveResults(suite: string, result: TestCounts): Promise<void> {
  await mkdir(dirname(resultsFile(suite)), { recursive: true });
  await writeFile(resultsFile(suite), JSON.stringify(result));
}

/** Forgets what an earlier run left, so that a suite that does not run cannot pass with old counts. */
export async function forgetResults(suite: string): Promise<void> {
  await rm(resultsFile(suite), { force: true });
}

/** The counts `suite` left, in our own form or as vitest's JSON report; undefined when it left none. */
export async function readResults(suite: string): Promise<TestCounts | undefined> {
  let text: string;
  try {
    text = await readFile(resultsFile(suite), 'utf8');
  } catch {
    return undefined;
  }
  const { passed, failed, numPassedTests, numFailedTests } = JSON.parse(text) as Partial<Record<string, number>>;
  return { passed: passed ?? numPassedTests ?? 0, failed: failed ?? numFailedTests ?? 0 };
}
