import { execa } from 'execa';
import type { TestCounts } from '../test/host/suiteResult';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { printLine } from './printLine';
import { forgetResults, readResults, resultsFile, sumResults } from './testResults';

interface Step {
  name: string;
  command: string[];
  /** Whether the step counts tests; one that does not adds a single failure when it fails. */
  counts: boolean;
}

function vitestStep(project: string): Step {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile(project)}`];
  return { name: project, command: ['npx', 'vitest', 'run', '--project', project, ...reporters], counts: true };
}

const steps: Step[] = [
  { name: 'build', command: ['npm', 'run', '-s', 'build'], counts: false },
  { name: 'check', command: ['npm', 'run', '-s', 'check'], counts: false },
  vitestStep('unit'),
  vitestStep('webview'),
  { name: 'host', command: ['node', 'scripts/run.mjs', 'scripts/testHost.ts', '--no-build'], counts: true },
  vitestStep('e2e'),
];

/**
 * `npm test`: builds, checks and runs every suite, also after one has failed, and ends with the line `N passed, N failed`
 * over all of them. A suite that fails without a failed test, or leaves no counts, is one failure.
 */
export async function main(): Promise<number> {
  const results: TestCounts[] = [];
  for (const step of steps) {
    printLine(`\n── ${step.name}`);
    const result = await runStep(step);
    results.push(result);
  }
  const { passed, failed } = sumResults(results);
  printLine('');
  steps.forEach((step, index) => {
    const result = results[index];
    if (result !== undefined) printLine(describeStep(step, result));
  });
  printLine(`${String(passed)} passed, ${String(failed)} failed`);
  return failed === 0 ? 0 : 1;
}

async function runStep(step: Step): Promise<TestCounts> {
  await forgetResults(step.name);
  const [command = '', ...args] = step.command;
  const { exitCode } = await execa(command, args, { cwd: repositoryRoot, stdio: 'inherit', reject: false });
  const counted = step.counts ? await readResults(step.name) : { passed: 0, failed: 0 };
  if (counted === undefined) return { passed: 0, failed: 1 };
  return exitCode !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

function describeStep(step: Step, { passed, failed }: TestCounts): string {
  if (!step.counts) return `${step.name}: ${failed === 0 ? 'ok' : 'failed'}`;
  return `${step.name}: ${String(passed)} passed, ${String(failed)} failed`;
}
