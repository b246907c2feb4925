import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import type { SuiteName, SuiteResult } from '../test/host/suiteResult';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { freePort } from '../test/support/vscodeHost/freePort';
import { installExtension } from '../test/support/vscodeHost/installExtension';
import { installWorkbench, type Workbench } from '../test/support/vscodeHost/installWorkbench';
import { launchBrowser } from '../test/support/vscodeHost/launchBrowser';
import { runHostTests, type HostRun } from '../test/support/vscodeHost/runHostTests';
import { writeUserSettings } from '../test/support/vscodeHost/userSettings';
import { build } from './build';
import { orHostError } from './orHostError';
import { printLine } from './printLine';
import { saveResults, sumResults } from './testResults';

/** Runs that share the workspace, the storage and the browser, one after the other. */
const groups: { trust: boolean; suites: SuiteName[] }[] = [
  { trust: true, suites: ['default'] },
  { trust: false, suites: ['restricted'] },
  { trust: true, suites: ['reload1', 'reload2'] },
];

const logFolder = join(repositoryRoot, '.test-output');

/** `npm run test:host [-- SUITE…] [--no-build]`: the host tests in the extension host of the browser workbench. */
export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: { 'no-build': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (!values['no-build']) await build();
  return orHostError(() => runGroups(positionals));
}

/** @param named suites to run; all of them when empty. */
async function runGroups(named: string[]): Promise<number> {
  const workbench = await installWorkbench(printLine);
  await mkdir(logFolder, { recursive: true });
  const browser = await launchBrowser();
  const results: SuiteResult[] = [];
  try {
    for (const { trust, suites } of groups) {
      const chosen = suites.filter((suite) => named.length === 0 || named.includes(suite));
      if (chosen.length > 0) results.push(...(await runGroup({ workbench, browser, trust, suites: chosen })));
    }
  } finally {
    await browser.close();
  }
  const total = sumResults(results);
  await saveResults('host', total);
  printLine(`host tests: ${String(total.passed)} passed, ${String(total.failed)} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

interface Group {
  workbench: Workbench;
  browser: Browser;
  trust: boolean;
  suites: SuiteName[];
}

async function runGroup({ workbench, browser, trust, suites }: Group): Promise<SuiteResult[]> {
  const temporary = await mkdtemp(join(tmpdir(), 'strata-host-'));
  const dataFolder = join(temporary, 'data');
  const folder = join(temporary, 'workspace');
  await mkdir(folder);
  await writeFile(join(folder, 'hello.txt'), 'Hello from the workspace.\n');
  // As on the desktop. A browser saves by itself after a second, and refuses a save that a test asks for meanwhile.
  await writeUserSettings(dataFolder, { 'files.autoSave': 'off' });
  await installExtension(dataFolder, join(repositoryRoot, 'test', 'host', 'modelExtension'));
  const context = await browser.newContext();
  const port = await freePort();
  const results: SuiteResult[] = [];
  for (const suite of suites) {
    printLine(`host tests: ${suite}`);
    const logFile = join(logFolder, `host-${suite}.log`);
    const result = await runOne({ suite, workbench, context, dataFolder, folder, port, trust, logFile });
    result.lines.forEach(printLine);
    results.push(result);
  }
  await context.close();
  await rm(temporary, { recursive: true, force: true });
  return results;
}

/** A host that does not come to its end is one failure; the other suites still run. */
async function runOne(run: HostRun): Promise<SuiteResult> {
  try {
    return await runHostTests(run);
  } catch (error) {
    return { passed: 0, failed: 1, lines: [`  ✘ ${String(error)}`, `    log: ${run.logFile}`] };
  }
}
