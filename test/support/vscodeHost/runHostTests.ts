import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import type { SuiteName, SuiteResult } from '../../host/suiteResult';
import { repositoryRoot } from '../repositoryRoot';
import type { Workbench } from './installWorkbench';
import { startServer } from './server';
import { workbenchUrl } from './workbenchUrl';

/** One run of the test bundle in an extension host. */
export interface HostRun {
  suite: SuiteName;
  workbench: Workbench;
  context: BrowserContext;
  dataFolder: string;
  /** Absolute path of the workspace folder. */
  folder: string;
  /** The browser keeps the workbench's storage per origin: runs that share state share the port. */
  port: number;
  trust: boolean;
  /** Absolute path of the file that receives the console of the workbench and of the extension host. */
  logFile: string;
}

/** A run takes 8 to 15 s on two idle cores, and a suite may wait on its own for a minute. */
const runTimeoutMs = 420_000;

/**
 * Opens the workbench with `dist/test/index.cjs` as its tests and waits for their end.
 *
 * @throws Error when the host did not run to its end.
 */
export async function runHostTests(run: HostRun): Promise<SuiteResult> {
  const resultsFile = join(run.dataFolder, `results-${run.suite}.json`);
  await mkdir(run.dataFolder, { recursive: true });
  const server = await startServer({
    workbench: run.workbench,
    dataFolder: run.dataFolder,
    port: run.port,
    trust: run.trust,
    extensionTests: true,
    environment: { STRATA_TEST_SUITE: run.suite, STRATA_TEST_RESULTS: resultsFile },
  });
  const log = createWriteStream(run.logFile);
  try {
    const page = await run.context.newPage();
    const exit = new Promise<void>((resolve) => {
      void page.exposeFunction('codeAutomationExit', () => {
        resolve();
      });
    });
    await page.exposeFunction('codeAutomationLog', (_type: string, values: unknown[]) => {
      log.write(`${values.map(String).join(' ')}\n`);
    });
    await page.goto(
      workbenchUrl({
        port: server.port,
        folder: run.folder,
        development: { extension: repositoryRoot, tests: join(repositoryRoot, 'dist/test/index.cjs') },
      }),
    );
    await withTimeout(exit, runTimeoutMs);
    await page.close();
  } finally {
    await server.stop();
    log.end();
  }
  if (!existsSync(resultsFile)) throw new Error(`the host failed before its tests: see ${run.logFile}`);
  return JSON.parse(await readFile(resultsFile, 'utf8')) as SuiteResult;
}

async function withTimeout(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`the host tests did not end within ${String(ms / 1000)} s`));
    }, ms);
  });
  try {
    await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
