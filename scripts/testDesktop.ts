import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import type { SuiteName, SuiteResult } from '../test/host/suiteResult';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { writeUserSettings } from '../test/support/vscodeHost/userSettings';
import { build } from './build';
import { printLine } from './printLine';
import { sumResults } from './testResults';

/** `npm run test:desktop`: the bundle of `npm run test:host` in a desktop VS Code, downloaded from its own site. */
export async function main(): Promise<number> {
  let executable: string;
  try {
    executable = await downloadAndUnzipVSCode({ cachePath: join(repositoryRoot, '.vscode-test') });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    printLine(`Desktop VS Code could not be downloaded, so no desktop test ran: ${detail.split('\n')[0] ?? ''}`);
    return 1;
  }
  await build();
  const results: SuiteResult[] = [];
  for (const suites of [['default'], ['restricted'], ['reload1', 'reload2']] satisfies SuiteName[][]) {
    const temporary = await mkdtemp(join(tmpdir(), 'strata-desktop-'));
    for (const suite of suites) {
      printLine(`desktop tests: ${suite}`);
      const result = await runDesktop(executable, suite, temporary);
      result.lines.forEach(printLine);
      results.push(result);
    }
    await rm(temporary, { recursive: true, force: true });
  }
  const { passed, failed } = sumResults(results);
  printLine(`desktop tests: ${String(passed)} passed, ${String(failed)} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

async function runDesktop(executable: string, suite: SuiteName, temporary: string): Promise<SuiteResult> {
  const folder = join(temporary, 'workspace');
  const userData = join(temporary, 'data');
  const results = join(temporary, `${suite}.json`);
  await mkdir(folder, { recursive: true });
  await writeUserSettings(userData, {});
  try {
    await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: repositoryRoot,
      extensionTestsPath: join(repositoryRoot, 'dist/test/index.cjs'),
      extensionTestsEnv: { STRATA_TEST_SUITE: suite, STRATA_TEST_RESULTS: results },
      launchArgs: [
        folder,
        ...['--user-data-dir', userData, '--extensions-dir', join(temporary, 'extensions')],
        ...(suite === 'restricted' ? [] : ['--disable-workspace-trust']),
        // Electron refuses its sandbox to root, the usual user in a container.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    });
  } catch (error) {
    // Thrown for a failed test too; then the results are there.
    if (!existsSync(results)) return { passed: 0, failed: 1, lines: [`  ✘ ${String(error)}`] };
  }
  return JSON.parse(await readFile(results, 'utf8')) as SuiteResult;
}
