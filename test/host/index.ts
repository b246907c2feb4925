import { writeFile } from 'node:fs/promises';
import Mocha from 'mocha';
import { defaultSuite } from './suites/default';
import { reloadSuiteAfter, reloadSuiteBefore } from './suites/reload';
import { restrictedSuite } from './suites/restricted';
import type { SuiteName, SuiteResult } from './suiteResult';

/** Each registers its tests when called, with mocha's own `describe` and `it`. */
const suites: Record<SuiteName, () => void> = {
  default: defaultSuite,
  restricted: restrictedSuite,
  reload1: reloadSuiteBefore,
  reload2: reloadSuiteAfter,
};

/** Activation and the first call of a provider may wait for a busy machine. */
const testTimeoutMs = 120_000;

/**
 * The entry point VS Code calls inside its extension host. STRATA_TEST_SUITE chooses the suite, STRATA_TEST_RESULTS names the
 * file that receives the `SuiteResult` as JSON.
 *
 * @throws Error when a test failed, which is how VS Code learns of it.
 */
export async function run(): Promise<void> {
  const name = process.env['STRATA_TEST_SUITE'] ?? 'default';
  if (!isSuiteName(name)) throw new Error(`STRATA_TEST_SUITE names no suite: ${name}`);
  const result = await runSuite(suites[name]);
  const resultsFile = process.env['STRATA_TEST_RESULTS'];
  if (resultsFile !== undefined) await writeFile(resultsFile, JSON.stringify(result));
  if (result.failed > 0) throw new Error(`${String(result.failed)} host tests failed`);
}

function isSuiteName(name: string): name is SuiteName {
  return Object.hasOwn(suites, name);
}

async function runSuite(register: () => void): Promise<SuiteResult> {
  const result: SuiteResult = { passed: 0, failed: 0, lines: [] };
  // The workbench writes much to the console of the host, so the results are collected and not printed there.
  const collect = (runner: Mocha.Runner): void => {
    runner.on('pass', (test) => {
      result.passed += 1;
      result.lines.push(`  ✔ ${test.fullTitle()}`);
    });
    runner.on('fail', (test, error: unknown) => {
      result.failed += 1;
      result.lines.push(
        `  ✘ ${test.fullTitle()}`,
        `    ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
      );
    });
    runner.on('pending', (test) => {
      result.lines.push(`  - ${test.fullTitle()} (skipped)`);
    });
  };
  const mocha = new Mocha({ ui: 'bdd', timeout: testTimeoutMs, reporter: Mocha.reporters.Base });
  // The tests are bundled, not loaded from files, so what mocha does before it requires a file is done here.
  mocha.suite.emit('pre-require', globalThis, 'index.cjs', mocha);
  register();
  await new Promise<void>((resolve) => {
    collect(
      mocha.run(() => {
        resolve();
      }),
    );
  });
  return result;
}
